// A pair of sockets between the referee and a helper process of an engine: the supervisor, or the gate of a
// sandbox.
//
// The first message is an announcement, which the helper's child sends before it executes its program. When
// the engine has ended, the helper sends its wait status (`int`).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "referee/process/descriptor.hpp"

namespace ebiri::process {

/// A pair of connected sockets, close-on-exec.
struct ControlSockets {
  Descriptor ours;     ///< the referee's end; the kernel attaches the sender's process number to messages
  Descriptor helpers;  ///< the helper's end
};

/// On failure the sockets are not open and `errno` is set.
ControlSockets make_control_sockets();

/// Sends an announcement, with a descriptor unless `descriptor` is -1. The kernel adds the caller's process
/// number. Returns false with `errno` on failure. Async-signal-safe.
bool announce(int socket, int descriptor);

/// The report of the helper's child.
struct Announcement {
  pid_t sender = -1;      ///< in the receiver's process namespace
  Descriptor descriptor;  ///< not open if none was sent; close-on-exec
};

/// Receives an announcement; nothing if the other end is closed or `deadline` passes first.
std::optional<Announcement> receive_announcement(const Descriptor& socket,
                                                 std::chrono::steady_clock::time_point deadline);

/// Receives the engine's wait status; nothing if the helper died before it sent one, or at the deadline.
std::optional<int> receive_status(const Descriptor& socket, std::chrono::steady_clock::time_point deadline);

}  // namespace ebiri::process
