// Formats a game at the terminal as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/message.hpp"
#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/terminal.hpp"
#include "referee/terminal/interactive_game.hpp"

namespace ebiri::terminal {

/// A drawn board for this terminal: on a narrow one, the text beside a row goes below the row. Ends in a
/// newline. With `ended`, no side is marked as the side to move.
std::string drawn(const std::string& board, const Terminal& terminal, bool ended = false);

/// What the score counts, and the score: `score 3-4`, or in games that count the seeds on the board
/// `seeds in pits and store 30-34`.
std::string score_text(const rules::Rules& rules, const rules::Game& game);

/// `text` in lines that fit between `column` and the right edge. Unchanged if there is no terminal, or
/// if fewer than 20 columns are left.
std::string in_column(const std::string& text, std::size_t column, const Terminal& terminal);

/// A help text whose paragraphs are wrapped if a line does not fit the terminal. Lines that begin with two
/// blanks stay. A paragraph ends after a line that is shorter than necessary (the next word would have fit
/// into 110 columns), and before a line that begins with `Exit code`. Unchanged if there is no terminal.
std::string narrowed(std::string_view text, const Terminal& terminal);

/// `text`, wrapped to the terminal, each line with a newline.
std::string in_lines(const std::string& text, const Terminal& terminal);

/// The last ply: `north plays f: sows 4 from f, captures 2 from B`. Precondition: there is one.
std::string last_move(const InteractiveGame& game);

/// The known values of a search report: `depth 9, your expected lead +2.00 seeds, 0.8 s; expected line F e D`
/// if `whose` is `your`. `seeds`: all seeds in the game; a lead of that size is shown as `your certain win`.
std::string thinking(const protocol::Info& info, const player::Duration& used, std::string_view whose,
                     int seeds);

/// How the game ended: `south wins 27-21: more than half of all seeds are captured`. The detail of a fault is
/// on that line, the rest of its evidence on more lines.
std::string ending(const match::Verdict& verdict);

/// The fault that ended a game of the run in `folder`, with its evidence, and the command that repeats it.
std::string fault_text(const match::GameRecord& game, const std::string& folder);

/// The reason why the rules ended a game, as a sentence; an unknown reason is unchanged.
std::string in_words(std::string_view reason);

/// The boards of a move, one for each transfer (lifted, sown or captured seeds), then the final one. A
/// changed pit has a sign before its number: `+` for a sown seed, `-` for lifted seeds, `x` for captured
/// seeds. `x` stays on the later boards. The last line has the number of seeds in hand. `after` is the game
/// after the move. Empty if the rules do not trace the move.
std::vector<std::string> sowing_frames(const rules::Rules& rules, const rules::Game& before,
                                       const rules::Game& after);

/// A board with the signs of `sowing_frames` in colour.
std::string coloured(const std::string& frame);

}  // namespace ebiri::terminal
