// Lines that a person types, or that a script has written for him.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace ebiri::terminal {

/// Reads standard input. One thread.
class Keyboard {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Event : unsigned char {
    line,
    end,          ///< of the input; a last line without its newline comes first
    timeout,      ///< the deadline has passed
    interrupted,  ///< the interrupt descriptor is readable
  };

  /// `interrupt`: a descriptor that ends any waiting when it becomes readable.
  explicit Keyboard(int interrupt) : interrupt_(interrupt) {}

  /// Waits for a line, which is then in `line`, without its end.
  Event read(std::string& line, std::optional<Clock::time_point> deadline = std::nullopt);

 private:
  bool take_line(std::string& line);

  int interrupt_;
  std::string waiting_;  // read, and not yet handed out
  bool ended_ = false;
};

}  // namespace ebiri::terminal
