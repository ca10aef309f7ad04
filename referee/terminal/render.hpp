// How a game at a table is told to people.
#pragma once

#include <string>
#include <string_view>

#include "protocol/message.hpp"
#include "referee/report/terminal.hpp"
#include "referee/terminal/interactive_game.hpp"

namespace ebiri::terminal {

/// The board with what stands beside it below it where the terminal is narrow. Ends in a newline.
std::string drawn(const rules::Game& game, const report::Terminal& terminal);

/// `text` in lines that fit the terminal, each with its newline.
std::string in_lines(const std::string& text, const report::Terminal& terminal);

/// `north plays f: sows 4 from f, captures 2 from B`; of the last ply, which there must be.
std::string last_move(const InteractiveGame& game);

/// `depth 9, +2.00 seeds, 1,234,567 nodes, 0.8 s; F e D`: as far as it is known; empty if nothing is.
std::string thinking(const protocol::Info& info, const player::Duration& used);

/// Why the game ended, in words: `south wins 27-21: more than half of all seeds are captured`. What an engine
/// did wrong comes with its evidence, on more lines.
std::string ending(const match::Verdict& verdict);

/// What an engine did wrong, with what proves it on further lines.
std::string evidence(const player::Fault& fault);

/// The reason of an end by the rules, in words; the reason itself if there are none for it.
std::string in_words(std::string_view reason);

}  // namespace ebiri::terminal
