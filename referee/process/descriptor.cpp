#include "referee/process/descriptor.hpp"

#include <unistd.h>

#include <utility>

namespace ebiri::process {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = other.release();
  }
  return *this;
}

int Descriptor::release() { return std::exchange(fd_, -1); }

void Descriptor::reset() {
  if (fd_ >= 0) ::close(release());
}

}  // namespace ebiri::process
