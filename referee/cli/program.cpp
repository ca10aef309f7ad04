#include "referee/cli/program.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/commands.hpp"
#include "referee/command_line/completion.hpp"
#include "referee/command_line/help_text.hpp"
#include "referee/described/library.hpp"
#include "referee/process/machine.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::cli {

namespace {

// The groups of the help: title, names of the commands, and the functions that add them.
const std::tuple<const char*, const char*, std::vector<AddCommand*>> groups[] = {
    {"Play and learn",
     "play rules games variants analyze",
     {add_play, add_rules, add_games, add_variants, add_analyze}},
    {"Match and test",
     "match grade sprt probe reproduce openings",
     {add_match, add_grade, add_sprt, add_probe, add_reproduce, add_openings}},
    {"Tournaments",
     "init check options run watch serve rate report site replay convert",
     {add_init, add_check, add_options, add_run, add_watch, add_serve, add_rate, add_report, add_site,
      add_replay, add_convert}},
    {"Contests", "contest", {add_contest}},
    {"Machines", "doctor worker merge missing", {add_doctor, add_worker, add_merge, add_missing}},
    {"Tools",
     "oracle perft tables schema completion man",
     {add_oracle, add_perft, add_tables, add_schema, add_completion, add_man}},
};

constexpr const char* program_footer = R"(Examples:
  ebiri play                           play against an engine
  ebiri play bao --learn               learn a game: lesson, effects of moves, mistakes
  ebiri match ./mine alphabeta         is an engine stronger than a bot?
  ebiri grade ./mine                   how strong is an engine?
  ebiri run configs/quickstart.yaml    a tournament: Elo table and report
  ebiri analyze results/quickstart 7   why was game 7 lost?

`ebiri help COMMAND` says what a command does, with examples; `ebiri man COMMAND` shows its manual page.
Exit code 0: done; 1: an expectation failed, for example a test of two engines ended with H0; 2: the command line or the
config is invalid; 3: an engine could not start, or a system error; 4: a test without a verdict; 5: a bug in Ebiri; 130:
interrupted; the same command resumes a run.)";

// What to try instead of the unknown command `word`, which may be a command of the launcher, a common guess,
// or a game. `next` is the word after `word`.
std::string other_hint(std::string_view word, std::string_view next) {
  const bool of_tests = word == "bench" || word == "test";
  if (of_tests || word == "package" || word == "web")
    return fmt::format("; it works only in the source of Ebiri, as `./ebiri {}`{}", word,
                       of_tests ? "; for an engine: `ebiri probe`, `grade` or `match`" : "");
  // A hint is printed as `ebiri HINT`; a hint with two commands closes and opens the backquotes between them.
  constexpr std::pair<std::string_view, std::string_view> other_words[] = {
      {"ci", "sprt"},
      {"contest close", "contest lock"},
      {"contest create", "contest init"},
      {"contest new", "contest init"},
      {"contest remove", "contest withdraw"},
      {"contest show", "contest list"},
      {"contest submit", "contest add"},
      {"contest start", "contest open"},
      {"host", "contest"},
      {"contest status", "contest list"},
      {"elo", "grade` or `ebiri rate"},
      {"explain", "analyze RUN GAME` or `ebiri rules VARIANT"},
      {"game", "games` or `ebiri analyze RUN GAME"},
      {"levels", "grade"},
      {"new", "init"},
      {"review", "analyze"},
      {"show", "replay RUN GAME` or `ebiri analyze RUN GAME"},
      {"strength", "grade"},
      {"tournament", "run"},
      {"view", "replay RUN GAME"},
      {"why", "analyze RUN GAME` or `ebiri reproduce RUN GAME"}};
  for (const auto& [other, command] : other_words)
    if (word == other) return fmt::format("; try `ebiri {}`", command);
  if (word == "learn" || word == "lesson")
    return fmt::format("; try `ebiri play {}--learn`",
                       rules::make_rules(next, "") ? fmt::format("{} ", next) : "");
  return rules::make_rules(word, "") ? fmt::format("; try `ebiri play {0}` or `ebiri rules {0}`", word) : "";
}

// Reports an unknown command or subcommand. The parser would report a missing command instead.
std::optional<std::string> unknown_command(const CLI::App& app, int argc, char** argv) {
  const CLI::App* at = &app;
  std::string path;
  for (int i = 1; i < argc && argv[i][0] != '-'; ++i) {
    const auto commands = command_line::commands_below(*at);
    if (commands.empty() || !command_line::positionals_of(*at).empty()) return std::nullopt;
    const std::string_view word = argv[i];
    const std::vector<std::string> names = mapped(commands, &CLI::App::get_name);
    const auto found = std::ranges::find(names, word);
    if (found == names.end()) {
      std::string hint = other_hint(path + std::string{word}, i + 1 < argc ? argv[i + 1] : "");
      if (hint.empty()) hint = suggestion(word, names);
      return fmt::format("unknown command `{}{}`{}", path, printable(word, 80),
                         hint.empty() ? fmt::format("; `ebiri {}--help` lists all", path) : hint);
    }
    at = commands[static_cast<std::size_t>(found - names.begin())];
    path += *found + " ";
  }
  return std::nullopt;
}

const CLI::App& called_command(const CLI::App& app) {
  return app.get_subcommands().empty() ? app : called_command(*app.get_subcommands().back());
}

// Reports the first argument that the command does not take.
std::string unexpected_text(const CLI::App& app) {
  const CLI::App* command = &called_command(app);
  const std::vector<std::string> rest = app.remaining(true);
  std::vector<std::string> names;
  for (const CLI::Option* option : command_line::options_of(*command))
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  const std::string word = rest.empty() ? "" : rest.front();
  const auto near =
      nearest(std::string_view{word}.substr(std::min(word.find_first_not_of('-'), word.size())), names);
  const std::string hint = near ? fmt::format("did you mean `--{}`? ", *near) : "";
  // The keys are a command, or a command and the option that it lacks.
  static const std::map<std::string, std::string> advice{
      {"grade", "quote a command: `ebiri grade 'python3 bot.py'`, or write `ebiri grade bot.py`; "},
      {"grade--games", "a grade plays as many games as it needs, within `--time`; "},
      {"match--games", "did you mean `--pairs`? "},
      {"sprt", "for two engines write `--baseline OLD --candidate NEW`; "},
      {"sprt--games", "did you mean `--pairs`? "},
      {"report", "for one game write `ebiri replay RUN GAME`; "},
      {"rules", "write `--rules RULESET` or `--position POSITION`; "}};
  const auto known =
      advice.find(command->get_name() + (word.starts_with('-') ? word.substr(0, word.find('=')) : ""));
  return fmt::format("unexpected `{}`; {}`{} --help` lists the arguments", printable(word, 80),
                     known != advice.end() ? known->second : hint, command_line::full_name(*command));
}

// The parser's message in words like those of other messages.
std::string message_of(const CLI::ParseError& error) {
  std::string what = error.what();
  constexpr std::string_view unreadable = "Could not convert: ", exclusive = " excludes ";
  if (const auto at = what.find(": At Most 1 required");
      at != what.npos && dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return fmt::format("`{}` is given more than once", what.substr(0, at));
  if (what.starts_with(unreadable)) {
    const auto end = what.find(" = ");
    return fmt::format("{}: invalid value `{}`", what.substr(unreadable.size(), end - unreadable.size()),
                       printable(what.substr(end + 3), 80));
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr)
    what.replace(what.find(exclusive), exclusive.size(), " cannot be combined with ");
  return what;
}

// Whether standard output is a pipe without a reader: `poll` reports POLLERR alone. For a closed terminal it
// also reports POLLHUP.
bool is_pipe_closed() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) == POLLERR;
}

int call(int argc, char** argv) {
  int exit_code = 0;
  const std::string_view called = argc > 1 ? argv[1] : "";
  const auto program =
      make_program(exit_code, called == "man" ? "" : called);  // `man` prints the help of others
  CLI::App& app = *program;
  if (called == "help") {  // `help COMMAND` is `COMMAND --help`
    static char flag[] = "--help";
    std::rotate(argv + 1, argv + 2, argv + argc);
    argv[argc - 1] = flag;
  }
  if (argc == 1) {
    std::string group, text = app.help().substr(0, app.help().find("\nOptions:"));
    for (const CLI::App* command :
         app.get_subcommands([](const CLI::App* any) { return !any->get_name().empty(); })) {
      if (group != command->get_group()) text += fmt::format("\n{}:", group = command->get_group());
      text += " " + command->get_name();
    }
    fmt::print("{}\n\n`ebiri help` explains all commands, `ebiri help COMMAND` one.\n", text);
    return usage_error;
  }
  if (argv[1] == std::string_view{"__complete"}) {
    fmt::print("{}", command_line::proposals(app, std::vector<std::string>(argv + 2, argv + argc)));
    return 0;
  }
  if (const auto unknown = unknown_command(app, argc, argv)) {
    print_error("ebiri: {}\n", *unknown);
    return usage_error;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return fail(usage_error, unexpected_text(app));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    if (argc == 2 && called[0] != '-' &&
        !command_line::commands_below(called_command(app)).empty())  // only a group: `ebiri contest`
      return fmt::print("{}", app.help()), usage_error;
    return fail(usage_error, fmt::format("{}; `{} --help` lists the arguments", message_of(error),
                                         command_line::full_name(called_command(app))));
  }
  return exit_code;
}

}  // namespace

std::unique_ptr<CLI::App> make_program(int& exit_code, std::string_view only) {
  auto app = std::make_unique<CLI::App>("A referee and arena for mancala engines", "ebiri");
  app->formatter(command_line::help_formatter());
  app->set_version_flag("--version", "ebiri " + version_text() + ", " + __VERSION__);
  app->set_help_flag("-h,--help", "Print this help");
  app->require_subcommand(1);
  app->footer(program_footer);
  // The first pass adds only the command `only`; if there is no such command, the second adds all.
  for (const bool all : {false, true}) {
    if (!command_line::commands_below(*app).empty()) break;
    for (const auto& [title, names, commands] : groups)
      for (std::size_t i = 0; i < commands.size(); ++i) {
        if (!all && words(names).at(i) != only) continue;
        commands[i](Command{*app}, exit_code);
        app->get_subcommands([](const CLI::App*) { return true; }).back()->group(title);
      }
  }
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
    if (const auto* error = dynamic_cast<const std::system_error*>(&exception)) errno = error->code().value();
  }
  // A closed pipe (`| head`) is no error. If printing to it threw an exception, the command has not set
  // `exit_code`: return 0. A full disk is an error.
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (lost && (errno == EPIPE || is_pipe_closed())) return problem.empty() ? exit_code : 0;
  if (lost) problem = std::string{"cannot write to standard output: "} + std::strerror(errno);
  if (problem.empty()) return exit_code;
  std::fprintf(stderr, "ebiri: %s%s\n", lost ? "" : "internal error: ", problem.c_str());
  return lost ? system_error : internal_error;
}

}  // namespace ebiri::cli
