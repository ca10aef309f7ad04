// Child processes and deadlines for tests of this room.
#pragma once

#include <chrono>
#include <string>

#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"
#include "tests/prepared.hpp"

namespace ebiri::process::tests {

inline Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

/// A deadline for events that are immediate on an idle machine.
inline Deadline soon() { return in(std::chrono::minutes{1}); }

inline Command shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}}; }

/// Starts a shell. Precondition: the machine can start one.
inline Child running_shell(const std::string& script) {
  return std::move(Child::spawn(shell(script)).value());
}

}  // namespace ebiri::process::tests
