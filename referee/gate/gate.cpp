// The first program inside a sandbox: see referee/process/gate.hpp.
//
//   ebiri-gate CHANNEL REPORT INPUT OUTPUT USER DATA PROCESSES CPU FILE LOCK DIRECTORY PROGRAM [ARGUMENT…]
#include "referee/process/gate.hpp"

#include <grp.h>
#include <linux/keyctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "referee/process/restrictions.hpp"

namespace {

using ebiri::process::GateArgument;
using ebiri::process::Rlimits;
using ebiri::process::SpawnFailure;

class Gate {
 public:
  explicit Gate(char** arguments)
      : arguments_(arguments),
        channel_(static_cast<int>(number(GateArgument::channel))),
        report_(static_cast<int>(number(GateArgument::report))) {}

  [[noreturn]] void open() const {
    ::prctl(PR_SET_NAME, "ebiri-gate");
    become_ordinary();
    // Joins a new keyring, because the engine could otherwise use the keys of the user and of other engines.
    // The call fails without effect on kernels without keyrings.
    ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
    ::prctl(PR_SET_DUMPABLE, 0);         // the engine runs as the same user and must not trace this process
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a change of user resets this setting
    ::setsid();
    ::dup2(static_cast<int>(number(GateArgument::input)), STDIN_FILENO);
    ::dup2(static_cast<int>(number(GateArgument::output)), STDOUT_FILENO);
    const pid_t engine = ::fork();
    if (engine < 0) fail(SpawnFailure::Step::confinement);
    if (engine == 0) become_engine();
    watch_over(engine);
  }

 private:
  char* text(GateArgument which) const { return arguments_[static_cast<int>(which)]; }
  unsigned long long number(GateArgument which) const { return std::strtoull(text(which), nullptr, 10); }

  [[noreturn]] void fail(SpawnFailure::Step step) const {
    const SpawnFailure failure{step, errno};
    [[maybe_unused]] const auto ignored = ::write(report_, &failure, sizeof failure);
    ::_exit(127);
  }

  void become_ordinary() const {
    const auto user = static_cast<uid_t>(number(GateArgument::user));
    if (user == 0) return;
    if (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 ||
        ::setresuid(user, user, user) != 0)
      fail(SpawnFailure::Step::confinement);
  }

  [[noreturn]] void become_engine() const {
    ::setsid();
    const char announcement = 0;
    if (::send(channel_, &announcement, sizeof announcement, MSG_NOSIGNAL) != sizeof announcement)
      fail(SpawnFailure::Step::confinement);
    for (int signal = 1; signal < SIGRTMIN; ++signal) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (::chdir(text(GateArgument::directory)) != 0) fail(SpawnFailure::Step::directory);
    ::setenv("PWD", text(GateArgument::directory), 1);
    const Rlimits limits{.data = number(GateArgument::data),
                         .processes = number(GateArgument::processes),
                         .cpu = number(GateArgument::cpu),
                         .file = number(GateArgument::file)};
    if (!limits.apply()) fail(SpawnFailure::Step::confinement);
    if (::syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */) != 0)
      fail(SpawnFailure::Step::confinement);
    // The filter needs no_new_privs, which bubblewrap has set.
    if (number(GateArgument::lock_affinity) != 0 && !ebiri::process::lock_affinity())
      fail(SpawnFailure::Step::confinement);
    ::execv(text(GateArgument::program), arguments_ + static_cast<int>(GateArgument::program));
    fail(SpawnFailure::Step::exec);
  }

  // Reaps every orphan of the sandbox but the engine, whose process number must stay reserved.
  [[noreturn]] void watch_over(pid_t engine) const {
    ::dup2(channel_, 0);  // the only descriptor that stays open, so that the gate holds no pipe of the engine
    ::syscall(SYS_close_range, 1U, ~0U, 0U);
    while (true) {
      siginfo_t dead{};
      if (::waitid(P_ALL, 0, &dead, WEXITED | WNOWAIT) != 0) ::_exit(127);
      if (dead.si_pid == engine) report_and_exit(dead);
      ::waitpid(dead.si_pid, nullptr, 0);
    }
  }

  // Waits until the referee closes its end, because the sandbox ends with this process.
  [[noreturn]] static void report_and_exit(const siginfo_t& dead) {
    const int status = dead.si_code == CLD_EXITED ? (dead.si_status & 0xFF) << 8 : dead.si_status;
    ::send(0, &status, sizeof status, MSG_NOSIGNAL);
    char none = 0;
    while (::recv(0, &none, sizeof none, 0) < 0 && errno == EINTR) {
    }
    ::_exit(0);
  }

  char** arguments_;
  int channel_, report_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count <= static_cast<int>(GateArgument::program)) return 2;
  Gate{arguments}.open();
}
