// `ebiri completion`: shell scripts that ask the program for completions.
#include <fmt/format.h>

#include <string>

#include "referee/cli/common/commands.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* completion_footer = R"(Examples:
  ebiri completion bash > ~/.local/share/bash-completion/completions/ebiri
  ebiri completion zsh > ~/.zfunc/_ebiri
  ebiri completion fish > ~/.config/fish/completions/ebiri.fish
  source <(ebiri completion bash)                         for this shell only

Prints a script that completes commands, options and their values (files, runs, variants, rulesets, keys of configs)
with the Tab key. The script calls `ebiri` for proposals. The first example needs the package bash-completion; the last
one needs no package. zsh reads the folder ~/.zfunc if ~/.zshrc has `fpath+=(~/.zfunc)` before `compinit`. `cmake
--install` installs these scripts too.
Exit code 0: printed; 2: unknown shell.)";

// `kind more before` are the fields of the first line of `command_line::proposals` (completion.hpp says what
// they mean). readline splits words at `=` and `:`. The script joins the parts. readline replaces only the
// last part, so the script cuts the others off the proposals.
constexpr const char* bash_script =
    R"sh(# Completion of ebiri's commands in bash, as `ebiri completion bash` prints it.

_ebiri() {
  local words=() word joined= last=${COMP_WORDS[COMP_CWORD]}
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ $word == [=:] || $joined ]] && ((${#words[@]} > 1)); then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    [[ $word == [=:] ]] && joined=yes || joined=
  done
  local cur=${words[${#words[@]}-1]} kind more before found
  {
    read -r kind more before
    mapfile -t found
  } < <("${words[0]/#\~/$HOME}" __complete "${words[@]:1}" 2>/dev/null)
  local start=${cur#"$before"}
  found=("${found[@]%%$'\t'*}")
  case $kind in
    file) mapfile -t -O ${#found[@]} found < <(compgen -f -- "$start") ;;
    folder | run) mapfile -t -O ${#found[@]} found < <(compgen -d -- "$start") ;;
    config)
      mapfile -t -O ${#found[@]} found < <(
        { compgen -f -X '!*.yaml' -- "$start"; compgen -f -X '!*.yml' -- "$start"; compgen -d -- "$start"; } | sort -u) ;;
    program) mapfile -t -O ${#found[@]} found < <({ compgen -c -- "$start"; compgen -f -- "$start"; } | sort -u) ;;
  esac
  [[ $last == [=:] ]] && last=
  local cut=${cur%"$last"}
  COMPREPLY=()
  for word in "${found[@]}"; do
    word=$before$word
    COMPREPLY+=("${word#"$cut"}")
  done
  [[ $more == - ]] || compopt -o nospace 2>/dev/null
  [[ $kind == text ]] || compopt -o filenames 2>/dev/null
}

complete -F _ebiri ebiri
)sh";

constexpr const char* zsh_script =
    R"sh(#compdef ebiri
# Completion of ebiri's commands in zsh, as `ebiri completion zsh` prints it.

_ebiri() {
  local kind more before program=${(Q)words[1]}
  local -a lines found suffix
  lines=("${(@f)$(${~program} __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  read -r kind more before <<< "$lines[1]"
  [[ -z $before ]] || compset -P '*='
  [[ $more == - ]] || suffix=(-S '')
  found=("${(@)lines[2,-1]}")
  found=("${(@)found//:/\\:}")
  found=("${(@)found/$'\t'/:}")
  (( ! $#lines[2,-1] )) || _describe -V proposal found $suffix
  case $kind in
    file) _files ;;
    folder | run) _files -/ ;;
    config) _files -g '*.(yaml|yml)' ;;
    program) _command_names -e; _files ;;
  esac
}

# Sourced, or found by the completion system.
if [[ $funcstack[1] == _ebiri ]]; then _ebiri "$@"; else compdef _ebiri ebiri; fi
)sh";

constexpr const char* fish_script =
    R"sh(# Completion of ebiri's commands in fish, as `ebiri completion fish` prints it.

function __ebiri_proposals
    set --local words (commandline --tokenize --cut-at-cursor --current-process)
    set --local current (commandline --current-token --cut-at-cursor)
    set --local lines (command $words[1] __complete $words[2..-1] "$current" 2>/dev/null)
    set --local head (string split ' ' -- $lines[1])
    for line in $lines[2..-1]
        echo "$head[3]$line"
    end
    switch $head[1]
        case file program
            __fish_complete_path (string replace -- "$head[3]" '' $current)
        case folder run
            __fish_complete_directories (string replace -- "$head[3]" '' $current)
        case config
            __fish_complete_suffix .yaml
            __fish_complete_suffix .yml
    end
end

complete --command ebiri --no-files --arguments '(__ebiri_proposals)'
)sh";

int print_script(const std::string& shell) {
  fmt::print("{}", shell == "bash" ? bash_script : shell == "zsh" ? zsh_script : fish_script);
  return 0;
}

}  // namespace

void add_completion(Command app, int& exit_code) {
  auto [command, shell] = add_command(app, exit_code, "completion", "Print a completion script for a shell",
                                      completion_footer, print_script);
  command.add_option("SHELL", shell, "The shell").required().one_of({"bash", "zsh", "fish"});
}

}  // namespace ebiri::cli
