import type {CompletionTree} from './completion-tree.ts';
import {posixCases} from './posix-cases.ts';

const engine = String.raw`
_svc_profiles() {
  sed -n 's/^[[:space:]]*\[\([A-Za-z0-9._-]*\)\][[:space:]]*$/\1/p' "\${SVC_HOME:-$HOME/.svc}/credentials" 2>/dev/null
}

_svc_offer_names() { # project, what...
  local project=$1 what
  local -a found
  shift
  for what in "$@"; do
    found=(\${(f)"$(command svc completion --names "$what" --beginning="\${(Q)PREFIX}" \${project:+--project="$project"} 2>/dev/null)"})
    (( $#found )) && compadd -a found
  done
}

_svc_offer_values() { # path, flag, project
  _svc_value "$1" "$2"
  case "$svc_kind" in
    list) compset -P '*,'; compadd -a svc_values ;;
    words) compadd -a svc_values ;;
    names) _svc_offer_names "$3" $svc_values ;;
    profiles) compadd -- \${(f)"$(_svc_profiles)"} ;;
    files) _files ;;
    directories) _files -/ ;;
  esac
}

_svc() {
  local svc_path='' flag='' ended='' project='' word svc_names svc_valued svc_kind
  local -a svc_children svc_flags svc_words svc_values svc_things
  integer i
  _svc_node ''
  for ((i = 2; i < CURRENT; i++)); do
    word=\${(Q)words[i]}
    if [[ -n $flag ]]; then
      [[ $flag == --project ]] && project=$word
      flag=''
    elif [[ -n $ended ]]; then
      continue
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word == -* ]]; then
      [[ $word == --project=* ]] && project=\${word#*=}
      if [[ $svc_valued == *" $word "* ]]; then flag=$word; fi
    elif [[ $svc_names == *" $word "* ]]; then
      svc_path="\${svc_path:+$svc_path }$word"
      _svc_node "$svc_path"
    fi
  done
  if [[ -n $flag ]]; then
    _svc_offer_values "$svc_path" "$flag" "$project"
  elif [[ -z $ended && $PREFIX == --*=* ]]; then
    flag=\${PREFIX%%=*}
    compset -P '*='
    _svc_offer_values "$svc_path" "$flag" "$project"
  elif [[ -z $ended && $PREFIX == -* ]]; then
    _describe -o flag svc_flags
  else
    (( $#svc_children )) && _describe command svc_children
    (( $#svc_words )) && compadd -a svc_words
    (( $#svc_things )) && _svc_offer_names "$project" $svc_things
  fi
}

# Run by the completion system when the file lies in $fpath; else it is being sourced.
if [[ $funcstack[1] == _svc ]]; then
  _svc "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _svc svc
fi`.replaceAll('\\${', '${');

/** A completion script for zsh. */
export function zshScript(tree: CompletionTree, version: string): string {
	const {ofNodes, ofValues} = posixCases(tree, {
		open: '    (',
		indent: '      ',
		childWord: ({name, summary}) => `${name}:${summary}`,
		flagWords: flags => flags.flatMap(({names, summary}) => names.map(name => `${name}:${summary}`)),
	});
	return `#compdef svc
# Completion of svc ${version} for zsh. Load it with: source <(svc completion zsh)

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
