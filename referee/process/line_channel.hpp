// Reads lines from a child process and writes lines to it, with an absolute deadline for each call.
//
// Output never extends a deadline. The length of a line and the bytes per request are limited. Every wait
// also drains stderr and keeps its tail as evidence.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "referee/process/child.hpp"

namespace ebiri::process {

using Deadline = std::chrono::steady_clock::time_point;

/// The deadline of a call that does not wait, but still notices an interrupt and the child's death.
constexpr Deadline no_wait = Deadline::min();

/// The limits of a channel, in bytes.
struct ChannelLimits {
  std::size_t line = 64UL * 1024;            ///< longest line of the child, newline included
  std::size_t request = 16UL * 1024 * 1024;  ///< most bytes between two calls of `new_request`
  std::size_t tail = 4096;                   ///< how much of the end of stderr is stored
};

/// The channel to one child, which must outlive it. One thread at a time.
class LineChannel {
 public:
  enum class Status {
    line,         ///< a whole line was read or, when writing, the whole text was written
    end,          ///< the child closed its stdout (or, when writing, its stdin), or died
    timeout,      ///< the deadline passed
    too_long,     ///< a line over the limit
    too_much,     ///< the byte limit of the request is exceeded
    interrupted,  ///< the interrupt descriptor became readable
  };

  struct Event {
    Status status = Status::end;
    /// With `Status::line`, the line without `\n` and a `\r` before it. With `too_long` and `too_much`, the
    /// text received so far. Otherwise empty. Valid until the next call.
    std::string_view line;
  };

  /// `interrupt`: a descriptor that ends every wait when it becomes readable, or -1.
  LineChannel(Child& child, ChannelLimits limits, int interrupt);

  /// Writes all of `text`. Returns `line` on success.
  Status write(std::string_view text, Deadline deadline) { return write_from(text, deadline); }

  /// Like `write`, and removes from `text` what was written, also on failure.
  Status write_from(std::string_view& text, Deadline deadline);

  /// Writes lines without waiting. If the child does not read, keeps the rest of a text that it began to
  /// write, and drops every text until that is written.
  void write_now(std::string_view text);

  /// The next line. A line that has been received is returned even after the deadline; see `arrived`.
  Event read(Deadline deadline);

  /// Like `read`, without waiting: `timeout` if no line has been received.
  Event poll() { return read(no_wait); }

  /// Like `poll`, but checks stdout only, which saves a system call. It does not notice an interrupt, nor the
  /// death of a child whose stdout another process holds open, and then returns `timeout`.
  Event try_read();

  /// When the bytes of the last returned line were read.
  Deadline arrived() const { return arrived_; }

  /// Resets the count for `ChannelLimits::request`.
  void new_request() { spent_ = 0; }

  /// The beginning of a line whose end the child has not written.
  std::string_view unfinished() const;

  /// The number of written bytes that the child has not read.
  std::size_t unread() const;

  /// The last bytes of its stderr since `forget_errors`, whole lines where possible.
  std::string errors() const;

  /// Reads pending stderr without waiting, and forgets all that was read.
  void forget_errors();

  /// Reads pending stderr without waiting.
  void drain_errors();

 private:
  Status wait(short events, int fd, Deadline deadline, Deadline now);
  Status fill();
  bool take_line(Event& event);

  Child& child_;
  ChannelLimits limits_;
  int interrupt_;
  std::unique_ptr<char[]> chunk_;  // buffer of one read; never zeroed
  std::string buffer_;
  std::size_t begin_ = 0;    // of the unread part of buffer_
  std::size_t scanned_ = 0;  // no newline in [begin_, scanned_)
  std::size_t spent_ = 0;
  bool ended_ = false;
  std::string unwritten_;  // the rest of `write_now`
  Deadline arrived_{};
  std::string errors_;
};

}  // namespace ebiri::process
