// Single keys, typed while the live view is on the screen.
#pragma once

#include <string>

namespace ebiri::terminal {

/// Whether Keys are to be read at all.
enum class Typing : unsigned char { ignored, read };

/// Reads keys from standard input if that is a terminal in whose foreground this process is: its line mode
/// and echo are off for as long. They are on again when this ends, however the process ends (but for
/// SIGKILL). In the background, or without a terminal, nothing is read or changed. Ctrl-C and the like stay
/// signals. One at a time, on one thread.
class Keys {
 public:
  explicit Keys(Typing typing);
  ~Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  /// Whether keys are read now.
  bool active();

  /// Becomes readable when a key was typed; -1 while none are read.
  int descriptor() { return active() ? 0 : -1; }

  /// The letters that were typed since the last call, as lower case; what other keys send is left out.
  std::string take();

 private:
  bool wanted_;
  bool gone_ = false;  // the terminal
};

}  // namespace ebiri::terminal
