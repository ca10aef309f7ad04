// Summaries of games, without moves: the data that schedules, tables and ratings need.
#pragma once

#include <cstdint>
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
  std::uint64_t opening = 0;             ///< fingerprint of the opening, its name included
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

}  // namespace ebiri::match
