// Measures an engine against the levels of alphabeta, by games.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "referee/config/command_line.hpp"
#include "referee/match/game_record.hpp"
#include "referee/rating/tally.hpp"
#include "referee/run/ladder.hpp"
#include "referee/run/observer.hpp"

namespace ebiri::run {

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
  Grading(GradingSettings settings, Ladder ladder);

  /// Plays until the error is at most 50 Elo, the engine is certainly outside the ladder, or the time is
  /// over. Calls `progress` after every ten games. Returns false if it was interrupted.
  Result<bool> play(const Observers& observers, Control& control,
                    const std::function<void(const Grade& grade)>& progress);

  const Grade& grade() const { return grade_; }

  /// The grade in a sentence, all levels, faults, and the commands that show the first fault and the quickest
  /// loss. `expected` is the rating of --expect.
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

  std::filesystem::path folder(int level) const;
  std::string config(const Rung& rung) const;
  Result<Ending> play_against(const Rung& rung, const Observers& observers, Control& control);
  Result<void> count();
  void note(int level, const match::GameSummary& game);
  std::string score_text(int level) const;
  std::string_view mark(const Rung& rung) const;

  GradingSettings settings_;
  Ladder ladder_;
  Grade grade_;
  rating::Forfeits forfeits_;
  std::map<int, int> pairs_;  // by level: pairs planned
  std::map<int, Score> scores_;
  std::optional<Loss> first_fault_, quickest_;  // quickest_: the shortest without a fault
};

}  // namespace ebiri::run
