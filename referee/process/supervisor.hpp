// The supervisor: a process between the referee and one engine that kills the engine and all its descendants.
//
// The kernel makes an orphaned process the child of its nearest subreaper (`PR_SET_CHILD_SUBREAPER`),
// whatever its session or group. The supervisor is the subreaper of one engine. This separates the engine's
// orphans from those of other engines and of the user's shell.
//
// A pair of sockets (control_socket.hpp) connects it with the referee. The supervisor does not reap a dead
// engine, so that its process number is not reused. When the referee's end is closed, also by the death of
// the referee, the supervisor kills all its descendants, sends the engine's wait status, and exits.
#pragma once

namespace ebiri::process {

/// Splits a forked child in two. The caller becomes the supervisor and never returns. Its new child, in which
/// this returns true, becomes the engine: it leads its own session and dies with its supervisor. Returns
/// false with `errno` on failure. `control_socket` is the supervisor's end. `group` and `inside` are
/// the arguments of `fork_into`. Descriptors 0 to 2 must be open. Async-signal-safe.
bool split_off_supervisor(int control_socket, int group, bool& inside);

}  // namespace ebiri::process
