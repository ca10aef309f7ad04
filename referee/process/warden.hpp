// The process that stands between the referee and one engine, and lets nothing of the engine get away.
//
// What a process starts and leaves behind is inherited by its nearest ancestor that asked for orphans
// (`PR_SET_CHILD_SUBREAPER`), whatever session or group it moved to. Each engine has such an ancestor of its
// own: so its strays are known from those of other engines and from whatever the user's shell started.
//
// The leash is a pair of connected sockets. First comes the engine's number (`pid_t`), before the engine is
// the program, and perhaps a descriptor with it; the warden keeps it reserved when the engine is dead. When
// the referee's end is shut or closed, which the kernel also does when the referee dies, the warden kills
// whatever is below it, sends the engine's wait status (`int`), and leaves.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "referee/process/descriptor.hpp"

namespace ebiri::process {

/// Splits a forked child in two: the caller becomes the warden, which never returns, and its new child, in
/// which this returns true, is to become the engine: leader of its own session, dead when its warden dies.
/// Returns false, with `errno` kept, when there can be no such child. `leash` is the warden's end.
/// `group` and `inside` are those of `fork_into`, for the engine. Descriptors 0 to 2 must be open.
/// Async-signal-safe.
bool split_off_warden(int leash, int group, bool& inside);

/// The engine's first message on the leash: the caller's number, and a descriptor unless it is -1.
/// Async-signal-safe.
void announce(int leash, int descriptor);

struct Announcement {
  pid_t engine = -1;
  Descriptor descriptor;  ///< not open if none came; close-on-exec
};

/// The referee's side of `announce`; nothing if the engine is gone or does not speak before `deadline`.
std::optional<Announcement> hear_announcement(int leash, std::chrono::steady_clock::time_point deadline);

}  // namespace ebiri::process
