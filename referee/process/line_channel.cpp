#include "referee/process/line_channel.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace ebiri::process {

namespace {

constexpr std::size_t chunk_bytes = 65536;

using Clock = std::chrono::steady_clock;

timespec until(Deadline deadline, Deadline now) {
  const auto rest =
      std::max(deadline == no_wait ? Clock::duration::zero() : deadline - now, Clock::duration::zero());
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(rest);
  return {.tv_sec = seconds.count(),
          .tv_nsec = std::chrono::duration_cast<std::chrono::nanoseconds>(rest - seconds).count()};
}

}  // namespace

LineChannel::LineChannel(Child& child, ChannelLimits limits, int interrupt)
    : child_(child),
      limits_(limits),
      interrupt_(interrupt),
      chunk_(new char[chunk_bytes]) {}

// Waits until `fd` is ready for `events` (returns `line`), the deadline passes, the interrupt comes, or the
// child dies (returns `end`). Makes one system call if possible, because other processes may take the core at
// each wake-up.
LineChannel::Status LineChannel::wait(short events, int fd, Deadline deadline, Deadline now) {
  while (true) {
    pollfd watched[] = {
        {fd, events, 0}, {child_.errors(), POLLIN, 0}, {interrupt_, POLLIN, 0}, {child_.handle(), POLLIN, 0}};
    const timespec rest = until(deadline, now);
    const int ready = ::ppoll(watched, 4, &rest, nullptr);
    if (ready == 0) return Status::timeout;
    if (ready > 0) {
      if (watched[1].revents != 0) drain_errors();
      if (watched[0].revents != 0) return Status::line;
      if (watched[2].revents != 0) return Status::interrupted;
      if (watched[3].revents != 0)
        return Status::end;  // the child is dead, although one of its children may hold the pipe open
    }
    now = Clock::now();
    if (ready > 0 && now >= deadline) return Status::timeout;  // stderr alone does not extend the wait
  }
}

LineChannel::Status LineChannel::write_from(std::string_view& text, Deadline deadline) {
  while (!text.empty() || !unwritten_.empty()) {
    const std::string_view next = unwritten_.empty() ? text : unwritten_;
    const ssize_t count = ::write(child_.input(), next.data(), next.size());
    if (count > 0) {
      const auto written = static_cast<std::size_t>(count);
      unwritten_.empty() ? text.remove_prefix(written) : void(unwritten_.erase(0, written));
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      const Status status = wait(POLLOUT, child_.input(), deadline, Clock::now());
      if (status != Status::line) return status;
      continue;
    }
    return Status::end;
  }
  return Status::line;
}

void LineChannel::write_now(std::string_view text) {
  std::string_view rest = text.substr(0, 0);
  if (write_from(rest, no_wait) != Status::line) return;
  rest = text;
  write_from(rest, no_wait);
  if (rest.size() < text.size()) unwritten_ = rest;
}

std::string_view LineChannel::unfinished() const {
  const std::size_t newline = buffer_.rfind('\n');
  const std::size_t after = newline == std::string::npos ? 0 : newline + 1;
  return std::string_view{buffer_}.substr(std::max(begin_, after));
}

std::size_t LineChannel::unread() const {
  int count = 0;
  return ::ioctl(child_.input(), FIONREAD, &count) == 0 ? static_cast<std::size_t>(count) : 0;
}

// Reads the pipe once. Returns `line` if there were bytes, `timeout` if there were none.
LineChannel::Status LineChannel::fill() {
  if (begin_ > 0) {
    buffer_.erase(0, begin_);
    scanned_ -= begin_;
    begin_ = 0;
  }
  ssize_t count = 0;
  do count = ::read(child_.output(), chunk_.get(), chunk_bytes);
  while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return Status::timeout;
  if (count <= 0) {
    ended_ = true;
    return Status::end;
  }
  arrived_ = Clock::now();
  buffer_.append(chunk_.get(), static_cast<std::size_t>(count));
  spent_ += static_cast<std::size_t>(count);
  return spent_ > limits_.request ? Status::too_much : Status::line;
}

bool LineChannel::take_line(Event& event) {
  const std::size_t newline = buffer_.find('\n', scanned_);
  if (newline == std::string::npos) {
    scanned_ = buffer_.size();
    return false;
  }
  std::string_view line = std::string_view{buffer_}.substr(begin_, newline - begin_);
  begin_ = scanned_ = newline + 1;
  if (line.size() + 1 > limits_.line) {
    event = {Status::too_long, line};
    return true;
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  event = {Status::line, line};
  return true;
}

LineChannel::Event LineChannel::read(Deadline deadline) {
  while (true) {
    Event event;
    if (take_line(event)) return event;
    if (buffer_.size() - begin_ >= limits_.line) return {Status::too_long, unfinished()};
    if (ended_) return {Status::end, {}};
    const auto now = Clock::now();
    const bool late = deadline != no_wait && now >= deadline;
    const Status status = late ? Status::timeout : wait(POLLIN, child_.output(), deadline, now);
    if (status == Status::interrupted) return {status, {}};
    // Reads once more after the deadline, because bytes may have arrived while this thread was not running.
    const Status filled = fill();
    if (filled == Status::too_much) return {filled, std::string_view{buffer_}.substr(begin_)};
    if (filled == Status::timeout && status == Status::timeout) return {status, {}};
    if (filled == Status::timeout && status == Status::end) {
      ended_ = true;
      return {status, {}};
    }
    if (late && filled == Status::line) {
      if (take_line(event)) return event;
      return {Status::timeout, {}};
    }
  }
}

LineChannel::Event LineChannel::try_read() {
  Event event;
  while (!take_line(event)) {
    if (buffer_.size() - begin_ >= limits_.line) return {Status::too_long, unfinished()};
    const Status filled = ended_ ? Status::end : fill();
    if (filled == Status::too_much) return {filled, std::string_view{buffer_}.substr(begin_)};
    if (filled != Status::line) return {filled, {}};
  }
  return event;
}

void LineChannel::drain_errors() {
  char buffer[4096];
  // Bounded, so that a flood cannot block the thread.
  for (int round = 0; round < 16 && child_.errors() >= 0; ++round) {
    const ssize_t count = ::read(child_.errors(), buffer, sizeof buffer);
    if (count > 0) {
      errors_.append(buffer, static_cast<std::size_t>(count));
      // One more byte shows whether the tail begins with a whole line.
      if (errors_.size() > 4 * limits_.tail) errors_.erase(0, errors_.size() - limits_.tail - 1);
      if (static_cast<std::size_t>(count) < sizeof buffer) return;
      continue;
    }
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    child_.close_errors();
  }
}

std::string LineChannel::errors() const {
  if (errors_.size() <= limits_.tail) return errors_;
  const std::size_t from = errors_.size() - limits_.tail;
  const std::size_t newline = errors_.find('\n', from - 1);
  return errors_.substr(newline == std::string::npos || newline + 1 == errors_.size() ? from : newline + 1);
}

void LineChannel::forget_errors() {
  drain_errors();
  errors_.clear();
}

}  // namespace ebiri::process
