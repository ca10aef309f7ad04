// Other load on the cores that a test plays on.
#pragma once

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <vector>

namespace ebiri::tests {

/// Processes that want a core forever; they end with their owner. Each in a session of its own, if asked for:
/// where the kernel groups processes by session, each then gets as large a share as the referee and its
/// engines together.
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
