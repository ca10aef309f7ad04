// Children for tests of this room: shells, and how long they may take.
#pragma once

#include <chrono>
#include <string>

#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"
#include "tests/prepared.hpp"

namespace ebiri::process::tests {

inline Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

/// For what happens at once on a machine that is not busy.
inline Deadline soon() { return in(std::chrono::minutes{1}); }

inline Command shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}}; }

/// Precondition: this machine can start one.
inline Child running_shell(const std::string& script) {
  return std::move(Child::spawn(shell(script)).value());
}

}  // namespace ebiri::process::tests
