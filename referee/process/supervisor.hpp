// The process that stands between the referee and one engine, and lets nothing of the engine get away.
//
// What a process starts and leaves behind is inherited by its nearest ancestor that asked for orphans
// (`PR_SET_CHILD_SUBREAPER`), whatever session or group it moved to. Each engine has such an ancestor of its
// own: so its orphans are known from those of other engines and from whatever the user's shell started.
//
// The control socket is one of a pair of control sockets (control_socket.hpp). The supervisor keeps the
// engine's number reserved when the engine is dead. When the referee's end is shut or closed, which the
// kernel also does when the referee dies, the supervisor kills whatever is below it, sends the engine's wait
// status, and leaves.
#pragma once

namespace ebiri::process {

/// Splits a forked child in two: the caller becomes the supervisor, which never returns, and its new child,
/// in which this returns true, is to become the engine: leader of its own session, dead when its supervisor
/// dies. Returns false, with `errno` kept, when there can be no such child. `control_socket` is the
/// supervisor's end. `group` and `inside` are those of `fork_into`, for the engine. Descriptors 0 to 2 must
/// be open. Async-signal-safe.
bool split_off_supervisor(int control_socket, int group, bool& inside);

}  // namespace ebiri::process
