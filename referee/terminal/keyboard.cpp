#include "referee/terminal/keyboard.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace ebiri::terminal {

namespace {

constexpr std::size_t longest_line = 65536;  // longer lines are split

int milliseconds_until(std::optional<Keyboard::Clock::time_point> deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Keyboard::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

}  // namespace

bool Keyboard::take_line(std::string& line) {
  const std::size_t end = std::min(waiting_.find('\n'), longest_line);
  const bool whole = end < waiting_.size();
  if (!whole && (!ended_ || waiting_.empty())) return false;
  line = waiting_.substr(0, end);
  waiting_.erase(0, whole && waiting_[end] == '\n' ? end + 1 : end);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

bool Keyboard::wait(std::chrono::milliseconds time) const {
  if (ended_ || !waiting_.empty()) return true;
  std::array<pollfd, 2> watched{{{STDIN_FILENO, POLLIN, 0}, {interrupt_, POLLIN, 0}}};
  return ::poll(watched.data(), watched.size(), static_cast<int>(time.count())) != 0;
}

Keyboard::Event Keyboard::read(std::string& line, std::optional<Clock::time_point> deadline) {
  while (!take_line(line)) {
    if (ended_) return Event::end;
    std::array<pollfd, 2> watched{{{STDIN_FILENO, POLLIN, 0}, {interrupt_, POLLIN, 0}}};
    const int ready = ::poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (watched[1].revents != 0) return Event::interrupted;
    if (ready == 0) return Event::timeout;
    std::array<char, 4096> block;
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      ended_ = true;
    else
      waiting_.append(block.data(), static_cast<std::size_t>(count));
  }
  return Event::line;
}

}  // namespace ebiri::terminal
