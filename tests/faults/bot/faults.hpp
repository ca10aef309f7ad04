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

/// Endless `info` lines of a kilobyte, as fast as they are read.
[[noreturn]] void flood();

/// Ends the process without handlers.
[[noreturn]] void leave(int code);

/// Uses that much CPU time of the calling thread; with `told`, an `info` line every half a millisecond.
void burn(std::chrono::microseconds cpu, bool told);

/// Lets that much CPU time be used, by whomever, and returns when it is.
using Spend = std::function<void(std::chrono::microseconds cpu, bool told)>;
const std::map<std::string, Spend>& ways_to_spend();

/// Faults by name; each gets the move that would have been right.
using Faults = std::map<std::string, std::function<void(const std::string& move)>>;

const Faults& wire_faults();     ///< in what is said and when
const Faults& process_faults();  ///< in what is done with processes, signals, memory, files
const Faults& raids();           ///< attempts to take resources

}  // namespace faulty
