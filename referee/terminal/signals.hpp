// SIGINT, SIGTERM and SIGHUP as a descriptor that the main loop polls.
#pragma once

#include <csignal>

namespace ebiri::terminal {

/// Whether Ctrl-Z stops this process. A referee ignores it, because engines would lose on time while it is
/// stopped.
enum class CtrlZ : unsigned char { ignored, stops };

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and in threads that it starts later, and reports them
/// through a descriptor. Child processes get a clean mask.
class Signals {
 public:
  explicit Signals(CtrlZ ctrl_z = CtrlZ::ignored);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  /// Becomes readable when a signal is pending.
  int descriptor() const { return descriptor_; }

  /// The number of signals since the last call.
  int take();

 private:
  sigset_t watched_{};
  int descriptor_ = -1;
};

}  // namespace ebiri::terminal
