import {type CompletionFlag, type CompletionNode, type CompletionTree, quoted} from './completion-tree.ts';

/** How a shell writes the cases of a `case`, and what it is told of a command and a flag. */
type Style = {
	/** What stands before the patterns of a case. */
	open: string;
	/** What stands before each of its lines. */
	indent: string;
	childWord(child: CompletionNode['children'][number]): string;
	flagWords(flags: readonly CompletionFlag[]): string[];
};

const list = (words: readonly string[]): string => words.map(quoted).join(' ');

/** For bash and zsh, the two cases that hold the command tree: what may follow a command, and what a flag may be. */
export function posixCases({globals, nodes}: CompletionTree, style: Style): {ofNodes: string; ofValues: string} {
	const {open, indent, childWord, flagWords} = style;
	const ofNodes = nodes.map(({paths, children, flags, words, things}) => {
		const names = children.flatMap(({name, aliases}) => [name, ...aliases]);
		const all = [...flags, ...globals];
		const valued = all.filter(({value}) => value !== null).flatMap(flag => flag.names);
		return `${open}${paths.map(quoted).join(' | ')})
${indent}svc_children=(${list(children.map(childWord))})
${indent}svc_names=${quoted(` ${names.join(' ')} `)}
${indent}svc_flags=(${list(flagWords(all))})
${indent}svc_valued=${quoted(` ${valued.join(' ')} `)}
${indent}svc_words=(${list(words)})
${indent}svc_things=(${list(things)})
${indent};;`;
	});
	const ofValues = [
		...nodes.flatMap(({paths, flags}) =>
			flags.map(flag => valueCase(flag, open, name => paths.map(path => quoted(`${path} ${name}`)))),
		),
		...globals.map(flag => valueCase(flag, open, name => [`*${quoted(` ${name}`)}`])),
	];
	return {ofNodes: ofNodes.join('\n'), ofValues: ofValues.filter(Boolean).join('\n')};
}

/** @param patterns of a name of the flag behind the paths it belongs to */
function valueCase({names, value}: CompletionFlag, open: string, patterns: (name: string) => string[]): string {
	if (value === null || value.kind === 'any') return '';
	const kind = value.kind === 'words' && value.isList ? 'list' : value.kind;
	const known = value.kind === 'words' ? value.words : value.kind === 'names' ? [value.of] : [];
	const words = known.length > 0 ? ` svc_values=(${list(known)})` : '';
	return `${open}${names.flatMap(patterns).join(' | ')}) svc_kind=${kind}${words} ;;`;
}
