// A child process with one owner. child.cpp is the only file that includes Boost.Process.
//
// A child gets its own session and process group, three pipes, no other descriptor of the referee, and
// default signal handling. Its supervisor (supervisor.hpp) kills it and all its descendants when its owner or
// the referee ends. The destructor leaves no process, zombie or descriptor behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/capabilities.hpp"
#include "referee/process/meter.hpp"
#include "referee/support/result.hpp"

namespace ebiri::process {

/// A program to start, and how.
struct Command {
  std::vector<std::string> argv;  ///< never empty; argv[0] is a path and is not searched in PATH. In a
                                  ///< sandbox, paths must be absolute

  /// The working directory. By default it is the referee's, or /tmp in a sandbox.
  std::optional<std::filesystem::path> directory;
  Confinement confinement = {};
  bool accounting = true;  ///< whether to measure CPU time
};

/// How a process ended.
struct Exit {
  int code = 0;         ///< exit status, when `signal` is 0
  int signal = 0;       ///< the signal that ended it, or 0
  bool killed = false;  ///< the referee killed it, because it did not exit within the grace period

  /// The kernel killed processes of its group because of the memory limit, perhaps not this one.
  bool out_of_memory = false;

  /// `exit status 3`, `signal 11 (SIGSEGV)`, `killed by the referee`.
  std::string describe() const;
};

/// A running child process. One thread at a time. Moved-from objects own nothing.
class Child {
 public:
  /// Why a process cannot be started.
  enum class Cause : unsigned char {
    program,  ///< the program: for example, the file does not exist or is not executable
    machine,  ///< the system: for example, it has no more descriptors, processes or memory
  };

  /// Starts a process. On error nothing is left behind, and `cause`, if given, is set. The message has the
  /// reason: `cannot run `bots/x`: No such file or directory`.
  static Result<Child> spawn(const Command& command, Cause* cause = nullptr);

  Child(Child&&) = default;
  Child& operator=(Child&&) = delete;
  ~Child();

  pid_t pid() const { return pid_; }
  int input() const { return input_.get(); }    ///< its stdin, non-blocking, for writing
  int output() const { return output_.get(); }  ///< its stdout, non-blocking, for reading
  int errors() const { return errors_.get(); }  ///< its stderr, non-blocking, for reading
  int handle() const { return handle_.get(); }  ///< its pidfd, readable once the process has ended
  void close_errors() { errors_.reset(); }

  /// Measures this process and its descendants. Counts nothing without `Command::accounting`.
  Meter& meter() { return meter_; }

  /// Closes its stdin, waits up to `grace` for its exit, kills it and its descendants, reaps them, and closes
  /// every descriptor. A second call returns the same result.
  Exit stop(std::chrono::milliseconds grace);

 private:
  Child() = default;

  pid_t pid_ = -1, supervisor_ = -1;
  Descriptor supervisor_socket_, gate_socket_;  // our ends; there is a gate only in a sandbox
  std::unique_ptr<Cgroup> group_;               // may be null
  Descriptor handle_, input_, output_, errors_;
  Meter meter_;
  std::optional<Exit> exit_;
};

}  // namespace ebiri::process
