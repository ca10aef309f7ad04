#include "referee/terminal/keys.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
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

}  // namespace ebiri::terminal
