// Renders the live view of a run as text, which the caller prints.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "referee/match/game_record.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/run/observer.hpp"
#include "referee/support/terminal.hpp"

namespace ebiri::terminal {

struct LiveState {
  run::Start start;                        ///< of the run, with the latest standings
  std::int64_t finished_now = 0;           ///< games that the referee's present process has finished
  std::chrono::milliseconds elapsed{};     ///< time of that process; only `ebiri watch` counts its pauses
  std::optional<report::SprtReport> sprt;  ///< of a run that is a test
  std::string last_game;                   ///< a `game_line`, or empty
  std::string last_forfeit;                ///< `random-2, game 77`, or empty
  std::string idle_reason;  ///< why no game begins, shown instead of speed and ETA: `paused`; or empty
  std::string hint;         ///< at the right end of the first line: `q quit  p pause  t table`
};

/// A frame: title, progress bar, standings, first mover, last game. Every line is at most
/// `terminal.width` columns wide and ends in a newline; with a height above 1, no more than `height - 1`
/// lines. The only control characters are newlines and, with colours, SGR escapes.
std::string render(const LiveState& state, const Terminal& terminal);

/// A finished game in one line, without a newline; only the names may contain characters beyond ASCII:
/// `#411 minimax-d8 vs mcts-1k  27-21  1-0  61 plies  south won by majority  opening 103`.
/// The plies do not include the opening.
std::string game_line(const match::GameRecord& record);

}  // namespace ebiri::terminal
