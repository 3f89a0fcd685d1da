// Copyright 2026 the lnk authors. MIT license.

/**
 * The completion scripts. Each asks the program itself what may come next, so
 * that none of them knows a command, and falls back to file names.
 *
 * @module
 */

/** The shells that have a script. */
export type Shell = "bash" | "zsh" | "fish";

/** bash splits words at = and :, the program does not: they are joined for it, and cut off its answers. */
const BASH = String.raw`# bash completion for lnk-tool.
# For this shell: source <(lnk-tool completions bash)
# For good: write it to ~/.local/share/bash-completion/completions/lnk-tool
_lnk_tool() {
  local i word last=0 glued='' cut='' words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${"$"}{COMP_WORDS[i]}
    if [[ $word =~ ^[=:]+$ && $i -gt 1 ]]; then
      words[last]+=$word
      cut=${"$"}{words[last]}
      glued=1
    elif [[ $glued ]]; then
      words[last]+=$word
      glued=''
    else
      last=${"$"}{#words[@]}
      words[last]=$word
      cut=''
    fi
  done
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    COMPREPLY+=("${"$"}{word#"$cut"}")
  done < <("${"$"}{1/#~\//$HOME/}" __complete "${"$"}{words[@]}" 2>/dev/null)
}
complete -o bashdefault -o default -F _lnk_tool lnk-tool
`;

const ZSH = String.raw`#compdef lnk-tool
# zsh completion for lnk-tool.
# For this shell: source <(lnk-tool completions zsh)
# For good: write it to a file _lnk-tool in a folder of $fpath
_lnk-tool() {
  local line program=${"$"}{(Q)words[1]/#\~\//$HOME/}
  local -a proposals
  while IFS= read -r line; do
    proposals+=("${"$"}{${"$"}{line%%$'\t'*}//:/\\:}:${"$"}{line#*$'\t'}")
  done < <("$program" __complete "${"$"}{(@Q)words[2,CURRENT]}" 2>/dev/null)
  if (( $#proposals )); then
    _describe lnk-tool proposals
  else
    compset -P '--*='
    _files
  fi
}
if [[ $funcstack[1] == _lnk-tool ]]; then
  _lnk-tool "$@"
else
  compdef _lnk-tool lnk-tool
fi
`;

const FISH = String.raw`# fish completion for lnk-tool.
# For this shell: lnk-tool completions fish | source
# For good: write it to ~/.config/fish/completions/lnk-tool.fish
function __lnk_tool_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    command -q -- $program; or return
    set -l proposals (command $program __complete $words[2..-1] "$token" 2>/dev/null)
    if test (count $proposals) -gt 0
        printf '%s\n' $proposals
    else if set -l parts (string match -r '^(--[^=]*=)(.*)' -- $token)
        printf '%s\n' $parts[2](__fish_complete_path $parts[3])
    else
        __fish_complete_path $token
    end
end
complete -c lnk-tool -f -a '(__lnk_tool_complete)'
`;

/** The script of each shell. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
};
