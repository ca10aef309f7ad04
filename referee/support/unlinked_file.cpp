#include "referee/support/unlinked_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace ebiri {

UnlinkedFile::UnlinkedFile(const std::filesystem::path& name)
    : fd_(::open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
  if (is_open()) ::unlink(name.c_str());
}

bool UnlinkedFile::append(std::string_view bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count =
        ::pwrite(fd_.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(size_ + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    done += static_cast<std::size_t>(count);
  }
  size_ += bytes.size();
  return true;
}

bool UnlinkedFile::read(std::uint64_t at, std::span<char> bytes) const {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count =
        ::pread(fd_.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = 0;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace ebiri
