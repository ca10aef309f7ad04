// Reads lines that a person types or a script writes.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace ebiri::terminal {

/// Reads standard input line by line. Not thread-safe.
class Keyboard {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Event : unsigned char {
    line,
    end,          ///< end of the input; a last line without newline comes before it
    timeout,      ///< the deadline has passed
    interrupted,  ///< the interrupt descriptor is readable
  };

  /// `interrupt`: a descriptor that ends waiting when it becomes readable.
  explicit Keyboard(int interrupt) : interrupt_(interrupt) {}

  /// Waits for a line, and stores it in `line` without its newline.
  Event read(std::string& line, std::optional<Clock::time_point> deadline = std::nullopt);

  /// Waits for input or the interrupt, at most for this time, and reads nothing. Returns false on a timeout.
  bool wait(std::chrono::milliseconds time) const;

 private:
  bool take_line(std::string& line);

  int interrupt_;
  std::string waiting_;  // input that was read but not returned
  bool ended_ = false;
};

}  // namespace ebiri::terminal
