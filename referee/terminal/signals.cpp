#include "referee/terminal/signals.hpp"

#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

namespace ebiri::terminal {

Signals::Signals(CtrlZ ctrl_z) {
  sigemptyset(&watched_);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    const bool ignored = ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
    if (!ignored) sigaddset(&watched_, number);  // respects nohup
  }
  if (ctrl_z == CtrlZ::ignored) ::signal(SIGTSTP, SIG_IGN);
  ::pthread_sigmask(SIG_BLOCK, &watched_, nullptr);
  descriptor_ = ::signalfd(-1, &watched_, SFD_CLOEXEC | SFD_NONBLOCK);
}

Signals::~Signals() {
  take();  // pending signals must not end later work
  ::pthread_sigmask(SIG_UNBLOCK, &watched_, nullptr);
  ::close(descriptor_);
}

int Signals::take() {
  int count = 0;
  signalfd_siginfo info{};
  while (::read(descriptor_, &info, sizeof info) == sizeof info) ++count;
  return count;
}

}  // namespace ebiri::terminal
