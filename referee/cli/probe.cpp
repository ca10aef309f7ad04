// `ebiri probe`: tests one engine against the protocol.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <tuple>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/config/command.hpp"
#include "referee/config/command_line.hpp"
#include "referee/config/values.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/probe/probe.hpp"
#include "referee/support/print_error.hpp"

namespace ebiri::cli {

namespace {

using std::chrono::milliseconds;

struct ProbeArguments : RulesArguments {
  std::string command, dialect{player::native_dialect};
  std::string start_limit = "10s", patience = "10s", prompt = "1s", margin = "50ms", grace = "1s";
  bool json = false;
};

constexpr const char* probe_footer = R"(Examples:
  ebiri probe "python3 my/hungry.py"
  ebiri probe bots/alphabeta --variant oware --rules awari
  ebiri probe "java -jar engine.jar" --start-limit 30s --json
  ebiri probe my/contest_bot --dialect codingame

Starts the engine and tests its handshake, options, variants and readiness. Each variant that it announces is tested
with twenty positions, a quiz of positions with one legal move, a long sequence of moves, and a whole game. Further
tests: limits, time per move (10, 50 and 500 ms) and on a clock, the same moves with the same seed, `stop`, `isready`
during a search, idle time, unknown commands, invalid input, `quit` and the end of input. The tests take about ten
seconds, and five more per variant. For dialects other than `ugi`, the command tests the start, twenty positions (not
for `mankalah`), and two whole games with their times. `ebiri rules` shows the legal moves of a position.

Each line has a verdict, the test, and its result:
  ok       passed
  warning  allowed, but it can lose games or time
  FAULT    violates the protocol or the rules; with lines sent (>) and received (<), the expected answer, and advice
  unclear  the machine was too busy to decide
  --       not tested; the line says why
Times are those that a tournament would charge: they exclude time in which the engine waits for a core. The last lines
say what the engine is ready for, and show its entry for a config.

Exit code 0: no fault; 1: at least one; 2: invalid arguments, for example a program that does not exist; 3: a system
error, or the machine was too busy to decide a test.)";

Result<milliseconds> read_duration(const std::string& option, const std::string& text) {
  const auto parsed = config::duration(milliseconds(0), std::chrono::hours(1)).parse(text);
  if (const auto* value = std::get_if<milliseconds>(&parsed)) return *value;
  return Error{fmt::format("{}: it {}", option, std::get<config::ValueError>(parsed).what)};
}

Result<probe::Settings> settings_of(const ProbeArguments& arguments) {
  probe::Settings settings;
  const auto search = config::search_path_for(".");
  auto words = config::resolve_command(config::engine_argument(arguments.command).command, search);
  if (!words) return words.error();
  if (const auto problem = config::command_problem(*words, search.working, search); !problem.empty())
    return Error{problem};
  settings.command.argv = std::move(*words);
  const std::tuple<const char*, const std::string&, milliseconds&> durations[] = {
      {"--start-limit", arguments.start_limit, settings.start_limit},
      {"--patience", arguments.patience, settings.patience},
      {"--prompt", arguments.prompt, settings.prompt_reply_limit},
      {"--margin", arguments.margin, settings.margin},
      {"--grace", arguments.grace, settings.stop_grace}};
  for (const auto& [option, text, target] : durations) {
    const auto value = read_duration(option, text);
    if (!value) return value.error();
    target = *value;
  }
  settings.ready_limit = settings.start_limit;
  settings.dialect = arguments.dialect;
  if (arguments.variant.empty() && !arguments.rules.empty())
    return Error{"--rules needs --variant: rulesets belong to variants"};
  if (arguments.variant.empty()) return settings;
  const auto selection = rules::parse_selection(arguments.variant, arguments.ruleset());
  if (!selection) return selection.error();
  const auto rules = rules::make_rules(*selection);
  if (!rules) return rules.error();
  if (const auto problem = player::dialect_problem(player::dialect(arguments.dialect), **rules);
      !problem.empty())
    return Error{problem};
  settings.selection = *selection;
  return settings;
}

// The engine as an element of `engines` in a config.
std::string config_lines(const ProbeArguments& arguments, const probe::Report& report) {
  config::EngineArgument engine = config::engine_argument(arguments.command);
  if (!report.name.empty()) engine.name = config::engine_name_of_file(report.name);
  return "in the `engines` of a config:\n" +
         config::engine_yaml(
             engine, arguments.dialect == player::native_dialect ? "" : arguments.dialect,
             report.warm_up_moves > 0 ? fmt::format(", warm-up: {{moves: {}}}", report.warm_up_moves) : "");
}

// Shows progress if all output goes to terminals; an empty text removes the line.
void show_progress(const std::string& text) {
  if (isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) print_error("\r{}\x1b[K", text);
}

int examine(const ProbeArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return fail_usage(settings.error());
  int results = 0;
  show_progress("running the first test");
  const auto report = probe::examine(*settings, [&](const probe::Finding& finding) {
    show_progress("");
    if (!arguments.json) fmt::print("{}", text_of(finding));
    std::fflush(stdout);
    show_progress(fmt::format("{} results; running the next test", ++results));
  });
  show_progress("");
  if (arguments.json)
    fmt::print("{}", to_json(report, arguments.command));
  else
    fmt::print("{}{}{}", summary(report), readiness(report), config_lines(arguments, report));
  if (report.count(probe::Verdict::fault) > 0) return expectation_failed;
  return report.count(probe::Verdict::undecided) > 0 ? system_error : 0;
}

}  // namespace

void add_probe(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "probe", "Check an engine's protocol, rules, time and behaviour",
                  probe_footer, examine);
  command.add_option("COMMAND", arguments.command, "The program and its arguments, in quotes").required();
  command.add_option("--dialect", arguments.dialect, "The protocol that the engine speaks")
      .show_default()
      .one_of(player::dialect_words());
  command.add_option("--variant VARIANT", arguments.variant,
                     "Test only this variant; default: all that the engine announces");
  command.add_option("--rules RULESET", arguments.rules, "A ruleset of that variant and its options");
  const auto duration = [&command = command](const char* flag, std::string& text, const char* about) {
    command.add_option(std::string{flag} + " DURATION", text, about).show_default();
  };
  duration("--start-limit", arguments.start_limit,
           "Longest time from the start to `ugiok`, and from `isready` to `readyok`");
  duration("--patience", arguments.patience, "How long to wait for a late answer after its limit has passed");
  duration("--prompt", arguments.prompt,
           "Longest time for an answer that needs no search, for example after `stop`");
  duration("--margin", arguments.margin, "Tolerance: an answer may be this late");
  duration("--grace", arguments.grace, "Longest time from `quit` to the engine's exit");
  command.add_flag("--json", arguments.json, "Print one JSON document at the end");
}

}  // namespace ebiri::cli
