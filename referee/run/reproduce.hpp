// Plays a recorded game against one of its engines again, to reproduce a fault.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/record/digest.hpp"
#include "referee/run/arena.hpp"

namespace ebiri::run {

/// The settings of the run in `folder`, as far as `engine` needs them. A `command` that is not empty replaces
/// that of the engine; `unlimited` lifts the time limits. Relative paths start in the working directory. If
/// the engine's `directory` does not exist there, as in a contest, they start in the parent of the run's
/// folder.
Result<Arena> arena_of(const std::filesystem::path& folder, const record::Digest& digest,
                       const std::string& engine, const std::string& command, bool unlimited);

/// Callbacks that observe a reproduction. Each may be empty.
struct ReproductionWatch {
  /// A line that was just sent to the engine (true), or read from it (false).
  std::function<void(bool sent, std::string_view line)> line;

  /// Called before each request to the engine. `number`: of the request, from 1. `count`: the engine's
  /// recorded moves plus one; the last request is made only if it was to move when the recorded game ended.
  /// `process`: of the engine, or -1.
  std::function<void(int number, int count, int process)> ask;
};

/// A move that the engine did not repeat. The game continues with the recorded one.
struct OtherMove {
  int number = 0;  ///< of the engine's own move, from 1
  std::string recorded, now;
};

struct Reproduction {
  std::optional<player::Fault> fault;  ///< the engine's fault this time
  std::optional<std::string> answer;   ///< otherwise its answer at the end of the recorded game
  std::vector<OtherMove> other_moves;
  std::string problem;  ///< why the game could not be repeated: the engine did not start, or a system error
};

/// Plays the game of `record` again. The opponent repeats its moves. The engine gets the same options, seed
/// and limits, scaled to this machine. It is asked for each of its moves, and once more if the recorded game
/// ended while it was to move. `arena` has the settings of the run; its openings are not used.
Reproduction reproduce(const Arena& arena, const match::GameRecord& record, rules::Side side,
                       const ReproductionWatch& watch);

}  // namespace ebiri::run
