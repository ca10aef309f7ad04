// The script for fish: a line for each argument, with the condition under which it holds.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "referee/cli/help/completion_model.hpp"
#include "referee/cli/help/help_text.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* fish_functions =
    R"sh(# Completion of ebiri's commands in fish, as `ebiri completion fish` prints it.

function __ebiri_words --description 'The words so far that are no options'
    string match --invert -- '-*' (commandline --tokenize --cut-at-cursor --current-process)[2..-1]
end

function __ebiri_at --description 'Whether they begin with a command'
    set --local words (__ebiri_words)
    test "$words[1..$(count $argv)]" = "$argv"
end

function __ebiri_only --description 'Whether they are a command, and nothing else'
    set --local words (__ebiri_words)
    test "$words" = "$argv"
end

function __ebiri_runs
    set --local folder results
    set --query EBIRI_RESULTS; and set folder $EBIRI_RESULTS
    for journal in $folder/*/games.jsonl
        basename (dirname $journal)
    end
    __fish_complete_directories (commandline --current-token)
end

complete --command ebiri --no-files
)sh";

// A word in single quotes.
std::string fish_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_arguments(const CLI::Option& option) {
  const Expected expected = expected_of(option);
  std::vector<std::string> words = expected.words;
  switch (expected.kind) {
    case Expected::Kind::text:
    case Expected::Kind::file:
      break;
    case Expected::Kind::folder:
      words.emplace_back("(__fish_complete_directories (commandline --current-token))");
      break;
    case Expected::Kind::config:
      words.emplace_back("(__fish_complete_suffix .yaml)");
      words.emplace_back("(__fish_complete_suffix .yml)");
      break;
    case Expected::Kind::run:
      words.emplace_back("(__ebiri_runs)");
      break;
    case Expected::Kind::program:
      words.emplace_back("(__fish_complete_command)");
      break;
  }
  const bool files = expected.kind == Expected::Kind::file || expected.kind == Expected::Kind::program;
  return (files ? " --force-files" : "") +
         (words.empty() ? "" : " --arguments " + fish_quoted(join(words, " ")));
}

std::string fish_condition(const char* function, const CLI::App& command) {
  const std::string name = full_name(command);
  const auto blank = name.find(' ');
  return fmt::format("complete --command ebiri --condition '{}{}'", function,
                     blank == name.npos ? "" : name.substr(blank));
}

std::string fish_lines(const CLI::App& command) {
  std::string lines;
  const bool top = command.get_parent() == nullptr;
  for (const CLI::App* each : commands_below(command))
    lines += fmt::format("{} --arguments {} --description {}\n", fish_condition("__ebiri_only", command),
                         each->get_name(), fish_quoted(each->get_description()));
  for (const CLI::Option* option : options_of(command)) {
    lines += fish_condition(top ? "__ebiri_only" : "__ebiri_at", command);
    for (const std::string& name : option->get_snames()) lines += " --short-option " + name;
    for (const std::string& name : option->get_lnames()) lines += " --long-option " + name;
    const bool needs = !value_name(*option).empty() && option->get_expected_min() > 0;
    lines += (needs ? " --require-parameter" : "") +
             (value_name(*option).empty() ? "" : fish_arguments(*option)) + " --description " +
             fish_quoted(option->get_description()) + "\n";
  }
  for (const CLI::Option* option : positionals_of(command)) {
    const std::string arguments = fish_arguments(*option);
    if (!arguments.empty()) lines += fish_condition("__ebiri_at", command) + arguments + "\n";
  }
  return lines;
}

}  // namespace

std::string fish_completion(const CLI::App& program) {
  std::string text = fish_functions;
  for (const CLI::App* command : all_commands(program)) text += "\n" + fish_lines(*command);
  return text;
}

}  // namespace ebiri::cli
