// `ebiri grade`: measures an engine against the levels of alphabeta.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/config/command.hpp"
#include "referee/config/command_line.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/probe/probe.hpp"
#include "referee/run/grading.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::cli {

namespace {

struct GradeArguments {
  std::string engine, game, limit = "10ms", dialect, results = "results", expect;
  int seconds = 600;
  std::uint64_t seed = 1;
  bool json = false, no_probe = false;
};

constexpr const char* grade_footer = R"(Examples:
  ebiri grade ./mine                              how strong is your engine in Oware?
  ebiri grade mine.py --game kalah --time 2min    the same in Kalah, in two minutes
  ebiri grade ./mine --expect 'level>=4' --json   for CI: exit code 1 unless it is surely as strong as level 4

First a short `ebiri probe` reports faults of the protocol. Then the engine plays pairs of games against alphabeta, each
at the level from 1 to 10 whose rating is nearest to the engine's so far. alphabeta@1 searches 10 nodes and plays 65 %
of its moves at random. The command stops when the rating is known to ± 50 Elo, after 40 games if the engine lost all to
level 1 or won all against level 10, or after --time. Ratings are Elo above level 1. --expect tests the lower end of the
95 % interval. This interval covers only chance in the engine's own games; the ratings of the levels are known to ± 15
to 32 Elo, depending on the game.
RESULTS/grade-GAME-ENGINE has a run for each level. The next grade starts anew, and adds .old-N to this folder's name.
Exit code 0: graded; 1: `--expect` does not hold; 2: invalid arguments; 3: the engine could not start, or a system
error; 130: interrupted.)";

// The rating that `--expect` asks for.
Result<double> expected_elo(const std::string& text, const run::Ladder& ladder) {
  const bool level = text.starts_with("level>="), elo = text.starts_with("elo>=");
  const std::string digits = text.substr(text.find('=') + 1);
  const auto value = parse_number(digits);
  if ((!level && !elo) || !value)
    return Error{fmt::format("--expect: expected level>=N or elo>=N, but found `{}`", printable(text, 40))};
  if (elo) return *value;
  for (const run::Rung& rung : ladder.rungs)
    if (rung.level == *value) return rung.elo;
  return Error{fmt::format("--expect: expected a level from {} to {}, but found {}",
                           ladder.rungs.front().level, ladder.rungs.back().level, *value)};
}

// Prints each warning once.
class Warnings final : public run::Observer {
 public:
  void warn(const std::string& sentence) override {
    if (said_.insert(sentence).second) cli::say({sentence});
  }

 private:
  std::set<std::string> said_;
};

// A short probe in the game of `ladder`. Returns the game to grade in: that of the ladder, after it printed
// the findings (not with --json). But if the engine does not announce it and --game is not given: the first
// announced game that has a ladder, without printing.
Result<std::string> probe(const config::EngineArgument& engine, const GradeArguments& arguments,
                          const run::Ladder& ladder, const std::filesystem::path& ratings) {
  probe::Settings settings;
  if (!arguments.dialect.empty()) settings.dialect = arguments.dialect;
  auto words = config::resolve_command(engine.command, config::search_path_for("."));
  if (!words) return words.error();
  settings.command.argv = std::move(*words);
  const auto selection = rules::parse_selection(ladder.variant, "");
  if (!selection) return selection.error();
  settings.selection = *selection;
  std::string text;
  const auto report = probe::examine(settings, [&](const probe::Finding& finding) {
    const bool bad = finding.verdict == probe::Verdict::fault || finding.verdict == probe::Verdict::warning;
    if (bad) text += text_of(finding);
  });
  if (arguments.game.empty() && std::ranges::count(report.variants, ladder.variant) == 0)
    for (const std::string& variant : report.variants)
      if (run::read_ladder(ratings, variant)) return variant;
  if (!arguments.json) print_error("{}ebiri: {}", text, summary(report));
  return ladder.variant;
}

int grade(const GradeArguments& arguments) {
  const config::EngineArgument engine = config::engine_argument(arguments.engine);
  if (const auto read = config::read_engine(engine, config::search_path_for(".")); !read)
    return fail_usage(read.error());
  if (const auto limit = config::read_limit("move=" + arguments.limit); !limit)
    return fail(usage_error, replaced(limit.error().message, "`move`", "--limit"));
  const auto file = config::find_in_configs("ladder/ratings.csv");
  if (!file) return fail(system_error, "`configs/ladder/ratings.csv` not found; install Ebiri again");
  auto ladder = run::read_ladder(*file, arguments.game.empty() ? "oware" : arguments.game);
  if (!ladder) return fail(ladder.error());
  std::optional<double> expected;
  if (!arguments.expect.empty()) {
    const auto elo = expected_elo(arguments.expect, *ladder);
    if (!elo) return fail_usage(elo.error());
    expected = *elo;
  }
  if (!arguments.no_probe) {
    const auto game = probe(engine, arguments, *ladder, *file);
    if (!game) return fail_usage(game.error());
    if (*game != ladder->variant) {
      print_error("ebiri: the engine does not play {}; it is graded in {}\n", ladder->variant, *game);
      GradeArguments other = arguments;
      other.game = *game;
      return grade(other);
    }
  }
  run::Grading grading{{.engine = engine,
                        .dialect = arguments.dialect,
                        .limit = arguments.limit,
                        .time = std::chrono::seconds{arguments.seconds},
                        .seed = arguments.seed,
                        .results = arguments.results},
                       std::move(*ladder)};
  Warnings warnings;
  terminal::Console console{terminal::Verbosity::quiet};
  terminal::Controls controls{console};
  const auto complete = grading.play({{&warnings}}, controls, [&](const run::Grade& grade) {
    if (!arguments.json) print_error("ebiri: {} games: {}\n", grade.games, grade.distance());
  });
  if (!complete) return fail(complete.error());
  const auto games = grading.grade().games;
  if (games > 0) fmt::print("{}", arguments.json ? grading.json(expected) : grading.text(expected));
  if (!*complete)
    return fail(interrupted_code,
                fmt::format("interrupted after {} games; the same command starts anew", games));
  return expected && grading.grade().interval.low < *expected ? expectation_failed : 0;
}

}  // namespace

void add_grade(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "grade", "Measure an engine against the levels of alphabeta", grade_footer, grade);
  command.add_option("ENGINE", arguments.engine, "A bot, command, program or script").required();
  command.add_option("--game,--variant VARIANT", arguments.game,
                     "The game; default: oware, or one that the engine announces");
  command.add_option("--limit DURATION", arguments.limit, "The engine's time per move").show_default();
  command
      .add_option("--time TIME", arguments.seconds,
                  "Time after which no more games begin: 90, 90s, 15min or 1h")
      .seconds(1'000'000)
      .default_text("10min");
  command.add_option("--expect CONDITION", arguments.expect, "Exit with 1 unless level>=N or elo>=N holds");
  command.add_option("--dialect", arguments.dialect, "Dialect of the engine; default: ugi")
      .one_of(player::dialect_words());
  command.add_option("--seed N", arguments.seed, "Seed of openings and engines").show_default();
  command.add_flag("--no-probe", arguments.no_probe, "Skip the test of the protocol");
  command.add_flag("--json", arguments.json, "Print one JSON document");
  add_results_option(command, arguments.results);
}

}  // namespace ebiri::cli
