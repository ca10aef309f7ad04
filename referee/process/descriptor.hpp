// A file descriptor with one owner, and the unit of time of this room.
#pragma once

#include <chrono>

namespace ebiri::process {

using Duration = std::chrono::microseconds;

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  int release();
  void reset();

 private:
  int fd_ = -1;
};

/// Waits until something can be read, the end included; false when `deadline` passes first.
bool wait_readable(int fd, std::chrono::steady_clock::time_point deadline);

}  // namespace ebiri::process
