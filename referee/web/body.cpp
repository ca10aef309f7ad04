#include "referee/web/body.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ebiri::web {

MappedFile::MappedFile(const std::filesystem::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  struct stat found {};
  if (::fstat(fd, &found) == 0 && S_ISREG(found.st_mode)) {
    size_ = static_cast<std::size_t>(found.st_size);
    good_ = size_ == 0;  // nothing can be mapped of nothing
    if (size_ > 0) data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
    if (size_ > 0 && data_ != MAP_FAILED) good_ = true;
  }
  ::close(fd);
  if (good_) return;
  data_ = nullptr;
  size_ = 0;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace ebiri::web
