#include "referee/cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/cli/help/commands.hpp"
#include "referee/cli/help/completion.hpp"
#include "referee/cli/help/help_text.hpp"
#include "referee/described/library.hpp"
#include "referee/process/machine.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::cli {

namespace {

// In the order of the help.
constexpr void (*commands[])(CLI::App&, int&) = {
    add_run,     add_worker,  add_play,     add_init,    add_check,  add_rate,       add_sprt,
    add_watch,   add_serve,   add_merge,    add_missing, add_report, add_analyze,    add_replay,
    add_convert, add_probe,   add_variants, add_rules,   add_oracle, add_perft,      add_openings,
    add_tables,  add_options, add_schema,   add_contest, add_doctor, add_completion, add_man,
};

constexpr const char* program_footer = R"(Examples:
  ebiri run configs/quickstart.yaml    play a round robin of five engines and print the Elo table
  ebiri check my.yaml                  everything that is wrong with a config, at once
  ebiri replay results/quickstart      confirm every recorded game
  ebiri COMMAND --help                 what a command does, with examples

`ebiri completion` prints what a shell needs to complete commands, `ebiri man COMMAND` shows a manual page; `./ebiri test`
builds and runs the test suite.
Exit code 0: done; 1: an expectation failed, a test of two engines ends with H0 for example; 2: the command line or the
config is wrong; 3: an engine could not start, or a system error; 4: a test without a verdict; 5: a bug in Ebiri; 130:
interrupted, and the same command goes on.)";

// The parser would only say that a command is missing. The commands of `contest`, say, are looked at too.
std::optional<std::string> unknown_command(const CLI::App& app, int argc, char** argv) {
  const CLI::App* at = &app;
  std::string said;
  for (int i = 1; i < argc && argv[i][0] != '-'; ++i) {
    const auto commands_below = at->get_subcommands([](const CLI::App*) { return true; });
    if (commands_below.empty()) return std::nullopt;
    const std::string_view word = argv[i];
    std::vector<std::string> names;
    for (const CLI::App* command : commands_below) names.push_back(command->get_name());
    const auto found = std::ranges::find(names, word);
    if (found == names.end()) {
      const std::string hint = suggestion(word, names);
      return fmt::format("unknown command `{}{}`{}", said, printable(word, 80),
                         hint.empty() ? fmt::format("; `ebiri {}--help` lists all", said) : hint);
    }
    at = commands_below[static_cast<std::size_t>(found - names.begin())];
    said += *found + " ";
  }
  return std::nullopt;
}

int call(int argc, char** argv) {
  int exit_code = 0;
  const auto program = make_program(exit_code);
  CLI::App& app = *program;
  if (argc > 1 && argv[1] == std::string_view{"__complete"}) {
    fmt::print("{}", proposals(app, std::vector<std::string>(argv + 2, argv + argc)));
    return 0;
  }
  if (const auto unknown = unknown_command(app, argc, argv)) {
    fmt::print(stderr, "ebiri: {}\n", *unknown);
    return usage_error;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : usage_error;
  }
  return exit_code;
}

}  // namespace

std::unique_ptr<CLI::App> make_program(int& exit_code) {
  auto app = std::make_unique<CLI::App>("A referee and arena for mancala engines", "ebiri");
  app->formatter(help_formatter());
  app->set_version_flag("--version", "ebiri " + version_text() + ", " + __VERSION__);
  app->set_help_flag("-h,--help", "Print this help");
  app->require_subcommand(1);
  app->footer(program_footer);
  for (const auto add : commands) add(*app, exit_code);
  return app;
}

int program(int argc, char** argv) {
  process::prepare_process();
  described::offer_games();
  int exit_code = internal_error;
  std::string problem;
  try {
    exit_code = call(argc, argv);
  } catch (const std::exception& exception) {
    problem = exception.what();
  }
  // Whoever reads us may have gone (`| head`): that is no error. A full disk is.
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (lost && errno == EPIPE) return problem.empty() ? exit_code : 0;
  if (lost) problem = std::string{"cannot write to standard output: "} + std::strerror(errno);
  if (problem.empty()) return exit_code;
  std::fprintf(stderr, "ebiri: %s%s\n", lost ? "" : "internal error: ", problem.c_str());
  return lost ? machine_error : internal_error;
}

}  // namespace ebiri::cli
