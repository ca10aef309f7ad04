// Oware Game Notation, as Aualé (Joan Sala Soler) reads it: tag pairs like PGN's, pit letters as
// moves, `+n` for n seeds captured, the seeds of both sides as the result.
#pragma once

#include <string>
#include <string_view>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// One game, ending in an empty line. Fails if the moves do not fit the rules.
Result<std::string> to_ogn(const match::GameRecord& record, const rules::Rules& rules,
                           std::string_view event);

/// What each side has of the point: `1-0`, `0-1`, `1/2-1/2`, or `*` of a void game.
std::string_view points(match::Verdict::Result result);

/// How a game ended, in the tag Termination: `majority`, `north resigned`, `adjudication: majority`.
std::string termination(const match::Verdict& verdict);

}  // namespace ebiri::record
