// Writes games as OGN and PGN, for other programs.
//
// Oware Game Notation, as Aualé (Joan Sala Soler) reads it: tag pairs like those of PGN, pit letters as
// moves, `+n` for n captured seeds, and the seeds of both sides as the result.
//
// Portable Game Notation, for programs that rate chess engines. South moves first and is White.
//
// Assumptions about readers (public sources: Ordo's pgnget.c, BayesElo's pgnlex.cpp and pgn.cpp):
// - Ordo reads line by line. It searches each line for `[White "`, `[Black "` and `[Result "` and reads to
//   the first `"]`, without escapes. A game is complete when it has read all three. It reads names of at most
//   1023 bytes and lines of fewer than 40,000 bytes, and stops at a Result other than `1-0`, `0-1`,
//   `1/2-1/2`, `=-=` and `*`.
// - BayesElo reads tokens. It counts the seven tags of PGN's roster, then searches for the word that ends the
//   game: one that begins with `1-`, `0-`, `1/` or `*`. In a value, `\` escapes the next character; a value
//   has at most 1023 bytes.
//
// So the writer follows these rules:
// - No name begins with `]` or contains `"]`. No other value ends in a space: in `[Event "[White "]`, the
//   value and its closing quote look like the tag White.
// - The seven tags come first. `"` and `\` are escaped; Ordo shows the backslash.
// - Moves are written only if each begins with a letter and has only letters, digits, `-`, `+`, `=` and `_`.
//   Omweso's `1-` does not. A stolen turn, `--`, is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// The movers and scores of a game, opening included.
struct Scores {
  std::string sides;        ///< one letter, `S` or `N`, for each move
  std::vector<int> counts;  ///< the scores of south and north at the base and after each move
};

/// One game in OGN, followed by an empty line.
std::string to_ogn(const match::GameRecord& record, const rules::Rules& rules, const Scores& scores,
                   std::string_view event);

/// Like the other `to_ogn`, but computes the scores. Fails if a move is illegal.
Result<std::string> to_ogn(const match::GameRecord& record, const rules::Rules& rules,
                           std::string_view event);

/// A result in PGN: `1-0`, `0-1`, `1/2-1/2`, or `*` for a void game.
std::string_view pgn_result(match::Verdict::Result result);

/// The value of the tag Termination: `majority`, `north resigned`, `adjudication: majority`.
std::string termination(const match::Verdict& verdict);

/// Whether Ordo and BayesElo can skip the moves of a game without taking one for the end of the game.
bool has_plain_moves(const match::GameRecord& record);

/// One game in PGN, followed by an empty line; without moves unless `has_plain_moves`. Precondition: it is
/// not void.
std::string to_pgn(const match::GameRecord& record, std::string_view event);

}  // namespace ebiri::record
