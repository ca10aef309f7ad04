#include "referee/terminal/user_input.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace ebiri::terminal {

namespace {

constexpr tcflag_t typing_flags = ICANON | ECHO;

// The usual signals that end a process, except those that `Signals` handles and `prepare_process` ignores.
constexpr std::array ending_signals{SIGABRT, SIGALRM, SIGBUS,  SIGFPE,  SIGILL,  SIGPROF,   SIGQUIT,
                                    SIGSEGV, SIGSYS,  SIGTRAP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU};

// Globals, because a signal handler can use nothing else.
struct TerminalState {
  volatile std::sig_atomic_t changed = 0;
  pid_t owner = 0;  // a forked child must not restore the terminal
  termios before{};
  std::array<struct sigaction, ending_signals.size()> actions{};
};
TerminalState terminal_state;

bool in_foreground() { return ::tcgetpgrp(STDIN_FILENO) == ::getpgrp(); }

// In the background it changes nothing, because then the shell's settings apply.
void restore_terminal() {
  if (terminal_state.changed == 0 || ::getpid() != terminal_state.owner) return;
  terminal_state.changed = 0;
  if (in_foreground()) ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal_state.before);
}

extern "C" void restore_and_end(int number) {
  restore_terminal();
  const auto* const found = std::find(ending_signals.begin(), ending_signals.end(), number);
  ::sigaction(number, &terminal_state.actions[static_cast<std::size_t>(found - ending_signals.begin())],
              nullptr);
  ::raise(number);
}

void watch_ending_signals() {
  struct sigaction action {};
  action.sa_handler = restore_and_end;
  sigemptyset(&action.sa_mask);
  for (std::size_t k = 0; k < ending_signals.size(); ++k) {
    ::sigaction(ending_signals[k], nullptr, &terminal_state.actions[k]);
    if (terminal_state.actions[k].sa_handler != SIG_IGN) ::sigaction(ending_signals[k], &action, nullptr);
  }
  [[maybe_unused]] static const int registered = std::atexit(restore_terminal);
}

void forget_ending_signals() {
  for (std::size_t k = 0; k < ending_signals.size(); ++k)
    ::sigaction(ending_signals[k], &terminal_state.actions[k], nullptr);
}

constexpr std::size_t longest_line = 65536;  // longer lines are split

int milliseconds_until(std::optional<Keyboard::Clock::time_point> deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Keyboard::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

}  // namespace

Keys::Keys(Typing typing) : wanted_(typing == Typing::read && ::isatty(STDIN_FILENO) != 0) {
  if (!wanted_) return;
  terminal_state.owner = ::getpid();
  watch_ending_signals();
}

Keys::~Keys() {
  if (!wanted_) return;
  restore_terminal();
  forget_ending_signals();
}

// Line mode may be on again, because a shell restores its settings when it continues a stopped process.
bool Keys::active() {
  if (!wanted_ || closed_ || !in_foreground()) return false;
  termios now{};
  if (::tcgetattr(STDIN_FILENO, &now) != 0) return false;
  if ((now.c_lflag & typing_flags) == 0) return true;
  terminal_state.before = now;
  terminal_state.changed = 1;
  now.c_lflag &= ~typing_flags;
  now.c_cc[VMIN] = 1;
  now.c_cc[VTIME] = 0;
  return ::tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0;
}

std::string Keys::take() {
  std::string letters;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (active() && ::poll(&input, 1, 0) > 0) {
    std::array<char, 256> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) {
      closed_ = count == 0 || errno != EINTR;
      continue;
    }
    for (const char byte : std::string_view{bytes.data(), static_cast<std::size_t>(count)}) {
      if (byte == '\x1b') break;  // a cursor key sends letters too
      if ('a' <= byte && byte <= 'z') letters += byte;
      if ('A' <= byte && byte <= 'Z') letters += static_cast<char>(byte - 'A' + 'a');
    }
  }
  return letters;
}

bool Keyboard::take_line(std::string& line) {
  const std::size_t end = std::min(waiting_.find('\n'), longest_line);
  const bool whole = end < waiting_.size();
  if (!whole && (!ended_ || waiting_.empty())) return false;
  line = waiting_.substr(0, end);
  waiting_.erase(0, whole && waiting_[end] == '\n' ? end + 1 : end);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

bool Keyboard::wait(std::chrono::milliseconds time) const {
  if (ended_ || !waiting_.empty()) return true;
  std::array<pollfd, 2> watched{{{STDIN_FILENO, POLLIN, 0}, {interrupt_, POLLIN, 0}}};
  return ::poll(watched.data(), watched.size(), static_cast<int>(time.count())) != 0;
}

Keyboard::Event Keyboard::read(std::string& line, std::optional<Clock::time_point> deadline) {
  while (!take_line(line)) {
    if (ended_) return Event::end;
    std::array<pollfd, 2> watched{{{STDIN_FILENO, POLLIN, 0}, {interrupt_, POLLIN, 0}}};
    const int ready = ::poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (watched[1].revents != 0) return Event::interrupted;
    if (ready == 0) return Event::timeout;
    std::array<char, 4096> block;
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      ended_ = true;
    else
      waiting_.append(block.data(), static_cast<std::size_t>(count));
  }
  return Event::line;
}

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
