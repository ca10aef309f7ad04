#include "referee/process/nameless_file.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace ebiri::process {

Descriptor nameless_file(const std::filesystem::path& name) {
  Descriptor opened{::open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
  if (opened.open()) ::unlink(name.c_str());
  return opened;
}

}  // namespace ebiri::process
