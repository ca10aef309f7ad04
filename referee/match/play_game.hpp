// One game between two players, from the first question to the verdict.
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

struct Competitor {
  std::string name;
  Terms terms;
};

/// What is fixed before a game begins.
struct GameSetup {
  int game = 0;
  int pair = 0;
  int attempt = 1;
  Competitor south, north;
  Opening opening;  ///< must be playable under the rules, and not end the game (assert)
  std::uint64_t seed = 0;
  std::optional<Duration> ponder_allowance;       ///< CPU time in the opponent's time; nothing: no limit
  std::optional<Adjudication> adjudication = {};  ///< nothing: only the rules and the players end the game
  std::shared_ptr<const rules::ExactEnds> exact_ends = {};  ///< what its `tables` names
  int time_scale = unscaled;  ///< of both players' limits, which are as in the config

  /// Earlier attempts at this game that the engine of a side (south, north) made void, and how many of them
  /// there may be: the next one after that is forfeited.
  std::array<int, 2> voids_caused{};
  int most_voids_caused = 3;
};

/// Plays the game to its end and returns its record; nothing if the run was aborted meanwhile, or if the
/// machine would not even let a player begin. A player's faults are data in the record; nothing here fails.
/// Who wants to can look at the game in `live` meanwhile.
std::optional<GameRecord> play_game(const GameSetup& setup, const rules::Rules& rules, player::Player& south,
                                    player::Player& north, LiveGame* live = nullptr);

/// What an end by the rules is for the record: an annulled game is void.
Verdict::Result result_of(rules::Outcome::Kind kind);

/// The base position and the opening's moves, played; an error names the move that does not fit.
Result<std::unique_ptr<rules::Game>> open_game(const rules::Rules& rules, const Opening& opening);

}  // namespace ebiri::match
