// All faults of faulty_bot, and programs that are faults themselves, with their expected verdicts. The tests
// check verdicts, evidence and that nothing is left behind; `./ebiri bench faults` checks the times.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/play_game.hpp"
#include "referee/player/engine_player.hpp"

namespace ebiri::tests {

/// The event that the referee waits for before the verdict. The verdict is due 50 ms after that.
enum class Wait : unsigned char {
  none,    ///< nothing
  move,    ///< the limit and the margin of the move
  start,   ///< the start limit
  budget,  ///< until the engine has written 16 MiB
  grace,   ///< the grace period in which the engine may exit by itself
};

struct FaultCase {
  std::string name;  ///< faulty_bot's first argument; for `program_fault_cases`, a shell command
  std::optional<player::Fault::Kind> kind;  ///< empty: not a fault, the game continues
  std::string detail;                       ///< a pattern as in `matches`, as are the next fields
  std::string line = "";                    ///< the raw line
  std::string exit = "";                    ///< how the process ended
  std::string errors = "";                  ///< the end of its stderr
  Wait wait = Wait::none;
};

/// The faults of faulty_bot that lose a game.
const std::vector<FaultCase>& fault_cases();

/// Shell commands in which `BOT` stands for faulty_bot's path and `MARK` for the mark.
const std::vector<FaultCase>& program_fault_cases();

/// The behaviour of faulty_bot that is no fault: the game must continue, and nothing may be left behind.
const std::vector<FaultCase>& harmless_cases();

/// Whether `text` matches `pattern`, in which `*` stands for any text.
bool matches(std::string_view pattern, std::string_view text);

/// A mark in the command lines of all engines of this test and of all their processes.
const std::string& mark();

constexpr std::chrono::milliseconds move_limit{300}, move_margin{50}, short_start{200}, stop_grace{500};

/// How to run the engine of `fault`, in `folder`.
player::EngineSetup setup_for(const FaultCase& expected, const std::filesystem::path& folder = ".");

/// faulty_bot with these arguments.
player::EngineSetup faulty(std::vector<std::string> arguments);

/// When the verdict is due, counted from the request, or from the start if no request is reached.
std::chrono::milliseconds due(const FaultCase& expected);

/// Plays `games` games of the engine, as south, against a player of first legal moves. Returns the record of
/// the last game, or nothing if it was aborted. An engine without a fault has unlimited time.
std::optional<match::GameRecord> play(player::Player& engine, int games, bool patient);

std::size_t open_descriptors();

/// The running processes with our mark, whatever their parent is, and all of our children.
std::size_t processes_left();

}  // namespace ebiri::tests
