import type {CompletionTree} from './completion-tree.ts';
import {posixCases} from './posix-cases.ts';

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
export function bashScript(tree: CompletionTree, version: string): string {
	const {ofNodes, ofValues} = posixCases(tree, {
		open: '  ',
		indent: '    ',
		childWord: ({name}) => name,
		flagWords: flags => flags.flatMap(({names}) => names),
	});
	return `# Completion of svc ${version} for bash. Load it with: source <(svc completion bash)

_svc_node() { # path of a command: sets what may follow it
  svc_children=() svc_names='' svc_flags=() svc_valued='' svc_words=() svc_things=()
  case "$1" in
${ofNodes}
  esac
}

_svc_value() { # path of a command, flag: sets what its value may be
  svc_kind='' svc_values=()
  case "$1 $2" in
${ofValues}
  esac
}
${engine}
`;
}
