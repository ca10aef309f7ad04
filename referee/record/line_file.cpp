#include "referee/record/line_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "referee/support/files.hpp"

namespace ebiri::record {

namespace {

constexpr std::size_t first_block_size = std::size_t{1} << 18;

}  // namespace

LineFile::LineFile(int fd, std::filesystem::path file, BytesRead* bytes_read)
    : fd_(fd),
      file_(std::move(file)),
      block_(first_block_size + padding),
      bytes_read_(bytes_read) {}

LineFile::LineFile(LineFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      file_(std::move(other.file_)),
      fingerprint_(std::move(other.fingerprint_)),
      block_(std::move(other.block_)),
      begin_(other.begin_),
      end_(other.end_),
      bytes_(other.bytes_),
      bytes_read_(other.bytes_read_) {}

LineFile::~LineFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<LineFile> LineFile::open(const std::filesystem::path& file, BytesRead* bytes_read) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return system_failure("open", file);
  return LineFile{fd, file, bytes_read};
}

// Reads on behind what the block still has to give, for which it makes room; 0 at the end of the file.
Result<std::size_t> LineFile::fill() {
  if (begin_ > 0) {
    std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
  }
  if (end_ + padding == block_.size()) block_.resize(2 * block_.size());
  ssize_t count = 0;
  do count = ::read(fd_, block_.data() + end_, block_.size() - padding - end_);
  while (count < 0 && errno == EINTR);
  if (count < 0) return system_failure("read", file_);
  end_ += static_cast<std::size_t>(count);
  if (bytes_read_ != nullptr) *bytes_read_ += static_cast<std::uint64_t>(count);
  return static_cast<std::size_t>(count);
}

Result<std::string> LineFile::skip(std::uint64_t bytes) {
  auto known = Fingerprint::of_file(fd_, bytes);
  if (!known) return std::string{};
  if (::lseek(fd_, static_cast<off_t>(bytes), SEEK_SET) < 0) return system_failure("read", file_);
  fingerprint_ = std::move(*known);
  bytes_ = bytes;
  if (bytes_read_ != nullptr) *bytes_read_ += bytes;
  return fingerprint();
}

Result<std::optional<LineFile::Line>> LineFile::next() {
  std::size_t searched = 0;
  while (true) {
    const char* begin = block_.data() + begin_;
    const std::size_t size = end_ - begin_;
    const auto* newline = static_cast<const char*>(std::memchr(begin + searched, '\n', size - searched));
    if (newline == nullptr) {
      searched = size;
      const auto count = fill();
      if (!count) return count.error();
      if (*count > 0) continue;
      if (size == 0) return std::optional<Line>{};
    }
    const char* text = block_.data() + begin_;
    const std::size_t length = newline != nullptr ? static_cast<std::size_t>(newline - text) : size;
    const std::size_t whole = length + (newline != nullptr ? 1 : 0);
    fingerprint_.add({text, whole});
    begin_ += whole;
    bytes_ += whole;
    return std::optional{Line{{text, length}, newline != nullptr}};
  }
}

std::string LineFile::fingerprint() const { return fingerprint_.text(); }

}  // namespace ebiri::record
