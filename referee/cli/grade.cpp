// `ebiri grade`: measures an engine against the levels of alphabeta.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/command.hpp"
#include "referee/cli/common/engine_argument.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/config/load.hpp"
#include "referee/probe/probe.hpp"
#include "referee/probe/text.hpp"
#include "referee/record/digest.hpp"
#include "referee/run/ladder.hpp"
#include "referee/run/play.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/controls.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

struct GradeArguments {
  std::string engine, game = "oware", limit = "10ms", dialect, results = "results", expect;
  int seconds = 600;
  std::uint64_t seed = 1;
  bool json = false, no_probe = false;
};

constexpr const char* grade_footer = R"(Examples:
  ebiri grade ./mine                              how strong is your engine in Oware?
  ebiri grade mine.py --game kalah --time 120     the same in Kalah, in two minutes
  ebiri grade ./mine --expect 'level>=4' --json   for CI: exit code 1 unless it is at least as strong as level 4

First a short `ebiri probe` reports faults of the protocol. Then the engine plays pairs of games against alphabeta, each
at the level from 1 to 10 whose rating is nearest to the engine's so far. The command stops when the rating is known to
± 50 Elo, or is certainly above or below all levels, or after --time. Ratings are Elo above level 1. The 95 % interval
covers only the engine's own games; the ratings of the levels are known to ± 60 to 110 Elo.
ENGINE is a command, a program, a script or a bot, as for `ebiri match`. --expect tests the lower end of the interval.
The games are in RESULTS/grade-GAME-ENGINE/level-N, a run for each level; an earlier run is renamed.
Exit code 0: graded; 1: `--expect` does not hold; 2: invalid arguments; 3: the engine could not start, or a system
error; 130: interrupted.)";

constexpr double enough_elo = 50;
constexpr int pairs_at_a_time = 5;

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

// Passes on each warning once.
class Warnings final : public run::Observer {
 public:
  void warn(const std::string& sentence) override {
    if (said_.insert(sentence).second) cli::say({sentence});
  }

 private:
  std::set<std::string> said_;
};

class Grading {
 public:
  Grading(const GradeArguments& arguments, EngineArgument engine, run::Ladder ladder)
      : arguments_(arguments),
        engine_(std::move(engine)),
        ladder_(std::move(ladder)) {}

  // Plays until the grade is settled or the time is over. Returns whether it was not interrupted.
  Result<bool> play() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{arguments_.seconds};
    while (!run::settled(ladder_, grade_, enough_elo)) {
      if (grade_.games > 0 && std::chrono::steady_clock::now() >= end) break;
      const auto ending = play_against(ladder_.rungs[run::next_rung(ladder_, grade_)]);
      if (!ending) return ending.error();
      if (const auto counted = count(); !counted) return counted.error();
      if (*ending == run::Ending::interrupted) return false;
      if (*ending == run::Ending::incomplete)
        return Error{"games could not be played: the system failed three times; `ebiri doctor` tests it"};
    }
    return true;
  }

  const run::Grade& grade() const { return grade_; }

  std::string text() const {
    std::string text = fmt::format(
        "{} is {} of alphabeta in {}: {:.0f} Elo above level 1 (95 %: {:.0f} to {:.0f}), {} games at {} a "
        "move\n\n",
        engine_.name, grade_.sentence(ladder_), ladder_.variant, grade_.elo, grade_.interval.low,
        grade_.interval.high, grade_.games, arguments_.limit);
    for (auto rung = ladder_.rungs.rbegin(); rung != ladder_.rungs.rend(); ++rung)
      text += fmt::format("  level {:<3} {:>5.0f}{}{}\n", rung->level, rung->elo, mark(*rung),
                          score_text(rung->level));
    if (forfeits_.total() > 0)
      text +=
          fmt::format("\nlost by a fault: {} on time, {} by a crash, {} by an illegal move, {} otherwise\n",
                      forfeits_.time, forfeits_.crash, forfeits_.illegal, forfeits_.other);
    if (forfeits_.total() > 0 && 2 * forfeits_.total() >= grade_.games)
      text += "the grade is that of the faults: mend them, then grade again\n";
    if (worst_) text += "\nto see its quickest loss: " + replay_command() + "\n";
    return text;
  }

  std::string json(const std::optional<double>& expected) const {
    nlohmann::ordered_json document{{"format", "ebiri-grade/1"},
                                    {"engine", engine_.name},
                                    {"variant", ladder_.variant},
                                    {"limit", arguments_.limit},
                                    {"grade", grade_.sentence(ladder_)},
                                    {"elo", grade_.elo},
                                    {"low", grade_.interval.low},
                                    {"high", grade_.interval.high},
                                    {"games", grade_.games}};
    document["forfeits"] = {{"time", forfeits_.time},
                            {"crash", forfeits_.crash},
                            {"illegal", forfeits_.illegal},
                            {"other", forfeits_.other}};
    auto& levels = document["levels"] = nlohmann::ordered_json::array();
    for (const run::Rung& rung : ladder_.rungs) {
      nlohmann::ordered_json level{{"level", rung.level}, {"elo", rung.elo}, {"error95", rung.error95}};
      const auto played = scores_.find(rung.level);
      level["games"] = played == scores_.end() ? 0 : played->second.games;
      level["points"] = played == scores_.end() ? 0 : played->second.points;
      levels.push_back(std::move(level));
    }
    if (worst_) document["quickest_loss"] = {{"run", folder(worst_->level).string()}, {"game", worst_->game}};
    if (expected) document["expected"] = {{"elo", *expected}, {"holds", grade_.interval.low >= *expected}};
    return document.dump(2) + "\n";
  }

 private:
  struct Score {
    std::int64_t games = 0;
    double points = 0;
  };
  struct Loss {
    int level = 0, game = 0;
    int plies = 0;
  };

  fs::path folder(int level) const {
    return fs::path{arguments_.results} / fmt::format("grade-{}-{}", ladder_.variant, engine_.name) /
           fmt::format("level-{}", level);
  }

  std::string replay_command() const {
    return as_typed(fmt::format("replay {} {}", shell_word(folder(worst_->level).string()), worst_->game));
  }

  std::string config(const run::Rung& rung) const {
    const EngineArgument opponent{
        .name = rung.name(), .command = "bots/alphabeta", .level = std::to_string(rung.level), .ours = true};
    return fmt::format(
               "name: level-{}\nvariant: {{name: {}}}\nformat: match\npairs: {}\nseed: {}\n"
               "openings: {{random-plies: 4}}\nlimit: {{move: {}}}\nengines:\n",
               rung.level, ladder_.variant, pairs_.at(rung.level), arguments_.seed,
               yaml_text(arguments_.limit)) +
           engine_yaml(engine_, arguments_.dialect) +
           engine_yaml(opponent, "", fmt::format(", limit: {{nodes: {}}}", ladder_.nodes));
  }

  // Plays some more pairs against a level.
  Result<run::Ending> play_against(const run::Rung& rung) {
    const bool first = pairs_[rung.level] == 0;
    pairs_[rung.level] += pairs_at_a_time;
    const auto search = config::search_path_for(".");
    auto loaded = config::load_text({"command line", config(rung)}, {}, &search);
    if (const auto* problems = std::get_if<config::Diagnostics>(&loaded))
      return Error{config::format(*problems), Error::Kind::arguments};
    auto arena = run::make_arena(std::move(std::get<config::Loaded>(loaded).settings), search);
    if (!arena) return arena.error();
    const run::PlaySettings settings{.folder = {folder(rung.level)}, .force_new = first, .resume = {}};
    const auto played = run::play(*arena, settings, {{&warnings_}}, controls_);
    if (!played) return played.error();
    return played->ending;
  }

  // Reads all games again and rates them.
  Result<void> count() {
    rating::Tally tally;
    scores_.clear();
    worst_.reset();
    for (const auto& [level, ignored] : pairs_) {
      auto digest = record::read_digest(run::RunFolder{folder(level)}.journal());
      if (!digest) return digest.error();
      for (const match::GameSummary& game : digest->games) {
        tally.add(game);
        note(level, game);
      }
    }
    forfeits_ = tally.engine(engine_.name).forfeits;
    grade_ = run::grade_of(ladder_, tally, engine_.name);
    if (!arguments_.json)
      fmt::print(stderr, "ebiri: {} games: {:.0f} Elo above level 1 ({:.0f} to {:.0f})\n", grade_.games,
                 grade_.elo, grade_.interval.low, grade_.interval.high);
    return {};
  }

  // Adds a game to the scores, and keeps the quickest loss.
  void note(int level, const match::GameSummary& game) {
    if (game.result == match::Verdict::Result::void_game) return;
    const double points = points_of(game);
    Score& score = scores_[level];
    ++score.games;
    score.points += points;
    if (points == 0 && (!worst_ || game.plies < worst_->plies))
      worst_ = Loss{.level = level, .game = game.game, .plies = game.plies};
  }

  double points_of(const match::GameSummary& game) const {
    if (game.result == match::Verdict::Result::draw) return 0.5;
    const bool south = game.south.text() == engine_.name;
    return south == (game.result == match::Verdict::Result::south_wins) ? 1 : 0;
  }

  std::string score_text(int level) const {
    const auto played = scores_.find(level);
    return played == scores_.end() ? ""
                                   : fmt::format("  {:g} of {}", played->second.points, played->second.games);
  }

  // The mark of a level: `<<` is nearest to the engine, `|` is within its interval.
  std::string mark(const run::Rung& rung) const {
    const bool nearest = &ladder_.rungs[run::next_rung(ladder_, grade_)] == &rung;
    const bool possible = rung.elo >= grade_.interval.low && rung.elo <= grade_.interval.high;
    return nearest ? " <<" : possible ? " |" : "";
  }

  const GradeArguments& arguments_;
  EngineArgument engine_;
  run::Ladder ladder_;
  run::Grade grade_;
  rating::Forfeits forfeits_;
  std::map<int, int> pairs_;  // by level: pairs planned
  std::map<int, Score> scores_;
  std::optional<Loss> worst_;
  Warnings warnings_;
  terminal::Console console_{terminal::Verbosity::quiet};
  terminal::Controls controls_{console_};
};

// Shows the faults that a short test finds.
Result<void> probe(const EngineArgument& engine, const run::Ladder& ladder, bool quiet) {
  probe::Settings settings;
  auto words = config::resolve_command(engine.command, config::search_path_for("."));
  if (!words) return words.error();
  settings.command.argv = std::move(*words);
  const auto selection = rules::parse_selection(ladder.variant, "");
  if (!selection) return selection.error();
  settings.selection = *selection;
  const auto report = probe::examine(settings, [&](const probe::Finding& finding) {
    const bool bad = finding.verdict == probe::Verdict::fault || finding.verdict == probe::Verdict::warning;
    if (bad && !quiet) fmt::print(stderr, "{}", text_of(finding));
  });
  if (!quiet) fmt::print(stderr, "ebiri: {}", summary(report));
  return {};
}

int grade(const GradeArguments& arguments) {
  const EngineArgument engine = engine_argument(arguments.engine);
  if (const auto checked = check_engine(engine); !checked) return refused(checked.error());
  const auto file = config::find_in_configs("ladder/ratings.csv");
  if (!file) return fail(system_error, "`configs/ladder/ratings.csv` not found; install Ebiri again");
  auto ladder = run::read_ladder(*file, arguments.game);
  if (!ladder) return fail(ladder.error());
  std::optional<double> expected;
  if (!arguments.expect.empty()) {
    const auto elo = expected_elo(arguments.expect, *ladder);
    if (!elo) return refused(elo.error());
    expected = *elo;
  }
  if (!arguments.no_probe && arguments.dialect.empty())
    if (const auto probed = probe(engine, *ladder, arguments.json); !probed) return refused(probed.error());
  Grading grading{arguments, engine, std::move(*ladder)};
  const auto complete = grading.play();
  if (!complete) return fail(complete.error());
  fmt::print("{}", arguments.json ? grading.json(expected) : grading.text());
  if (!*complete) return fail(interrupted_code, "interrupted; the rating is from the games so far");
  return expected && grading.grade().interval.low < *expected ? expectation_failed : 0;
}

}  // namespace

void add_grade(CLI::App& app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "grade", "Measure an engine against the levels of alphabeta", grade_footer, grade);
  command.add_option("ENGINE", arguments.engine, "A bot, command, program or script")
      ->type_name("ENGINE")
      ->required();
  command.add_option("--game,--variant", arguments.game, "The game")
      ->type_name("VARIANT")
      ->capture_default_str();
  command.add_option("--limit", arguments.limit, "The engine's time per move")
      ->type_name("DURATION")
      ->capture_default_str();
  command.add_option("--time", arguments.seconds, "Seconds after which no more games begin")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--expect", arguments.expect, "Exit with 1 unless level>=N or elo>=N holds")
      ->type_name("CONDITION");
  command.add_option("--dialect", arguments.dialect, "Dialect of the engine; default: ugi")
      ->type_name("DIALECT");
  command.add_option("--seed", arguments.seed, "Seed of openings and engines")
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--no-probe", arguments.no_probe, "Skip the test of the protocol");
  command.add_flag("--json", arguments.json, "Print one JSON document");
  add_results_option(command, arguments.results);
}

}  // namespace ebiri::cli
