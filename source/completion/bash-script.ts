import {type CompletionFlag, type CompletionTree, quoted} from './completion-tree.ts';

/** Works in bash 3.2 (macOS) as well: no associative arrays, no mapfile. Bash splits words at `=`; both forms are handled. */
const engine = String.raw`
_svc_offer() { # prefix, current word, candidates
  local prefix=$1 current=$2 word
  shift 2
  for word in "$@"; do
    [[ $word == "$current"* ]] || continue
    printf -v word %q "$word"
    COMPREPLY+=("$prefix$word")
  done
}

_svc_profiles() {
  sed -n 's/^[[:space:]]*\[\([A-Za-z0-9._-]*\)\][[:space:]]*$/\1/p' "\${SVC_HOME:-$HOME/.svc}/credentials" 2>/dev/null
}

_svc_names() { # what, beginning, project: lines
  command svc completion --names "$1" --beginning="$2" \${3:+--project="$3"} 2>/dev/null
}

_svc_offer_names() { # prefix, current word, project, what...
  local prefix=$1 current=$2 project=$3 what word mark=''
  shift 3
  case "$current" in
  \"* | \'*) mark=\${current:0:1} current=\${current:1} ;;
  *) current=\${current//\\/} ;;
  esac
  for what in "$@"; do
    while IFS= read -r word; do
      [[ -n $mark ]] || printf -v word %q "$word"
      COMPREPLY+=("$prefix$word")
    done < <(_svc_names "$what" "$current" "$project")
  done
}

_svc_offer_paths() { # prefix, current word, option of compgen
  local word
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do
    COMPREPLY+=("$1$word")
  done < <(compgen "$3" -- "$2")
}

_svc_offer_values() { # path, flag, prefix, current word, project
  local prefix=$3 current=$4
  _svc_value "$1" "$2"
  case "$svc_kind" in
  list)
    if [[ $current == *,* ]]; then
      prefix+="\${current%,*},"
      current=\${current##*,}
    fi
    _svc_offer "$prefix" "$current" "\${svc_values[@]}"
    ;;
  words) _svc_offer "$prefix" "$current" "\${svc_values[@]}" ;;
  profiles) _svc_offer "$prefix" "$current" $(_svc_profiles) ;;
  names) _svc_offer_names "$prefix" "$current" "$5" "\${svc_values[@]}" ;;
  files) _svc_offer_paths "$prefix" "$current" -f ;;
  directories) _svc_offer_paths "$prefix" "$current" -d ;;
  esac
}

_svc() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' flag='' ended='' prefix='' project='' word i
  local svc_names svc_valued svc_kind
  local -a svc_children svc_flags svc_words svc_values svc_things
  COMPREPLY=()
  _svc_node ''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $flag ]]; then
      [[ $word == = ]] && continue
      [[ $flag == --project ]] && project=$word
      flag=''
    elif [[ -n $ended ]]; then
      continue
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word == -* ]]; then
      if [[ $svc_valued == *" $word "* ]]; then flag=$word; fi
    elif [[ $svc_names == *" $word "* ]]; then
      path="\${path:+$path }$word"
      _svc_node "$path"
    fi
  done
  [[ $current == = ]] && current=''
  if [[ -z $flag && -z $ended && $current == --*=* ]]; then
    flag=\${current%%=*}
    prefix="$flag="
    current=\${current#*=}
  fi
  if [[ -n $flag ]]; then
    [[ $flag == --project ]] && project=''
    _svc_offer_values "$path" "$flag" "$prefix" "$current" "$project"
  elif [[ -z $ended && $current == -* ]]; then
    _svc_offer '' "$current" "\${svc_flags[@]}"
  else
    _svc_offer '' "$current" "\${svc_children[@]}" "\${svc_words[@]}"
    _svc_offer_names '' "$current" "$project" "\${svc_things[@]}"
  fi
}

complete -F _svc svc`.replaceAll('\\${', '${');

/** A completion script for bash. */
export function bashScript({globals, nodes}: CompletionTree, version: string): string {
	const list = (words: readonly string[]) => words.map(quoted).join(' ');
	const flagNames = (flags: readonly CompletionFlag[]) => flags.flatMap(({names}) => names);
	const valued = (flags: readonly CompletionFlag[]) => flagNames(flags.filter(({value}) => value !== null));
	const cases = nodes.map(({paths, children, flags, words, things}) => {
		const names = children.flatMap(({name, aliases}) => [name, ...aliases]);
		return `  ${paths.map(quoted).join(' | ')})
    svc_children=(${list(children.map(({name}) => name))})
    svc_names=${quoted(` ${names.join(' ')} `)}
    svc_flags=(${list(flagNames([...flags, ...globals]))})
    svc_valued=${quoted(` ${valued([...flags, ...globals]).join(' ')} `)}
    svc_words=(${list(words)})
    svc_things=(${list(things)})
    ;;`;
	});
	const values = [
		...nodes.flatMap(({paths, flags}) =>
			flags.map(flag => valueCase(flag, name => paths.map(path => quoted(`${path} ${name}`)))),
		),
		...globals.map(flag => valueCase(flag, name => [`*${quoted(` ${name}`)}`])),
	];
	return `# Completion of svc ${version} for bash. Load it with: source <(svc completion bash)

_svc_node() { # path of a command: sets what may follow it
  svc_children=() svc_names='' svc_flags=() svc_valued='' svc_words=() svc_things=()
  case "$1" in
${cases.join('\n')}
  esac
}

_svc_value() { # path of a command, flag: sets what its value may be
  svc_kind='' svc_values=()
  case "$1 $2" in
${values.filter(Boolean).join('\n')}
  esac
}
${engine}
`;
}

/** @param patterns of a name of the flag behind the paths it belongs to */
function valueCase({names, value}: CompletionFlag, patterns: (name: string) => string[]): string {
	if (value === null || value.kind === 'any') return '';
	const kind = value.kind === 'words' && value.isList ? 'list' : value.kind;
	const known = value.kind === 'words' ? value.words : value.kind === 'names' ? [value.of] : [];
	const words = known.length > 0 ? ` svc_values=(${known.map(quoted).join(' ')})` : '';
	return `  ${names.flatMap(patterns).join(' | ')}) svc_kind=${kind}${words} ;;`;
}
