// The script for bash: tables of the commands and of what their arguments take, and a function that reads
// them.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "referee/cli/help/completion_model.hpp"
#include "referee/cli/help/help_text.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

// `words` are the command's up to the one that is completed, which is `cur`. Pieces that readline has made of
// `--format=json` or `0.0.0.0:80` are put together again.
constexpr const char* bash_functions = R"sh(
_ebiri_runs() {
  local journal
  for journal in "${EBIRI_RESULTS:-results}"/*/games.jsonl; do
    [[ -e $journal ]] || continue
    journal=${journal%/games.jsonl}
    printf '%s\n' "${journal##*/}"
  done
}

_ebiri_candidates() {  # KIND WORDS START
  compgen -W "$2" -- "$3"
  case $1 in
    file) compgen -f -- "$3" ;;
    folder) compgen -d -- "$3" ;;
    config) compgen -f -X '!*.yaml' -- "$3"; compgen -f -X '!*.yml' -- "$3"; compgen -d -- "$3" ;;
    run) compgen -W "$(_ebiri_runs)" -- "$3"; compgen -d -- "$3" ;;
    program) compgen -c -- "$3"; compgen -f -- "$3" ;;
  esac
}

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
  local cur=${words[${#words[@]}-1]} path= position=0 open= at
  local commands options takes kind choices unfinished
  for ((at = 1; at < ${#words[@]} - 1; ++at)); do
    word=${words[at]}
    _ebiri_command "$path"
    if [[ $word == -* ]]; then
      open=
      _ebiri_argument "$path" "${word%%=*}"
      [[ $takes == many || $takes && $word != *=* ]] && open=$word
    elif [[ $open ]]; then
      _ebiri_argument "$path" "${open%%=*}"
      [[ $takes == many ]] || open=
    elif [[ " $commands " == *" $word "* ]]; then
      path+=" $word" position=0
    else
      position=$((position + 1))
    fi
  done
  _ebiri_command "$path"
  local start=$cur before=
  if [[ $cur == --*=* ]]; then
    _ebiri_argument "$path" "${cur%%=*}"
    start=${cur#*=} before=${cur%%=*}=
  elif [[ $cur == -* ]]; then
    kind=text choices=$options unfinished=
  elif [[ $open ]]; then
    _ebiri_argument "$path" "${open%%=*}"
  elif [[ $commands ]]; then
    kind=text choices=$commands unfinished=
  else
    _ebiri_argument "$path" "$((position + 1))"
    [[ $takes ]] || _ebiri_argument "$path" +
  fi
  [[ $last == [=:] ]] && last=
  local cut=${cur%"$last"} candidate
  COMPREPLY=()
  while IFS= read -r candidate; do
    candidate=$before$candidate
    COMPREPLY+=("${candidate#"$cut"}")
  done < <(_ebiri_candidates "$kind" "$choices" "$start" | sort -u)
  [[ ! $unfinished ]] || compopt -o nospace 2>/dev/null
  [[ $kind == text ]] || compopt -o filenames 2>/dev/null
}

complete -F _ebiri ebiri
)sh";

std::string bash_path(const CLI::App& command) {
  return command.get_parent() == nullptr ? "" : bash_path(*command.get_parent()) + " " + command.get_name();
}

std::vector<std::string> bash_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string bash_commands(const CLI::App& command) {
  std::vector<std::string> below, options;
  for (const CLI::App* each : commands_below(command)) below.push_back(each->get_name());
  for (const CLI::Option* option : options_of(command))
    for (const std::string& name : bash_names(*option)) options.push_back(name);
  return fmt::format("    '{}') commands='{}' options='{}' ;;\n", bash_path(command), join(below, " "),
                     join(options, " "));
}

// What a name or a position of a command takes.
std::string bash_argument(const std::string& pattern, const CLI::Option& option, const char* takes) {
  static constexpr const char* kinds[] = {"text", "file", "folder", "config", "run", "program"};
  const Expected expected = expected_of(option);
  return fmt::format("    {}) takes={} kind={} choices='{}' unfinished={} ;;\n", pattern, takes,
                     kinds[static_cast<std::size_t>(expected.kind)], join(expected.words, " "),
                     expected.unfinished ? "yes" : "");
}

std::string bash_arguments(const CLI::App& command) {
  std::string lines;
  const std::string path = bash_path(command);
  for (const CLI::Option* option : options_of(command)) {
    if (value_name(*option).empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : bash_names(*option))
      patterns.push_back(fmt::format("'{} {}'", path, name));
    lines += bash_argument(join(patterns, " | "), *option, takes_many_at_once(*option) ? "many" : "one");
  }
  int position = 0;
  for (const CLI::Option* option : positionals_of(command)) {
    ++position;
    const std::string place = takes_many(*option) ? "+" : fmt::format("{}", position);
    lines += bash_argument(fmt::format("'{} {}'", path, place), *option, "one");
  }
  return lines;
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  std::string below, taken;
  for (const CLI::App* command : all_commands(program)) {
    below += bash_commands(*command);
    taken += bash_arguments(*command);
  }
  return "# Completion of ebiri's commands in bash, as `ebiri completion bash` prints it.\n\n"
         "_ebiri_command() {  # PATH: what is below it\n  commands= options=\n  case $1 in\n" +
         below +
         "  esac\n}\n\n"
         "_ebiri_argument() {  # PATH OPTION|POSITION|+: what it takes\n  takes= kind=text choices= "
         "unfinished=\n"
         "  case \"$1 $2\" in\n" +
         taken + "  esac\n}\n" + bash_functions;
}

}  // namespace ebiri::cli
