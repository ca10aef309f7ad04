// Simulates a full disk without privileges.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstddef>

namespace ebiri::tests {

/// Limits the size of this process's files to `bytes` until its destruction. A longer write(2) stops in the
/// middle and then fails, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(std::size_t bytes) : ignored_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, ignored_);
  }

 private:
  void (*ignored_)(int);
  rlimit before_{};
};

}  // namespace ebiri::tests
