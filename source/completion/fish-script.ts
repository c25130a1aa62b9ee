import type {CompletionFlag, CompletionTree, CompletionValue} from './completion-tree.ts';

const engine = String.raw`
function __svc_profiles
    set -l home "$SVC_HOME"
    test -n "$home"; or set home ~/.svc
    test -r "$home/credentials"; or return
    string match -rg '^\s*\[([A-Za-z0-9._-]*)\]\s*$' <"$home/credentials"
end

function __svc_offer_names # prefix, current word, what...
    set -l given
    test -n "$__svc_project"; and set given --project="$__svc_project"
    for what in $argv[3..-1]
        for value in (command svc completion --names $what --beginning="$argv[2]" $given 2>/dev/null)
            echo "$argv[1]$value"
        end
    end
end

function __svc_complete
    set -g __svc_project ''
    set -l tokens (commandline -opc)
    set -l current (commandline -ct)
    set -l svc_path ''
    set -l flag ''
    set -l ended ''
    for word in $tokens[2..-1]
        if test -n "$flag"
            test "$flag" = --project; and set __svc_project "$word"
            set flag ''
        else if test -n "$ended"
            continue
        else if test "$word" = --
            set ended 1
        else if string match -q -- '-*' "$word"
            string match -q -- '--project=*' "$word"; and set __svc_project (string replace -- '--project=' '' "$word")
            contains -- "$word" (__svc_valued "$svc_path"); and set flag "$word"
        else if contains -- "$word" (__svc_names "$svc_path")
            set svc_path (string trim -- "$svc_path $word")
        end
    end
    if test -n "$flag"
        __svc_values "$svc_path $flag" '' "$current"
    else if test -z "$ended"; and string match -q -- '--*=*' "$current"
        set -l parts (string split -m 1 = -- "$current")
        __svc_values "$svc_path $parts[1]" "$parts[1]=" "$parts[2]"
    else if test -z "$ended"; and string match -q -- '-*' "$current"
        __svc_flags "$svc_path"
    else
        __svc_children "$svc_path"
        __svc_words "$svc_path"
        __svc_offer_names '' "$current" (__svc_things "$svc_path")
    end
end

function __svc_offer # kind, prefix, current word, values
    switch $argv[1]
        case list
            set -l given (string match -r -- '.*,' "$argv[3]")
            for value in $argv[4..-1]
                echo "$argv[2]$given$value"
            end
        case words
            for value in $argv[4..-1]
                echo "$argv[2]$value"
            end
        case names
            __svc_offer_names "$argv[2]" "$argv[3]" $argv[4..-1]
        case profiles
            for value in (__svc_profiles)
                echo "$argv[2]$value"
            end
        case files
            for value in (__fish_complete_path "$argv[3]")
                echo "$argv[2]$value"
            end
        case directories
            for value in (__fish_complete_directories "$argv[3]" '')
                echo "$argv[2]$value"
            end
    end
end

complete -c svc -f -a '(__svc_complete)'`;

/** A completion script for fish 3.4 and newer. */
export function fishScript({globals, nodes}: CompletionTree, version: string): string {
	const perNode = (name: string, comment: string, body: (node: CompletionTree['nodes'][number]) => string) =>
		`function ${name} # path of a command: ${comment}
    switch "$argv[1]"
${nodes
	.map(node => [node.paths, body(node)] as const)
	.filter(([, text]) => text !== '')
	.map(([paths, text]) => `        case ${words(paths)}\n            ${text}`)
	.join('\n')}
    end
end`;
	const valued = (flags: readonly CompletionFlag[]) =>
		flags.filter(({value}) => value !== null).flatMap(({names}) => names);
	const described = (flags: readonly CompletionFlag[]) =>
		flags.flatMap(({names, summary}) => names.map(name => [name, summary] as const));
	const values = [
		...nodes.flatMap(({paths, flags}) =>
			flags.map(flag => valueCase(flag, name => paths.map(path => quoted(`${path} ${name}`)))),
		),
		...globals.map(flag => valueCase(flag, name => [quoted(`* ${name}`)])),
	];
	return `# Completion of svc ${version} for fish. Load it with: svc completion fish | source

${perNode('__svc_children', 'what may follow it', ({children}) => table(children.map(({name, summary}) => [name, summary])))}

${perNode('__svc_names', 'every spelling of what may follow it', ({children}) =>
	lines(children.flatMap(({name, aliases}) => [name, ...aliases])),
)}

${perNode('__svc_words', 'what its arguments may be', node => lines(node.words))}

${perNode('__svc_things', 'what its arguments name', node => lines(node.things))}

${perNode('__svc_flags', 'its flags', ({flags}) => table(described([...flags, ...globals])))}

${perNode('__svc_valued', 'its flags that take a value', ({flags}) => lines(valued([...flags, ...globals])))}

function __svc_values # path of a command and flag, prefix, current word
    switch "$argv[1]"
${values.filter(Boolean).join('\n')}
    end
end
${engine}
`;
}

/** A word in single quotes: fish knows two escapes there. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
const words = (texts: readonly string[]): string => texts.map(quoted).join(' ');
const lines = (texts: readonly string[]): string => (texts.length === 0 ? '' : `printf '%s\\n' ${words(texts)}`);
const table = (rows: readonly (readonly [string, string])[]): string =>
	rows.length === 0 ? '' : `printf '%s\\t%s\\n' ${words(rows.flat())}`;

function valueCase({names, value}: CompletionFlag, patterns: (name: string) => string[]): string {
	if (value === null || value.kind === 'any') return '';
	return `        case ${names.flatMap(patterns).join(' ')}
            __svc_offer ${kindOf(value)} "$argv[2]" "$argv[3]"${value.kind === 'words' ? ` ${words(value.words)}` : value.kind === 'names' ? ` ${value.of}` : ''}`;
}

const kindOf = (value: CompletionValue) => (value.kind === 'words' && value.isList ? 'list' : value.kind);
