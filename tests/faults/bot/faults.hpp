// The faults that faulty_bot can commit in place of an answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

namespace faulty {

inline constexpr std::size_t megabyte = 1'000'000;

/// Writes to standard output at once.
void say(const std::string& text);

/// Answers with `move`.
void answer(const std::string& move);

[[noreturn]] void hang();

/// Writes `info` lines of a kilobyte forever, as fast as they are read.
[[noreturn]] void flood();

/// Ends the process without handlers.
[[noreturn]] void leave(int code);

/// Uses that amount of CPU time in the calling thread. With `told`, writes an `info` line every half
/// millisecond.
void burn(std::chrono::microseconds cpu, bool told);

/// Causes that amount of CPU time to be used, by this or other processes, and returns afterwards.
using Spend = std::function<void(std::chrono::microseconds cpu, bool told)>;
const std::map<std::string, Spend>& ways_to_spend();

/// Faults by name. Each function gets a legal move.
using Faults = std::map<std::string, std::function<void(const std::string& move)>>;

const Faults& wire_faults();     ///< wrong lines, or lines at the wrong time
const Faults& process_faults();  ///< misuse of processes, signals, memory and files
const Faults& raids();           ///< attempts to take resources

}  // namespace faulty
