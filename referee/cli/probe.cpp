// `ebiri probe`: examines one engine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/config/command.hpp"
#include "referee/config/values.hpp"
#include "referee/probe/probe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using probe::Finding;
using probe::Verdict;
using std::chrono::milliseconds;

struct ProbeArguments {
  std::string command;
  std::string variant;
  std::vector<std::string> rules;
  std::string start_limit = "10s", patience = "10s", prompt = "1s", margin = "50ms", grace = "1s";
  bool json = false;
};

constexpr const char* probe_footer = R"(Examples:
  ebiri probe "python3 my/hungry.py"
  ebiri probe bots/alphabeta --variant oware --rules awari
  ebiri probe "java -jar engine.jar" --start-limit 30s --json

The engine is started and examined: handshake, options, variants, readiness; for each variant that it announces
twenty positions, a quiz of positions in which one move is legal, a long line of moves, a whole game; then whether
a seed repeats its moves, limits, time for a move (10, 50 and 500 ms) and on a clock, `stop`, `isready` while it thinks,
what it does when nothing is asked, lines that it cannot know, garbage, `quit` and the end of input. It takes about ten
seconds, and five more for each variant. Whether a position is right can be looked up with `ebiri rules`.

Each line is a verdict, what was tried, and what was found:
  ok       as it should be
  warning  allowed, but it will cost games or somebody's time
  FAULT    against the protocol or the rules; with what was sent (>) and received (<), what was expected, what to do
  unclear  the machine was too busy to tell
  --       not examined, because of what went wrong before
Times are what a tournament would charge: waits for a core that others held are left out.

Exit code 0: no fault; 1: at least one; 2: the question is wrong, the program does not exist for example; 3: the
machine failed us, or was too busy to decide something.)";

constexpr int no_fault = 0, some_fault = expectation_failed;

std::string_view shown(Verdict verdict) {
  switch (verdict) {
    case Verdict::good:
      return "ok";
    case Verdict::warning:
      return "warning";
    case Verdict::fault:
      return "FAULT";
    case Verdict::undecided:
      return "unclear";
    case Verdict::not_examined:
      return "--";
  }
  return "";
}

std::string name_of(const Finding& finding) {
  return finding.variant.empty() ? finding.step : finding.variant + " " + finding.step;
}

void print(const Finding& finding) {
  fmt::print("{:<8} {:<28} {}\n", shown(finding.verdict), name_of(finding), printable(finding.found, 1000));
  const auto more = [](const char* title, const std::string& text) {
    if (!text.empty()) fmt::print("{:9}{}: {}\n", "", title, text);
  };
  more("expected", finding.expected);
  more("to do", finding.advice);
  if (finding.verdict == Verdict::fault)
    for (const std::string& line : finding.exchange) fmt::print("{:11}{}\n", "", line);
  if (!finding.errors.empty()) {
    fmt::print("{:9}its standard error ends with:\n", "");
    for (const auto line : split(trim(finding.errors), '\n')) fmt::print("{:11}{}\n", "", line);
  }
  std::fflush(stdout);
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void print_summary(const probe::Report& report) {
  std::string text = counted(report.count(Verdict::fault), "fault") + ", " +
                     counted(report.count(Verdict::warning), "warning") + " in " +
                     counted(report.findings.size(), "check");
  if (const auto unclear = report.count(Verdict::undecided); unclear > 0)
    text += fmt::format(", {} unclear", unclear);
  fmt::print("{}: {}\n", report.name.empty() ? "the engine" : printable(report.name, 100), text);
}

nlohmann::ordered_json json_of(const Finding& finding) {
  return {{"step", finding.step},
          {"variant", finding.variant},
          {"verdict", probe::word(finding.verdict)},
          {"found", finding.found},
          {"expected", finding.expected},
          {"advice", finding.advice},
          {"exchange", finding.exchange},
          {"errors", finding.errors}};
}

void print_json(const std::string& command, const probe::Report& report) {
  nlohmann::ordered_json document{{"command", command},
                                  {"name", report.name},
                                  {"author", report.author},
                                  {"variants", report.variants},
                                  {"faults", report.count(Verdict::fault)},
                                  {"warnings", report.count(Verdict::warning)},
                                  {"undecided", report.count(Verdict::undecided)},
                                  {"findings", nlohmann::ordered_json::array()},
                                  {"times", nlohmann::ordered_json::array()}};
  for (const Finding& finding : report.findings) document["findings"].push_back(json_of(finding));
  for (const auto& time : report.times)
    document["times"].push_back({{"limit_us", time.limit.count()},
                                 {"charged_us", time.charged.count()},
                                 {"wall_us", time.wall.count()},
                                 {"cpu_us", time.cpu.count()},
                                 {"wait_us", time.wait.count()}});
  fmt::print("{}\n", document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

Result<milliseconds> read_duration(const std::string& option, const std::string& text) {
  const auto parsed = config::duration(milliseconds(0), std::chrono::hours(1)).parse(text);
  if (const auto* value = std::get_if<milliseconds>(&parsed)) return *value;
  return Error{fmt::format("{}: it {}", option, std::get<config::Complaint>(parsed).what)};
}

Result<probe::Settings> settings_of(const ProbeArguments& arguments) {
  probe::Settings settings;
  auto words = config::resolve_command(arguments.command, config::search_path_for("."));
  if (!words) return words.error();
  settings.command.argv = std::move(*words);
  const std::tuple<const char*, const std::string&, milliseconds&> durations[] = {
      {"--start-limit", arguments.start_limit, settings.start_limit},
      {"--patience", arguments.patience, settings.patience},
      {"--prompt", arguments.prompt, settings.prompt},
      {"--margin", arguments.margin, settings.margin},
      {"--grace", arguments.grace, settings.grace}};
  for (const auto& [option, text, target] : durations) {
    const auto value = read_duration(option, text);
    if (!value) return value.error();
    target = *value;
  }
  settings.ready_limit = settings.start_limit;
  if (arguments.variant.empty() && !arguments.rules.empty())
    return Error{"--rules needs --variant: rulesets belong to variants"};
  if (arguments.variant.empty()) return settings;
  const auto selection = rules::parse_selection(arguments.variant, join(arguments.rules, " "));
  if (!selection) return selection.error();
  if (const auto rules = rules::make_rules(*selection); !rules) return rules.error();
  settings.selection = *selection;
  return settings;
}

int examine(const ProbeArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return refused(settings.error());
  const auto report = arguments.json ? probe::examine(*settings) : probe::examine(*settings, print);
  arguments.json ? print_json(arguments.command, report) : print_summary(report);
  if (report.count(Verdict::fault) > 0) return some_fault;
  return report.count(Verdict::undecided) > 0 ? machine_error : no_fault;
}

}  // namespace

void add_probe(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("probe", "Examine an engine: protocol, rules, time, manners");
  const auto arguments = std::make_shared<ProbeArguments>();
  command->add_option("COMMAND", arguments->command, "The program and its arguments, in one word")
      ->type_name("COMMAND")
      ->required();
  command->add_option("--variant", arguments->variant, "Only this variant, in place of all that it announces")
      ->type_name("VARIANT");
  command->add_option("--rules", arguments->rules, "A ruleset of that variant and its options")
      ->type_name("RULESET");
  command->add_option("--start-limit", arguments->start_limit,
                      "From the start to `ugiok`, and from `isready` to `readyok` (10s)");
  command->add_option("--patience", arguments->patience,
                      "Beyond a limit of time, until silence is a fault (10s)");
  command->add_option("--prompt", arguments->prompt,
                      "For what is due at once, after `stop` for example (1s)");
  command->add_option("--margin", arguments->margin,
                      "How much later than its limit an answer may come (50ms)");
  command->add_option("--grace", arguments->grace, "From `quit` to its exit (1s)");
  command->add_flag("--json", arguments->json, "One document of JSON, at the end");
  command->footer(probe_footer);
  command->callback([arguments, &exit_code] { exit_code = examine(*arguments); });
}

}  // namespace ebiri::cli
