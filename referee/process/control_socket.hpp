// Connected sockets over which the referee hears of an engine from a helper process of ours: the supervisor,
// or the gate of a sandbox.
//
// First comes an announcement, sent by the process that becomes the engine, before it is the program. When
// the engine has ended, the helper sends its wait status (`int`).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "referee/process/descriptor.hpp"

namespace ebiri::process {

struct ControlSockets {
  Descriptor ours;     ///< receives the numbers of senders, which the kernel attaches
  Descriptor helpers;  ///< both are close-on-exec
};

/// Sockets that are not open, with `errno`, where the system has none.
ControlSockets make_control_sockets();

/// Sends a descriptor, unless it is -1, and by itself the caller's number. False with `errno` if that fails.
/// Async-signal-safe.
bool announce(int socket, int descriptor);

struct Announcement {
  pid_t sender = -1;      ///< in the receiver's process namespace
  Descriptor descriptor;  ///< not open if none came; close-on-exec
};

/// The referee's side of `announce`; nothing if the other end is closed or silent until `deadline`.
std::optional<Announcement> receive_announcement(const Descriptor& socket,
                                                 std::chrono::steady_clock::time_point deadline);

/// The engine's wait status; nothing if the helper was ended too, or is silent until `deadline`.
std::optional<int> receive_status(const Descriptor& socket, std::chrono::steady_clock::time_point deadline);

}  // namespace ebiri::process
