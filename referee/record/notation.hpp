// Writes games as OGN and PGN, for other programs.
//
// Oware Game Notation, as Aualé (Joan Sala Soler) reads it: tag pairs like PGN's, pit letters as
// moves, `+n` for n seeds captured, the seeds of both sides as the result.
//
// Portable Game Notation, for programs that rate chess engines: South is White, the one who moves first.
//
// Assumptions about readers (public sources: Ordo's pgnget.c, BayesElo's pgnlex.cpp and pgn.cpp):
// - Ordo reads line by line and looks for `[White "`, `[Black "` and `[Result "` anywhere in a line, up to
//   the first `"]` of that line, without any escapes. So no name begins with `]` or holds a `"]`, and no
//   other value ends in a space. A game is complete with its third tag. Names have at most 1023 bytes, lines
//   fewer than 40,000; Result must be `1-0`, `0-1`, `1/2-1/2`, `=-=` or `*`, or Ordo ends.
// - BayesElo reads tokens. It counts the seven tags of PGN's roster, so these come first and are all there;
//   then it looks for the word that ends the game. `\` in a value keeps the next character; a value has at
//   most 1023 bytes. Outside of values a word may begin with a letter; `1-`, `0-`, `1/` and `*` end the game,
//   so moves that hold them (Omweso's `1-`) are left out.
// Both therefore read a name with `"` or `\` in it, but Ordo shows the backslash.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// The data of a move in the notation, besides its name.
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

/// Whether both programs skip its moves correctly.
bool has_plain_moves(const match::GameRecord& record);

/// One game, ending in an empty line; moves only if they are plain. Precondition: it is not void.
std::string to_pgn(const match::GameRecord& record, std::string_view event);

}  // namespace ebiri::record
