// Other load on the cores that a test plays on.
#pragma once

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <vector>

namespace ebiri::tests {

/// Processes that keep cores busy until its destruction. On request each has its own session: if the kernel
/// shares time among sessions, each process then gets as large a share as the referee and its engines
/// together.
class Load {
 public:
  enum class Sessions : unsigned char { ours, own };

  explicit Load(int processes, Sessions sessions = Sessions::ours) {
    for (int i = 0; i < processes; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (sessions == Sessions::own) ::setsid();
        volatile unsigned long turns = 0;
        while (true) turns = turns + 1;
      }
      children_.push_back(child);
    }
  }

  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  ~Load() {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }

 private:
  std::vector<pid_t> children_;
};

}  // namespace ebiri::tests
