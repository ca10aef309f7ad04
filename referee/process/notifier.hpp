// A notification between threads, as a descriptor.
#pragma once

#include <sys/eventfd.h>

#include "referee/support/descriptor.hpp"

namespace ebiri::process {

/// A descriptor that is readable from `notify` to `clear`. Any thread.
class Notifier {
 public:
  int descriptor() const { return event_.get(); }

  void notify() const { static_cast<void>(::eventfd_write(event_.get(), 1)); }

  void clear() const {
    eventfd_t count = 0;
    static_cast<void>(::eventfd_read(event_.get(), &count));
  }

 private:
  Descriptor event_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

}  // namespace ebiri::process
