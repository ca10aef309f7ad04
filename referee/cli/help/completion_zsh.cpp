// The script for zsh: a function for each command, in the words of `_arguments`.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "referee/cli/help/completion_model.hpp"
#include "referee/cli/help/help_text.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* zsh_functions = R"sh(
_ebiri_words() { compadd -- "$@" }
_ebiri_unfinished() { compadd -S '' -- "$@" }
_ebiri_configs() { _files -g '*.(yaml|yml)' }
_ebiri_runs() {
  compadd -- ${EBIRI_RESULTS:-results}/*/games.jsonl(N:h:t)
  _files -/
}
_ebiri_programs() { (( $# )) && compadd -- "$@"; _command_names -e; _files }

# Sourced, or found by the completion system.
if [[ $funcstack[1] == _ebiri ]]; then _ebiri "$@"; else compdef _ebiri ebiri; fi
)sh";

std::string zsh_function(const CLI::App& command) {
  return command.get_parent() == nullptr ? "_ebiri"
                                         : zsh_function(*command.get_parent()) + "_" + command.get_name();
}

// Text between brackets or colons of a word in single quotes.
std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  }
  return result;
}

std::string zsh_action(const CLI::Option& option) {
  const Expected expected = expected_of(option);
  const std::string words = join(expected.words, " ");
  switch (expected.kind) {
    case Expected::Kind::text:
      break;
    case Expected::Kind::file:
      return "_files";
    case Expected::Kind::folder:
      return "_files -/";
    case Expected::Kind::config:
      return "_ebiri_configs";
    case Expected::Kind::run:
      return "_ebiri_runs";
    case Expected::Kind::program:
      return "_ebiri_programs " + words;
  }
  if (words.empty()) return " ";
  return (expected.unfinished ? "_ebiri_unfinished " : "_ebiri_words ") + words;
}

// ` \` and a line for each name of an option: those of one exclude each other.
std::string zsh_option(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  const std::string others = names.size() > 1 ? "(" + join(names, " ") + ")" : "";
  const std::string before = takes_many(option) ? "*" : others;
  const std::string type = value_name(option);
  std::string lines;
  for (const std::string& name : names) {
    const bool joins = !type.empty() && name.starts_with("--") && !takes_many_at_once(option);
    std::string value;
    if (!type.empty()) {
      const char* colon = takes_many_at_once(option) ? ":*-*:" : option.get_expected_min() == 0 ? "::" : ":";
      value = fmt::format("{}{}:{}", colon, zsh_escaped(type), zsh_action(option));
    }
    lines += fmt::format(" \\\n    '{}{}{}[{}]{}'", before, name, joins ? "=" : "",
                         zsh_escaped(option.get_description()), value);
  }
  return lines;
}

std::string zsh_positional(const CLI::Option& option, int position) {
  const std::string place = takes_many(option) ? "*" : fmt::format("{}", position);
  const char* colon = option.get_required() || takes_many(option) ? ":" : "::";
  return fmt::format(" \\\n    '{}{}{}:{}'", place, colon, zsh_escaped(option.get_name(true, false)),
                     zsh_action(option));
}

std::string zsh_lines(const CLI::App& command) {
  const auto below = commands_below(command);
  std::string arguments = below.empty() ? "  _arguments -s" : "  _arguments -s -C";
  for (const CLI::Option* option : options_of(command)) arguments += zsh_option(*option);
  int position = 0;
  for (const CLI::Option* option : positionals_of(command)) arguments += zsh_positional(*option, ++position);
  if (below.empty()) return fmt::format("{}() {{\n{}\n}}\n\n", zsh_function(command), arguments);
  std::string described, cases;
  for (const CLI::App* each : below) {
    described += fmt::format("        '{}:{}'\n", each->get_name(), zsh_escaped(each->get_description()));
    cases += fmt::format("        {}) {} ;;\n", each->get_name(), zsh_function(*each));
  }
  return fmt::format(
      "{}() {{\n  local curcontext=$curcontext state line\n  typeset -A opt_args\n"
      "{} \\\n    '1: :->command' \\\n    '*:: :->rest'\n"
      "  case $state in\n    command)\n      local -a commands=(\n{}      )\n"
      "      _describe -t commands command commands ;;\n"
      "    rest)\n      case $words[1] in\n{}      esac ;;\n  esac\n}}\n\n",
      zsh_function(command), arguments, described, cases);
}

}  // namespace

std::string zsh_completion(const CLI::App& program) {
  std::string text =
      "#compdef ebiri\n# Completion of ebiri's commands in zsh, as `ebiri completion zsh` prints it.\n\n";
  for (const CLI::App* command : all_commands(program)) text += zsh_lines(*command);
  return text + (zsh_functions + 1);
}

}  // namespace ebiri::cli
