// `ebiri sprt`: a sequential probability ratio test of two engines, played here or elsewhere.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/config_flags.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/config/command_line.hpp"
#include "referee/config/yaml.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

// Flags for keys of a config. Those with a `fallback` have this default in a test of two commands.
constexpr ConfigFlag sprt_flags[] = {
    {"--elo0", "sprt.elo0"},
    {"--elo1", "sprt.elo1"},
    {"--alpha", "sprt.alpha"},
    {"--beta", "sprt.beta"},
    {"--model", "sprt.model"},
    {"--game,--variant", "variant"},
    {"--pairs", "pairs", "10000"},
    {"--openings", "openings", "{random-plies: 8}", "file"},
    {"--limit", "limit", "{move: 100ms}"},
    {"--seed", "seed"},
    {"--slots", "slots"},
    {"--name", "name", "CANDIDATE-vs-BASELINE-sprt"},
};

struct SprtArguments {
  std::string pentanomial, results;           ///< results of games played elsewhere
  std::string config;                         ///< the file of a test
  std::string baseline, candidate;            ///< the commands of a test
  std::string baseline_name, candidate_name;  ///< empty: made from the commands
  std::string format = "text";
  ConfigFlags flags;
  RunArguments run;

  bool to_be_played() const { return !config.empty() || !baseline.empty() || !candidate.empty(); }
};

constexpr const char* sprt_footer = R"(Examples:
  ebiri sprt --baseline ./old --candidate ./new --limit nodes=20000 --elo0 -40 --elo1 0
  ebiri sprt configs/ci/sprt.yaml --junit sprt.xml
  ebiri sprt --pentanomial 61,214,603,248,80 --elo0 0 --elo1 10
  ebiri sprt --results 935,456,1021 --elo0 -5 --elo1 0 --alpha 0.01 --beta 0.1

The hypotheses decide what passes. The defaults, 0 and 10, accept only a stronger candidate; an equal one fails. To
reject only a weaker one, for example in CI, use --elo0 -40 --elo1 0: an equal candidate then passes.
A sequential probability ratio test (SPRT) plays until there is a verdict, or until `pairs` openings are played. The
same command resumes after an interruption, unless an engine's program has changed; then --force-new starts again. Use
--force-new also if a file that an engine loads has changed, such as its network: Ebiri does not notice that. The
verdict uses the opening pairs in the order of the schedule, so it does not depend on the number of games at a time.
Later pairs stay in the journal and do not count.
CONFIG names the engines itself. A flag for one of its keys, such as --elo0, replaces the value. The defaults of
--pairs, --openings, --limit and --name do not apply to it.
The test uses each opening once. It stops without a verdict when no opening is left, or when the engines repeat their
games: 20 pairs in a row, or more than half of the last 50, are equal to earlier ones move for move.
LLR is the log likelihood ratio of H1 to H0. The percentage beside it is LLR divided by the bound of the likelier
hypothesis; at 100 % this hypothesis is accepted.
`H1 63.0%` in the progress is the probability that the test will accept H1.

With --pentanomial or --results `ebiri sprt` evaluates games played elsewhere. Fix the number of games in advance:
repeated looks make the error probabilities wrong. An opening pair is two games from one opening, in which each engine
moves first once. Prefer pairs to single games: a test of pairs needs fewer games, especially if the first move is a
large advantage. Counts are those of the candidate, worst result first; LD is a pair with a loss and a draw.

--model selects the unit of --elo0 and --elo1. `normalized` Elo divides the mean score by its standard deviation, so
tests with the same bounds need about the same number of games for any draw rate and openings. `logistic` is the usual
Elo of the mean score. `bayesian` is the Elo of BayesElo, with the draw rate estimated from single games.

A game that is lost by a fault (a crash, an illegal move, a time loss) counts as a loss, no more: a candidate that
crashes can pass. With --fail-on-fault it fails. --junit writes a test case, which passes with H1, fails with H0, is
skipped without a verdict, and is an error if the test did not end; --fail-on-fault adds a second one. Under GitHub
Actions the command also writes an annotation and a summary of the step.

Exit code 0: H1 is accepted; 1: H0 is accepted (no improvement; with --elo1 0: weaker), or with --fail-on-fault the
candidate lost by a fault; 2: invalid arguments; 3: an engine cannot start, or a system error; 4: no verdict, because
`pairs` or the openings are used up or the games repeat; 130: interrupted, the same command resumes.)";

constexpr std::int64_t max_count = 1'000'000'000'000;

// Parses the results of games, whole numbers separated by commas; errors go to `problems`.
template <class Counts>
std::optional<report::SprtResults> results_of(const std::string& option, const std::string& text,
                                              const char* expected, std::vector<std::string>& problems) {
  Counts counts{};
  const auto parts = split(text, ',');
  bool valid = parts.size() == counts.size();
  for (std::size_t k = 0; valid && k < counts.size(); ++k) {
    const auto number = parse_integer<std::int64_t>(trim(parts[k]));
    counts[k] = number.value_or(-1);
    valid = 0 <= counts[k] && counts[k] <= max_count;
  }
  if (!valid) {
    problems.push_back(fmt::format("`{} {}`: expected {}", option, printable(text, 80), expected));
    return std::nullopt;
  }
  if (std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) == 0) {
    problems.push_back(fmt::format("`{} {}`: expected at least one result", option, text));
    return std::nullopt;
  }
  return counts;
}

// The counts of `--pentanomial` or `--results`; exactly one must be given. Errors go to `problems`.
std::optional<report::SprtResults> read_results(const SprtArguments& arguments, rating::SprtModel model,
                                                std::vector<std::string>& problems) {
  if (arguments.pentanomial.empty() == arguments.results.empty()) {
    problems.emplace_back(
        "expected one of CONFIG, --baseline with --candidate, --pentanomial LL,LD,DD+WL,WD,WW, and "
        "--results L,D,W");
    return std::nullopt;
  }
  if (!arguments.results.empty())
    return results_of<rating::Trinomial>(
        "--results", arguments.results,
        "losses, draws and wins of games: three whole numbers such as 935,456,1021", problems);
  if (model == rating::SprtModel::bayesian)
    problems.emplace_back(
        "`--model bayesian` needs single games: expected --results L,D,W, since pairs do not distinguish "
        "two draws from a win and a loss");
  return results_of<rating::Pentanomial>(
      "--pentanomial", arguments.pentanomial,
      "opening pairs by points 0, 1/2, 1, 3/2, 2: five whole numbers such as 61,214,603,248,80", problems);
}

int judge(const SprtArguments& arguments) {
  constexpr std::string_view section = "sprt.";
  std::vector<std::string> keys, problems, test_problems;
  for (const std::string& key : arguments.flags.overrides(arguments.run.overrides))
    if (key.starts_with(section))
      keys.push_back(key.substr(section.size()));
    else if (key.starts_with("sprt="))
      problems.push_back(
          fmt::format("`{}`: given results take the keys one by one, such as `--set sprt.elo0=-5`", key));
    else
      problems.push_back(
          fmt::format("`{}` needs a test to be played; given results take only keys of `sprt`", key));
  const auto test = config::read_test(keys, test_problems);
  const auto results = read_results(arguments, test.model, problems);
  problems.insert(problems.end(), test_problems.begin(), test_problems.end());
  for (const std::string& problem : problems) print_error("ebiri: {}\n", problem);
  if (!problems.empty()) return usage_error;
  const report::SprtAnswer answer = report::sprt_answer(test, *results);
  fmt::print("{}", arguments.format == "json" ? answer.json : answer.text);
  return exit_code_of(answer.decision);
}

// The candidate and the baseline. By default a bot has a name such as `alphabeta-3`, and any other engine the
// name of its program. Equal names become `candidate` and `baseline`, unless they are given.
std::array<config::EngineArgument, 2> engines_of(const SprtArguments& arguments) {
  std::array<config::EngineArgument, 2> engines{config::engine_argument(arguments.candidate),
                                                config::engine_argument(arguments.baseline)};
  auto& [candidate, baseline] = engines;
  for (config::EngineArgument& engine : engines)
    if (!engine.ours) engine.name = config::engine_name(engine.command);
  if (!arguments.candidate_name.empty()) candidate.name = arguments.candidate_name;
  if (!arguments.baseline_name.empty()) baseline.name = arguments.baseline_name;
  if (candidate.name != baseline.name) return engines;
  if (arguments.candidate_name.empty()) candidate.name = "candidate";
  if (arguments.baseline_name.empty()) baseline.name = "baseline";
  return engines;
}

std::string config_of(const std::array<config::EngineArgument, 2>& engines) {
  const auto& [candidate, baseline] = engines;
  std::string text = fmt::format("name: {}\nformat: match\nsprt: {{baseline: {}, candidate: {}}}\n",
                                 config::yaml_text(candidate.name + "-vs-" + baseline.name + "-sprt"),
                                 config::yaml_text(baseline.name), config::yaml_text(candidate.name));
  for (const ConfigFlag& flag : sprt_flags)
    if (flag.fallback != nullptr && flag.key != std::string_view{"name"})
      text += fmt::format("{}: {}\n", flag.key, flag.fallback);
  return text + "engines:\n" + config::engine_yaml(candidate, "") + config::engine_yaml(baseline, "");
}

int play_test(const SprtArguments& arguments) {
  const bool two_commands = !arguments.baseline.empty() && !arguments.candidate.empty();
  if (!arguments.config.empty() && (!arguments.baseline.empty() || !arguments.candidate.empty()))
    return fail_usage({"a test comes either from CONFIG or from --baseline and --candidate, not from both"});
  if (arguments.config.empty() && !two_commands)
    return fail_usage({"expected both --baseline COMMAND and --candidate COMMAND"});
  RunArguments run = arguments.run;
  if (two_commands) {
    const auto engines = engines_of(arguments);
    for (std::size_t k = 0; k < engines.size(); ++k)
      if (const auto read = config::read_engine(engines[k], config::search_path_for(".")); !read)
        return fail_usage(
            {fmt::format("{}: {}", k == 0 ? "--candidate" : "--baseline", read.error().message)});
    run.text = config_of(engines);
  }
  run.config = two_commands ? "command line" : arguments.config;
  run.overrides = arguments.flags.overrides(arguments.run.overrides);
  if (arguments.format == "json") run.format = "json";
  run.same_engines = run.needs_test = run.verdict_only = true;
  return play_run(run);
}

int sprt(const SprtArguments& arguments) {
  if (!arguments.to_be_played()) return judge(arguments);
  if (!arguments.pentanomial.empty() || !arguments.results.empty())
    return fail_usage({"expected either engines or results, not both"});
  return play_test(arguments);
}

}  // namespace

void add_sprt(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "sprt", "Test a change by an SPRT; exit code for CI, JUnit", sprt_footer, sprt);
  command.add_option("--pentanomial", arguments.pentanomial,
                     "Opening pairs of the candidate, as five counts: LL,LD,DD+WL,WD,WW");
  command.add_option("--results", arguments.results, "Games of the candidate: L,D,W");
  command.add_option("CONFIG", arguments.config, "A config with `sprt`, to play its test");
  command.add_option("--baseline COMMAND", arguments.baseline,
                     "The current engine: a bot of Ebiri or a command");
  command.add_option("--candidate COMMAND", arguments.candidate, "The engine under test");
  command.add_option("--baseline-name", arguments.baseline_name,
                     "Name of the baseline; default: the name of its program");
  command.add_option("--candidate-name", arguments.candidate_name,
                     "Name of the candidate; default: the name of its program");
  arguments.flags.add(command, sprt_flags);
  command.add_option("--format", arguments.format, "Output format").one_of({"text", "json"}).show_default();
  add_run_options(command, arguments.run, "--folder");  // `--results` takes results of games here
  for (const char* given : {"--pentanomial", "--results"})
    command.option(given).excludes(command.option("--junit"));
}

}  // namespace ebiri::cli
