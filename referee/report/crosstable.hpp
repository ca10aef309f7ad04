// Tables of all pairs of engines: their games against each other, and the difference of their ratings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/rating/tally.hpp"
#include "referee/report/standings.hpp"

namespace ebiri::report {

/// The difference of two ratings in Elo. The ratings depend on the games of all engines (the pool).
struct PoolDifference {
  double elo = 0;
  rating::Interval interval;  ///< 95 %
  double superiority = 0.5;   ///< 0..1

  double error95() const { return (interval.high - interval.low) / 2; }
};

/// One engine's games against another, repeated ones included, and the difference of their ratings.
struct Against {
  rating::Trinomial results{};
  std::int64_t forfeits = 0;           ///< losses by own fault
  std::int64_t forfeits_won = 0;       ///< wins by the opponent's fault
  std::optional<PoolDifference> pool;  ///< nothing if the ratings cannot be compared

  std::int64_t games() const { return rating::games(results); }
  double points() const { return rating::points(results); }  ///< a draw is half a point
};

/// Finds the games of two rows of the standings. It keeps references to both arguments.
class Crosstable {
 public:
  Crosstable(const Standings& standings, const rating::Tally& tally) : standings_(standings), tally_(tally) {}

  const Standings& standings() const { return standings_; }
  std::size_t size() const { return standings_.rows.size(); }
  const std::string& name(std::size_t row) const { return standings_.rows[row].name; }

  /// Precondition: two different rows.
  Against at(std::size_t row, std::size_t opponent) const;

  /// The games of two rows as a match from the view of `row`, rated without the rest of the pool. Nothing
  /// without games.
  std::optional<MatchBlock> match(std::size_t row, std::size_t opponent) const;

  /// Unordered pairs of engines whose ratings can be compared.
  std::int64_t comparisons() const;

 private:
  const rating::Meeting* meeting(std::size_t row, std::size_t opponent) const;

  const Standings& standings_;
  const rating::Tally& tally_;
};

/// All engines against all in one of the formats `table`, `markdown`, `csv` and `json`. A cell of the matrix
/// has the points of the games, and below them the difference of the ratings with its 95 % error and LOS.
/// Columns that do not fit `terminal` follow on further pages. CSV and JSON are `ebiri-crosstable/1`.
std::string crosstable_text(const Crosstable& table, const std::string& format, const Terminal& terminal);

/// One engine against each opponent that it has met, as a table in one of these formats.
std::string opponents_text(const Crosstable& table, std::size_t row, const std::string& format);

/// Two engines against each other: the block of their match, and the difference of their ratings in the pool.
/// CSV has only their row of the crosstable.
std::string encounter_text(const Crosstable& table, std::size_t row, std::size_t opponent,
                           const std::string& format);

}  // namespace ebiri::report
