// A disk that is full, without privileges.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstddef>

namespace ebiri::tests {

/// As long as it lives, no file of this process may become longer than this: write(2) then fails as it does
/// on a full disk, in the middle of what is written.
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
