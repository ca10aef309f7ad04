// Measures an engine against the levels of alphabeta, by games.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/command_line.hpp"
#include "referee/match/game_summary.hpp"
#include "referee/rating/fit.hpp"
#include "referee/rating/tally.hpp"
#include "referee/run/observer.hpp"
#include "referee/support/result.hpp"

namespace ebiri::run {

/// One level of `alphabeta`. Its name in games is `level-N`.
struct Rung {
  int level = 1;
  double elo = 0;      ///< above level 1
  double error95 = 0;  ///< half the width of its 95 % interval when the ladder was measured, Elo

  std::string name() const { return "level-" + std::to_string(level); }
};

/// The levels in one variant, weakest first.
struct Ladder {
  std::string variant;
  std::int64_t nodes = 0;  ///< limit of the levels per move
  std::vector<Rung> rungs;
};

/// Reads the ladder of `variant` from a file in the format of configs/ladder/ratings.csv. Capital letters in
/// `variant` do not matter. An error names the variants that have one.
Result<Ladder> read_ladder(const std::filesystem::path& file, std::string_view variant);

/// The rating of one engine on a ladder.
struct Grade {
  std::int64_t games = 0;
  double elo = 0;             ///< above level 1
  rating::Interval interval;  ///< 95 %, from the games of the engine alone: the rungs count as exact
  bool set_by_prior = false;  ///< the engine has won or lost all games, so the games alone set no rating

  /// The levels within the interval, or next to it: `about as strong as level 4`, `between level 4 and level
  /// 5`, `about as strong as levels 3 to 5`, `at least 50 Elo above level 10`.
  std::string sentence(const Ladder& ladder) const;

  /// `311 Elo below level 1 (95 %: -554 to -68)`.
  std::string distance() const;
};

/// Rates `engine`. All its games in `tally` are against rungs. Without games its rating is that of the middle
/// rung.
Grade grade_of(const Ladder& ladder, const rating::Tally& tally, const std::string& engine);

/// The index of the rung to play next: the one whose rating is nearest to the grade.
std::size_t next_rung(const Ladder& ladder, const Grade& grade);

/// Whether no more games are needed: the error is at most 50 Elo and no prior sets the rating, or the
/// engine has won or lost all of at least 40 games and is certainly outside the ladder.
bool settled(const Ladder& ladder, const Grade& grade);

struct GradingSettings {
  config::EngineArgument engine;
  std::string dialect;         ///< of the engine; may be empty
  std::string limit = "10ms";  ///< per move, as in a config
  std::chrono::seconds time{600};
  std::uint64_t seed = 1;
  std::filesystem::path results = "results";  ///< the folder of the runs: `grade-GAME-ENGINE/level-N`
};

/// Plays an engine against the level with the nearest rating, until its grade is settled.
class Grading {
 public:
  /// An engine with the name of a level gets another one: `level-5` becomes `level-5-engine`.
  Grading(GradingSettings settings, Ladder ladder);

  /// Plays until the grade is `settled`, or the time is over. Calls `progress` after each batch: ten games,
  /// or a tenth of those against the level so far if that is more. Returns false if it was interrupted.
  Result<bool> play(const Observers& observers, Control& control,
                    const std::function<void(const Grade& grade)>& progress);

  const Grade& grade() const { return grade_; }

  /// The grade in a sentence, all levels, faults, and the commands that show the first fault and the quickest
  /// loss, and a hint if the engine uses little of its time. `expected` is the rating of --expect.
  std::string text(const std::optional<double>& expected) const;

  /// The same as JSON, `"format": "ebiri-grade/1"`.
  std::string json(const std::optional<double>& expected) const;

 private:
  struct Score {
    std::int64_t games = 0;
    double points = 0;
  };
  struct Loss {
    int level = 0, game = 0, plies = 0;
  };

  std::filesystem::path folder() const;
  std::filesystem::path folder(int level) const;
  std::string config(const Rung& rung) const;
  Result<void> set_earlier_aside(const Observers& observers) const;
  Result<Ending> play_against(const Rung& rung, const Observers& observers, Control& control);
  Result<void> count();
  void note(int level, const match::GameSummary& game);
  std::string score_text(int level) const;

  GradingSettings settings_;
  Ladder ladder_;
  Grade grade_;
  rating::Forfeits forfeits_;
  match::DurationHistogram moves_;  // of the engine
  std::map<int, int> pairs_;        // by level: pairs planned
  std::map<int, Score> scores_;
  std::optional<Loss> first_fault_, quickest_;  // quickest_: the shortest without a fault
};

}  // namespace ebiri::run
