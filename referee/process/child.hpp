// A child process with one owner. child.cpp is the only file that includes Boost.Process.
//
// A child gets its own session and process group, three pipes, no other descriptor of ours, default
// signal handling, and a supervisor (supervisor.hpp) that ends it, and whatever it started, with its owner or
// with the referee. The owner's destructor leaves no process, no zombie and no descriptor behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/capabilities.hpp"
#include "referee/process/control_socket.hpp"
#include "referee/process/meter.hpp"
#include "referee/support/result.hpp"

namespace ebiri::process {

struct Command {
  std::vector<std::string> argv;                   ///< never empty; argv[0] is a path, no PATH search
  std::optional<std::filesystem::path> directory;  ///< working directory, or ours; in a sandbox /tmp
  Confinement confinement = {};
  bool accounting = true;  ///< whether its meter counts
};

/// How a process ended.
struct Exit {
  int code = 0;         ///< exit status, when `signal` is 0
  int signal = 0;       ///< the signal that ended it, or 0
  bool killed = false;  ///< we had to kill it: it did not leave by itself within the grace

  /// Processes of its group were killed for want of memory; perhaps not this one.
  bool out_of_memory = false;

  /// `exit status 3`, `signal 11 (SIGSEGV)`, `killed by the referee`.
  std::string describe() const;
};

/// One thread at a time. Moved-from children own nothing.
class Child {
 public:
  enum class Cause : unsigned char {
    program,  ///< it does not exist, may not be executed …
    machine,  ///< no descriptors, processes or memory are left
  };

  /// Starts a process. On error nothing is left behind; the message names the program and the reason
  /// (`cannot run `bots/x`: no such file or directory`), and `cause`, if given, is set.
  static Result<Child> spawn(const Command& command, Cause* cause = nullptr);

  Child(Child&&) = default;
  Child& operator=(Child&&) = delete;
  ~Child();

  pid_t pid() const { return pid_; }
  int input() const { return input_.get(); }    ///< its stdin, non-blocking, for writing
  int output() const { return output_.get(); }  ///< its stdout, non-blocking, for reading
  int errors() const { return errors_.get(); }  ///< its stderr, non-blocking, for reading
  int handle() const { return handle_.get(); }  ///< readable once the process has ended
  void close_errors() { errors_.reset(); }

  /// Of this process and whatever it started; counts nothing without accounting.
  Meter& meter() { return meter_; }

  /// Closes its stdin, waits up to `grace` for it to leave, kills it and every process that it started,
  /// reaps them and closes every descriptor. Calling again returns the same answer.
  Exit stop(std::chrono::milliseconds grace);

 private:
  struct Supervisor {
    pid_t pid = -1;
    Descriptor socket;  // our end
  };

  struct Container {
    std::unique_ptr<Cgroup> group;  // null where it has none
    Descriptor gate;                // our end; open in a sandbox
  };

  Child(pid_t pid, Supervisor supervisor, Container container, Descriptor handle, Descriptor input,
        Descriptor output, Descriptor errors, Meter meter);

  pid_t pid_;
  Supervisor supervisor_;
  Container container_;
  Descriptor handle_, input_, output_, errors_;
  Meter meter_;
  std::optional<Exit> exit_;
};

}  // namespace ebiri::process
