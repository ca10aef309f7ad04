// Games without their moves: what schedules, tables and ratings need of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/support/fnv.hpp"
#include "referee/support/interned_string.hpp"

namespace ebiri::match {

/// Small and of the same size for every game, so that millions of them can be held.
struct GameSummary {
  int game = 0, pair = 0, attempt = 1;  ///< as in the record
  int plies = 0;                        ///< without the opening's moves
  InternedString south, north;
  Verdict::Result result = Verdict::Result::draw;
  Verdict::Cause cause = Verdict::Cause::rules;
  std::optional<player::Fault::Kind> fault;
  std::optional<rules::Side> loser;  ///< as in the record; of a void game, whose engine caused it, if one did
  bool akawumbi = false;             ///< a win that a tournament may weigh
  bool moves_known = true;           ///< else `sequence` says nothing: no game is known to repeat it
  int south_seeds = 0, north_seeds = 0;  ///< at the end
  std::uint64_t opening = 0;             ///< fingerprint of the opening, its name included
  std::uint64_t sequence = 0;  ///< fingerprint of the base position and all moves: the same game again

  bool operator==(const GameSummary&) const = default;
};

static_assert(sizeof(GameSummary) <= 64);

GameSummary summary_of(const GameRecord& record);

/// The games of a run.
using GameList = std::vector<GameSummary>;

/// Their indexes in the order of their numbers and attempts.
std::vector<std::size_t> in_order(const GameList& games);

/// The number of different openings that they began with.
std::size_t count_openings(const GameList& games);

/// The summary's fingerprints, of a base position (or none, for the variant's start) and moves one by one:
/// 64-bit FNV-1a.
class MoveSequence {
 public:
  explicit MoveSequence(std::optional<std::string_view> base) {
    if (base) hash_ << *base;
  }
  void add(std::string_view move) { hash_ << " " << move; }

  /// Of what was added so far, as a game.
  std::uint64_t game() const { return hash_.value(); }
  /// The same as an opening.
  std::uint64_t opening(std::string_view name) const { return (Fnv{hash_} << "\n" << name).value(); }

 private:
  Fnv hash_;
};

/// Of the opening, as in the summary.
std::uint64_t fingerprint(const Opening& opening);

/// A move could not be judged, so the game is void: it is played again, with the next attempt, as often as
/// the settings allow.
inline bool aborted(const GameSummary& game) { return game.cause == Verdict::Cause::machine; }

}  // namespace ebiri::match
