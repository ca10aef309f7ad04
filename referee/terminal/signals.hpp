// SIGINT and SIGTERM as a descriptor that the main loop polls.
#pragma once

#include <csignal>

namespace ebiri::terminal {

/// What Ctrl-Z does: engines would think on, and lose on time, while their referee is stopped.
enum class CtrlZ : unsigned char { ignored, stops };

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and all that it starts from now on (children get
/// their own clean mask), and reports them through a descriptor.
class Signals {
 public:
  explicit Signals(CtrlZ ctrl_z = CtrlZ::ignored);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Becomes readable when a signal waits.
  int descriptor() const { return descriptor_; }

  /// How many signals came since the last call.
  int take();

 private:
  sigset_t watched_{};
  int descriptor_ = -1;
};

}  // namespace ebiri::terminal
