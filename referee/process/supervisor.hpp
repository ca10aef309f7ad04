// The supervisor: a process between the referee and one engine that kills the engine and all its descendants.
//
// The kernel makes an orphaned process the child of its nearest subreaper (`PR_SET_CHILD_SUBREAPER`),
// whatever its session or group. The supervisor is the subreaper of one engine. This separates the engine's
// orphans from those of other engines and of the user's shell.
//
// A pair of sockets connects it with the referee. The supervisor does not reap a dead engine, so that its
// process number is not reused. When the referee's end is closed, also by the death of the referee, the
// supervisor kills all its descendants, sends its child's wait status, and exits.
//
// The gate of a sandbox (gate.hpp) has such a pair too. In a sandbox the supervisor's child is bubblewrap,
// and the gate's child is the engine. Each pair carries two messages: an announcement, which the child sends
// before it executes its program, and the child's wait status (`int`), which the supervisor or gate sends.
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

/// Receives the child's wait status; nothing if the sender died before it sent one, or at the deadline.
std::optional<int> receive_status(const Descriptor& socket, std::chrono::steady_clock::time_point deadline);

/// Splits a forked child in two. The caller becomes the supervisor and never returns. Its new child, in which
/// this returns true, becomes the engine: it leads its own session and dies with its supervisor. Returns
/// false with `errno` on failure. `control_socket` is the supervisor's end. `group` and `in_group` are
/// the arguments of `fork_into`. Descriptors 0 to 2 must be open. Async-signal-safe.
bool split_off_supervisor(int control_socket, int group, bool& in_group);

}  // namespace ebiri::process
