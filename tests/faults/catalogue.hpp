// Every fault that faulty_bot knows, and the programs that are one, with the verdict that each must get.
// The tests judge verdict, evidence and what is left behind; `./ebiri bench faults` judges the times.
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

/// The wait before a verdict. The verdict is due 50 ms after its end.
enum class Wait : unsigned char {
  none,    ///< seen at once
  move,    ///< until limit and margin of the move are over
  start,   ///< until the start limit is over
  budget,  ///< until it has written 16 MiB
  grace,   ///< until it had the grace to leave by itself
};

struct FaultCase {
  std::string name;  ///< faulty_bot's first argument; or a shell command, for `program_fault_cases`
  std::optional<player::Fault::Kind> kind;  ///< none: it is let play on
  std::string detail;                       ///< `*` stands for anything, here and below
  std::string line = "";                    ///< the raw line
  std::string exit = "";                    ///< how the process ended
  std::string errors = "";                  ///< the end of its stderr
  Wait wait = Wait::none;
};

/// The faults of faulty_bot that get a verdict.
const std::vector<FaultCase>& fault_cases();

/// Shell commands in which `BOT` stands for faulty_bot's path and `MARK` for the mark.
const std::vector<FaultCase>& program_fault_cases();

/// The faults of faulty_bot that get none: what must hold is that the game goes on and nothing is left.
const std::vector<FaultCase>& harmless_cases();

/// Whether `text` is `pattern`, in which each `*` stands for anything.
bool matches(std::string_view pattern, std::string_view text);

/// Stands in the command line of every engine of this test, and in those of all its processes.
const std::string& mark();

constexpr std::chrono::milliseconds move_limit{300}, move_margin{50}, short_start{200}, stop_grace{500};

/// How to run the engine of `fault`, in `folder`.
player::EngineSetup setup_for(const FaultCase& expected, const std::filesystem::path& folder = ".");

/// faulty_bot with these arguments.
player::EngineSetup faulty(std::vector<std::string> arguments);

/// When its verdict is due, counted from the question, or from the start where the question is not reached.
std::chrono::milliseconds due(const FaultCase& expected);

/// Plays `games` games of the engine, as south, against a player that plays the first legal move; the last
/// one's record, or nothing when it was given up. An engine that is let play on has all the time it wants.
std::optional<match::GameRecord> play(player::Player& engine, int games, bool patient);

std::size_t open_descriptors();

/// Running processes with our mark, whoever their parent is, and our children, running or not.
std::size_t processes_left();

}  // namespace ebiri::tests
