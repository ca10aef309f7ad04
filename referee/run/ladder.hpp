// Grades an engine by its games against the levels of `alphabeta`, whose ratings are known.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rating/fit.hpp"
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

/// Reads the ladder of `variant` from a file in the format of configs/ladder/ratings.csv. An error names the
/// variants that have one.
Result<Ladder> read_ladder(const std::filesystem::path& file, std::string_view variant);

/// The rating of one engine on a ladder.
struct Grade {
  std::int64_t games = 0;
  double elo = 0;             ///< above level 1
  rating::Interval interval;  ///< 95 %, from the games of the engine alone: the rungs count as exact
  bool marked = false;        ///< the engine has won or lost all games, so a prior sets the rating

  /// `about as strong as level 4`, `at least 50 Elo above level 10`.
  std::string sentence(const Ladder& ladder) const;

  /// Half the width of the interval.
  double error95() const { return (interval.high - interval.low) / 2; }
};

/// Rates `engine`. All its games in `tally` are against rungs. Without games its rating is that of the middle
/// rung.
Grade grade_of(const Ladder& ladder, const rating::Tally& tally, const std::string& engine);

/// The index of the rung to play next: the one whose rating is nearest to the grade.
std::size_t next_rung(const Ladder& ladder, const Grade& grade);

/// Whether no more games are needed: the engine is certainly outside the ladder, or the error is at most
/// `error95` and no prior sets the rating.
bool settled(const Ladder& ladder, const Grade& grade, double error95);

}  // namespace ebiri::run
