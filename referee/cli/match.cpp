// `ebiri match`: plays engines against each other without a config.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/config_flags.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/config/command_line.hpp"
#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/support/files.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

constexpr ConfigFlag match_flags[] = {
    {"--pairs", "pairs", ""},
    {"--limit", "limit", "{move: 10ms}"},
    {"--openings", "openings", "{random-plies: 8}", "file"},
    {"--seed", "seed"},
    {"-j,--slots", "slots"},
    {"--name", "name", "A-vs-B, with --sprt A-vs-B-sprt"},
};

constexpr int default_seconds = 300;

struct MatchArguments {
  std::vector<std::string> engines;
  std::string game = "oware", dialect, sprt, save_config;
  std::vector<std::string> rules;
  std::optional<int> seconds;
  ConfigFlags flags;
  RunArguments run;
};

constexpr const char* match_footer = R"(Examples:
  ebiri match ./mine alphabeta                    your engine against a bot, until the result is clear
  ebiri match mine.py alphabeta@3 --game kalah    a Python script against level 3, in Kalah
  ebiri match ./new ./old --sprt 0,10             a sequential test: is the new one stronger?
  ebiri match alphabeta@2 greedy mcts --pairs 20  more than two engines: a round robin
  ebiri match ./mine mcts --save-config mine.yaml  write a config for the same match

An ENGINE is a bot of Ebiri (alphabeta, greedy, mcts, perfect, random; alphabeta@3 selects level 3 of 10), a command in
quotes, or a program or script. Scripts that end in .py, .js, .mjs or .jar and are not executable are started by
python3, node or java. An engine that is named twice plays itself.

A match of two engines ends when the difference is known to ± 30 Elo, when one engine is stronger with a likelihood of
99.9 % (both after at least 20 pairs), or after five minutes. `--set stop={...}` replaces these conditions, and `--set
stop.KEY=VALUE` changes one (`ebiri options stop`). A match that ends because of the likelihood tends to overestimate
the difference, and its error rates are unknown. `--pairs N` plays exactly N pairs, or with `--sprt` at most N. `--sprt`
has known error rates if `--time` does not end the test. The same command resumes the run in RESULTS/NAME, unless an
engine has changed; then --force-new starts again. A saved config does not contain `--time`.

Exit code 0: played, the time is over, or with --sprt H1 is accepted; 1: H0 is accepted, or with --fail-on-fault a game
was lost by a fault; 2: invalid arguments; 3: an engine could not start, or a system error; 4: a test without a verdict,
or a precision that `stop.max-pairs` pairs do not reach; 130: interrupted, and the same command resumes.)";

std::vector<std::string> problems_of(const std::vector<config::EngineArgument>& engines) {
  std::vector<std::string> problems;
  if (engines.size() < 2)
    problems.emplace_back("expected at least two engines, for example ./mine alphabeta");
  for (const config::EngineArgument& engine : engines)
    if (const auto read = config::read_engine(engine, config::search_path_for(".")); !read)
      problems.push_back(read.error().message);
  return problems;
}

// The name of the run; `name` allows 64 bytes.
std::string name_of(const std::vector<config::EngineArgument>& engines, const std::string& ending) {
  std::string name;
  for (const config::EngineArgument& engine : engines) name += (name.empty() ? "" : "-vs-") + engine.name;
  return name.substr(0, 64 - ending.size()) + ending;
}

// The bounds of `--sprt 0,10` in the syntax of configs; empty if the text is not two rising numbers.
std::string bounds_of(const std::string& text) {
  const auto parts = split(text, ',');
  if (parts.size() != 2) return "";
  const auto low = parse_number(parts[0]), high = parse_number(parts[1]);
  return low && high && *low < *high ? fmt::format("elo0: {}, elo1: {}", parts[0], parts[1]) : "";
}

// The keys that end the match; empty if an override sets them.
std::string ending_keys(const MatchArguments& arguments, std::size_t engines,
                        const std::vector<std::string>& overrides) {
  // In a match of two, `stop.KEY=VALUE` changes one of the default conditions.
  const std::string_view stop = engines == 2 && arguments.sprt.empty() ? "stop=" : "stop";
  const bool given = std::ranges::any_of(overrides, [&](const std::string& override) {
    return override.starts_with("pairs=") || override.starts_with(stop);
  });
  if (given) return "";
  if (engines > 2) return "pairs: 10\n";
  return arguments.sprt.empty()
             ? "stop: {precision: 30, superiority: 0.999, min-pairs: 20, max-pairs: 10000}\n"
             : "pairs: 10000\n";
}

std::string config_of(const MatchArguments& arguments, const std::vector<config::EngineArgument>& engines,
                      const std::vector<std::string>& overrides) {
  std::string variant = fmt::format("name: {}", config::yaml_text(arguments.game)), options;
  const std::string rules = join(arguments.rules, " ");
  for (const std::string_view part : words(rules)) {
    const std::string word{part};
    const std::size_t equals = word.find('=');
    if (equals == word.npos)
      variant += ", ruleset: " + config::yaml_text(word);
    else
      options += fmt::format("{}{}: {}", options.empty() ? "" : ", ", word.substr(0, equals),
                             config::yaml_text(word.substr(equals + 1)));
  }
  if (!options.empty()) variant += fmt::format(", options: {{{}}}", options);
  std::string text = fmt::format("name: {}\nvariant: {{{}}}\nformat: {}\n",
                                 config::yaml_text(name_of(engines, arguments.sprt.empty() ? "" : "-sprt")),
                                 variant, engines.size() == 2 ? "match" : "round-robin");
  // The fallback of `name` is only for the help; `ending_keys` sets `pairs`.
  for (const ConfigFlag& flag : match_flags)
    if (flag.fallback != nullptr && flag.key != std::string_view{"name"} &&
        flag.key != std::string_view{"pairs"})
      text += fmt::format("{}: {}\n", flag.key, flag.fallback);
  text += ending_keys(arguments, engines.size(), overrides);
  if (!arguments.sprt.empty())
    text += fmt::format("sprt: {{baseline: {}, candidate: {}, {}}}\n", config::yaml_text(engines[1].name),
                        config::yaml_text(engines[0].name), bounds_of(arguments.sprt));
  text += "engines:\n";
  for (const config::EngineArgument& engine : engines) text += config::engine_yaml(engine, arguments.dialect);
  return text;
}

int save_config(const RunArguments& run, const std::string& file) {
  const auto search = config::search_path_for(".");
  const auto settings = config::load_text({run.config, *run.text}, run.overrides, &search);
  if (!settings) return fail_usage(settings.error());
  if (exists(status_of(file)))
    return fail(usage_error, fmt::format("`{}` exists already; name another file", file));
  const auto written = write_file(file, config::effective_yaml(*settings));
  if (!written) return fail(system_error, written.error());
  print_error("ebiri: to play it: {}\n", as_typed("run " + shell_word(file)));
  return 0;
}

int match(const MatchArguments& arguments) {
  std::vector<config::EngineArgument> engines;
  for (const std::string& text : arguments.engines) engines.push_back(config::engine_argument(text));
  config::make_names_unique(engines);
  auto problems = problems_of(engines);
  if (!arguments.sprt.empty() && (engines.size() != 2 || bounds_of(arguments.sprt).empty()))
    problems.emplace_back(
        "`--sprt` takes two numbers, the smaller first, such as 0,10, and tests two engines");
  if (!problems.empty()) return fail_usage(Error{join(problems, "\nebiri: ")});
  RunArguments run = arguments.run;
  run.overrides = arguments.flags.overrides(arguments.run.overrides);
  run.text = config_of(arguments, engines, run.overrides);
  run.config = "command line";
  if (!arguments.save_config.empty()) return save_config(run, arguments.save_config);
  run.same_engines = true;
  run.needs_test = !arguments.sprt.empty();
  const bool open_ended = run.text->find("\nstop: ") != std::string::npos;
  if (arguments.seconds || open_ended)
    run.time = std::chrono::seconds{arguments.seconds.value_or(default_seconds)};
  return play_run(run);
}

}  // namespace

void add_match(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "match", "Play engines against each other, without a config", match_footer, match);
  command.add_option("ENGINE", arguments.engines, "Bots, commands, programs or scripts").required();
  command.add_option("--game,--variant VARIANT", arguments.game, "The game").show_default();
  command.add_option("--rules RULESET", arguments.rules, "A ruleset and its options: RULESET name=value ...");
  command.add_option("--dialect", arguments.dialect,
                     "Dialect of engines that are not bots of Ebiri; default: ugi");
  command.add_option("--sprt ELO0,ELO1", arguments.sprt,
                     "Play a sequential test of H0 against H1: ELO0,ELO1");
  command
      .add_option(
          "--time TIME", arguments.seconds,
          "Time limit of the match: 90, 90s, 15min or 1h; default: 5min, or none with more than two engines, "
          "--pairs, --sprt or --set stop={...}")
      .seconds(1'000'000);
  command.add_option("--save-config FILE", arguments.save_config,
                     "Write the config to this file and do not play");
  arguments.flags.add(command, match_flags);
  add_format_option(command, arguments.run.format);
  add_run_options(command, arguments.run);
  command.option("--save-config").excludes(command.option("--junit"));
}

}  // namespace ebiri::cli
