// Lines to and from a child, under one absolute deadline per call.
//
// Output never re-arms a deadline. Lines are limited in length, a request in bytes. stderr is
// drained whenever we wait, and its tail kept as evidence.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "referee/process/child.hpp"

namespace ebiri::process {

using Deadline = std::chrono::steady_clock::time_point;

/// All in bytes.
struct ChannelLimits {
  std::size_t line = 64UL * 1024;            ///< longest line of the child, newline included
  std::size_t request = 16UL * 1024 * 1024;  ///< most that it may write between two `new_request`
  std::size_t tail = 4096;                   ///< how much of the end of stderr is kept
};

/// Talks to one child, which must outlive it. One thread at a time.
class LineChannel {
 public:
  enum class Status {
    line,         ///< a whole line was read
    end,          ///< the child closed its stdout (or, when writing, its stdin)
    timeout,      ///< the deadline passed
    too_long,     ///< a line over the limit
    too_much,     ///< the byte budget of the request is spent
    interrupted,  ///< the interrupt descriptor became readable
  };

  struct Event {
    Status status = Status::end;
    std::string_view line;  ///< without `\n` and a `\r` before it; valid until the next call
  };

  /// `interrupt`: a descriptor that ends any waiting when it becomes readable, or -1.
  LineChannel(Child& child, ChannelLimits limits, int interrupt);

  /// Writes `text` whole, or says why not: `line` means that all was written.
  Status write(std::string_view text, Deadline deadline) { return write_some(text, deadline); }

  /// The same; what could not be written stays in `text`.
  Status write_some(std::string_view& text, Deadline deadline);

  /// The next line. A line that is already here is returned even after the deadline: ask `arrived`.
  Event read(Deadline deadline);

  /// The next line if one is here already; `timeout` if not.
  Event poll() { return read(Deadline::min()); }

  /// The same of stdout alone, in the time of one `read`: `timeout` also when the child is dead and another
  /// process holds its stdout open, and after an interrupt.
  Event at_hand();

  /// When the bytes of the last line returned were read.
  Deadline arrived() const { return arrived_; }

  /// Starts a new byte budget.
  void new_request() { spent_ = 0; }

  /// What the child wrote of a line that it has not finished.
  std::string_view unfinished() const;

  /// How many bytes of what was written the child has not read.
  std::size_t unread() const;

  /// The last bytes of its stderr, whole lines where possible.
  std::string errors() const;

  /// Reads what is still in stderr without waiting.
  void drain_errors();

 private:
  Status wait(short events, int fd, Deadline deadline, Deadline now);
  Status fill();
  bool take_line(Event& event);

  Child& child_;
  ChannelLimits limits_;
  int interrupt_;
  std::unique_ptr<char[]> chunk_;  // what one read fills; never zeroed
  std::string buffer_;
  std::size_t begin_ = 0;    // of the unread part of buffer_
  std::size_t scanned_ = 0;  // no newline in [begin_, scanned_)
  std::size_t spent_ = 0;
  bool ended_ = false;
  Deadline arrived_{};
  std::string errors_;
};

}  // namespace ebiri::process
