// The interface between the referee and the gate, the first program inside a sandbox.
//
// The gate (referee/gate) is process 1 of the sandbox's process namespace. It starts the engine with its
// limits, as an ordinary user. Over the channel it reports what bubblewrap does not: the engine's process
// number outside the sandbox and its exact exit status.
//
// The channel is a pair of control sockets (supervisor.hpp). When the referee's end is closed, the gate
// exits, and the whole sandbox ends.
#pragma once

namespace ebiri::process {

/// A child's report that it cannot execute the program.
struct SpawnFailure {
  enum class Step : int { confinement, directory, exec } step;  ///< the step that failed
  int error;                                                    ///< its `errno`
};

/// The gate's arguments, by position. All but the last two are whole numbers.
enum class GateArgument : int {
  channel = 1,  ///< descriptor of the gate's end
  report,       ///< descriptor that a `SpawnFailure` is written to
  input,        ///< descriptor for the engine's standard input; bubblewrap's own is another
  output,       ///< descriptor for the engine's standard output; bubblewrap's own is another
  user,         ///< user and group to become, or 0 to stay
  data,         ///< this and the next three are the members of `Rlimits`
  processes,
  cpu,
  file,
  lock_affinity,  ///< 1: the engine may not change its affinity, 0: it may
  directory,      ///< the engine's working directory
  program,        ///< the engine's program; its arguments follow
};

}  // namespace ebiri::process
