// Reads single keys while the live view is on the screen.
#pragma once

#include <string>

namespace ebiri::terminal {

/// Whether keys are read at all.
enum class Typing : unsigned char { ignored, read };

/// Reads keys from standard input if it is a terminal and this process is in its foreground. Meanwhile line
/// mode and echo are off. They are restored on destruction, and when the process ends (except by SIGKILL). In
/// the background, or without a terminal, nothing is read or changed. Ctrl-C and similar keys still send
/// signals. Only one may exist at a time. Not thread-safe.
class Keys {
 public:
  explicit Keys(Typing typing);
  ~Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  /// Whether keys are read now.
  bool active();

  /// Standard input, which becomes readable when a key is typed; -1 while no keys are read.
  int descriptor() { return active() ? 0 : -1; }

  /// The letters typed since the last call, in lower case. Other keys are ignored.
  std::string take();

 private:
  bool wanted_;
  bool closed_ = false;  // the terminal is closed
};

}  // namespace ebiri::terminal
