// A pair of sockets between the referee and the supervisor, or the referee and the gate of a sandbox.
//
// The first message is an announcement, which the child of the supervisor or gate sends before it executes
// its program. When the engine has ended, the supervisor or gate sends the engine's wait status (`int`).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "referee/support/descriptor.hpp"

namespace ebiri::process {

/// A pair of connected sockets, close-on-exec.
struct ControlSockets {
  Descriptor ours;    ///< the referee's end; the kernel attaches the sender's process number to messages
  Descriptor theirs;  ///< the end of the supervisor or gate
};

/// On failure the sockets are not open and `errno` is set.
ControlSockets make_control_sockets();

/// Sends an announcement, with a descriptor unless `descriptor` is -1. The kernel adds the caller's process
/// number. Returns false with `errno` on failure. Async-signal-safe.
bool announce(int socket, int descriptor);

/// An announcement as it was received.
struct Announcement {
  pid_t sender = -1;      ///< in the receiver's process namespace
  Descriptor descriptor;  ///< not open if none was sent; close-on-exec
};

/// Receives an announcement; nothing if the other end is closed or `deadline` passes first.
std::optional<Announcement> receive_announcement(const Descriptor& socket,
                                                 std::chrono::steady_clock::time_point deadline);

/// Receives the engine's wait status; nothing if the sender died before it sent one, or at the deadline.
std::optional<int> receive_status(const Descriptor& socket, std::chrono::steady_clock::time_point deadline);

}  // namespace ebiri::process
