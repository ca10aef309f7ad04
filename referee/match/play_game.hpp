// Plays one game between two players, from its start to the verdict.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/match/clock.hpp"
#include "referee/match/game_record.hpp"
#include "referee/match/limit.hpp"
#include "referee/match/live_game.hpp"
#include "referee/match/settings.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/exact_ends.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::match {

/// One side of a game.
struct Competitor {
  std::string name;
  Terms terms;
};

/// The inputs of a game, fixed before it begins.
struct GameSetup {
  int game = 0;
  int pair = 0;
  int attempt = 1;
  Competitor south, north;
  Opening opening;  ///< must be playable under the rules, and not end the game (assert)
  std::uint64_t seed = 0;
  std::optional<Duration> ponder_allowance;       ///< CPU time in the opponent's turns; nothing: no limit
  std::optional<Adjudication> adjudication = {};  ///< nothing: only the rules and the players end the game
  std::shared_ptr<const rules::ExactEnds> exact_ends = {};  ///< the tables of `adjudication.tables`
  int time_scale = unscaled;                                ///< applied to the limits of both players

  /// The number of earlier attempts at this game that each engine (south, north) made void (a worker of a
  /// fleet knows only those that it played for the same job), and the limit. An
  /// engine at the limit forfeits the game instead of making it void.
  std::array<int, 2> voids_caused{};
  int max_voids_caused = 3;
};

/// Plays the game to its end and returns its record. Returns nothing if the run was aborted, or if a player
/// could not begin and is not at fault. A player's faults are data in the record. Other threads can follow
/// the game in `live`.
std::optional<GameRecord> play_game(const GameSetup& setup, const rules::Rules& rules, player::Player& south,
                                    player::Player& north, LiveGame* live = nullptr);

/// The verdict of a game that ended with `outcome`. The cause is `rules` or `agreed`.
Verdict verdict_of(const rules::Outcome& outcome, Verdict::Cause cause);

/// Plays the opening and returns the game. The error says why that is not possible.
Result<std::unique_ptr<rules::Game>> open_game(const rules::Rules& rules, const Opening& opening);

}  // namespace ebiri::match
