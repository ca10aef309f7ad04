// Summaries of games, without moves: the data that schedules, tables and ratings need. Also the thinking
// times of engines.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/support/fnv.hpp"
#include "referee/support/interned_string.hpp"

namespace ebiri::match {

/// A game without its moves. It has a small, fixed size, so that millions of them fit into memory.
struct GameSummary {
  int game = 0, pair = 0, attempt = 1;  ///< as in the record
  int plies = 0;                        ///< without the opening's moves
  InternedString south, north;
  Verdict::Result result = Verdict::Result::draw;
  Verdict::Cause cause = Verdict::Cause::rules;
  std::optional<player::Fault::Kind> fault;
  std::optional<rules::Side> loser;      ///< `Verdict::loser`, or for a void game `Verdict::caused_by`
  bool akawumbi = false;                 ///< a win that may count more in a tournament
  bool moves_known = true;               ///< if false, `sequence` has no meaning
  int south_seeds = 0, north_seeds = 0;  ///< at the end
  std::uint64_t opening = 0;             ///< fingerprint of the opening, its name included; 0: unknown
  std::uint64_t sequence = 0;  ///< fingerprint of the base position and all moves, to find repeated games

  bool operator==(const GameSummary&) const = default;
};

static_assert(sizeof(GameSummary) <= 64);

GameSummary summary_of(const GameRecord& record);

/// The points of `engine` in a game that it played and that is not void: 0, 1/2 or 1.
double points_of(const GameSummary& game, const std::string& engine);

/// The games of a run.
using GameList = std::vector<GameSummary>;

/// Indexes into `games`, sorted by number and attempt.
std::vector<std::size_t> in_order(const GameList& games);

/// The number of different openings in `games`.
std::size_t count_openings(const GameList& games);

/// The fingerprints of a game and of its opening (64-bit FNV-1a). Begins with the base position, if there is
/// one; `add` takes the moves one by one.
class MoveSequence {
 public:
  explicit MoveSequence(std::optional<std::string_view> base) {
    if (base) hash_ << *base;
  }
  void add(std::string_view move) { hash_ << " " << move; }

  /// The fingerprint of a game with the moves so far.
  std::uint64_t game() const { return hash_.value(); }
  /// The fingerprint of an opening with the moves so far.
  std::uint64_t opening(std::string_view name) const { return (Fnv{hash_} << "\n" << name).value(); }

 private:
  Fnv hash_;
};

/// The fingerprint of an opening, as in the summary.
std::uint64_t fingerprint(const Opening& opening);

/// Whether the game is void because the time of a move could not be judged.
inline bool aborted(const GameSummary& game) { return game.cause == Verdict::Cause::machine; }

/// A histogram of durations. Buckets are 1 us wide below 64 us, and at most 1/32 of their value wide above.
/// The content does not depend on the order of additions.
class DurationHistogram {
 public:
  using Duration = std::chrono::microseconds;

  DurationHistogram() = default;

  /// Restores a histogram from its `buckets`, `total` and `longest`.
  DurationHistogram(std::vector<std::int64_t> buckets, Duration total, Duration longest);

  /// Negative durations count as zero.
  void add(Duration duration);
  void add(const DurationHistogram& other);

  std::int64_t count() const { return count_; }
  Duration total() const { return total_; }
  Duration longest() const { return longest_; }

  /// The number of durations in each bucket, shortest first, up to the last one that is not empty.
  const std::vector<std::int64_t>& buckets() const { return buckets_; }

  /// Calls `visit` for each bucket that is not empty, with its beginning in microseconds and its number of
  /// durations.
  void each(const std::function<void(std::int64_t, std::int64_t)>& visit) const;

  /// The arithmetic mean, rounded down; zero if empty.
  Duration mean() const;

  /// The `share` quantile (0..1): never too low, at most 1/32 too high; zero if empty.
  Duration quantile(double share) const;

  bool operator==(const DurationHistogram&) const = default;

 private:
  std::vector<std::int64_t> buckets_;
  std::int64_t count_ = 0;
  Duration total_{};
  Duration longest_{};
};

/// The thinking times of one engine.
struct EngineTime {
  DurationHistogram moves;                ///< wall time of each of its moves
  std::chrono::microseconds pondered{};   ///< CPU time used in the opponents' turns
  std::chrono::microseconds opponents{};  ///< wall time of the opponents' turns

  bool operator==(const EngineTime&) const = default;
};

/// The thinking times of all engines. They do not depend on the order of additions.
class Thinking {
 public:
  /// Counts one game, unless it is void.
  void add(const GameRecord& record);
  void add(const std::string& engine, const EngineTime& time);
  void add(const Thinking& other);

  /// The times of one engine; all zero for an unknown name.
  const EngineTime& of(std::string_view engine) const;

  const std::map<std::string, EngineTime, std::less<>>& engines() const { return engines_; }

  bool operator==(const Thinking&) const = default;

 private:
  std::map<std::string, EngineTime, std::less<>> engines_;
};

}  // namespace ebiri::match
