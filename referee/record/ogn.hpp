// Oware Game Notation, as Aualé (Joan Sala Soler) reads it: tag pairs like PGN's, pit letters as
// moves, `+n` for n seeds captured, the seeds of both sides as the result.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// What the notation says of a move besides its name.
struct Scored {
  rules::Side mover = rules::Side::south;
  int captured = 0;  ///< by which its score grew, in seeds; not always positive
};

/// Of every move of a game, those of the opening too. Fails if the moves do not fit the rules.
Result<std::vector<Scored>> scored(const match::GameRecord& record, const rules::Rules& rules);

/// One game, ending in an empty line; `moves` are what `scored` says of it, from wherever they come.
std::string to_ogn(const match::GameRecord& record, const rules::Rules& rules, std::span<const Scored> moves,
                   std::string_view event);

/// The same; fails if the moves do not fit the rules.
Result<std::string> to_ogn(const match::GameRecord& record, const rules::Rules& rules,
                           std::string_view event);

/// What each side has of the point: `1-0`, `0-1`, `1/2-1/2`, or `*` of a void game.
std::string_view points(match::Verdict::Result result);

/// How a game ended, in the tag Termination: `majority`, `north resigned`, `adjudication: majority`.
std::string termination(const match::Verdict& verdict);

}  // namespace ebiri::record
