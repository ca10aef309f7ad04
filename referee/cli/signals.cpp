#include "referee/cli/signals.hpp"

#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

namespace ebiri::cli {

Signals::Signals() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, number);
  ::pthread_sigmask(SIG_BLOCK, &watched, nullptr);
  descriptor_ = ::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

Signals::~Signals() { ::close(descriptor_); }

int Signals::take() {
  int count = 0;
  signalfd_siginfo info{};
  while (::read(descriptor_, &info, sizeof info) == sizeof info) ++count;
  return count;
}

}  // namespace ebiri::cli
