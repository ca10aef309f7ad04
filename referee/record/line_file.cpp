#include "referee/record/line_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace ebiri::record {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;

Error failure(const std::filesystem::path& file, std::string_view doing) {
  return Error{fmt::format("cannot {} `{}`: {}", doing, file.string(), std::strerror(errno))};
}

}  // namespace

struct LineFile::Hash {
  Hash() : state(XXH3_createState()) { XXH3_128bits_reset(state); }
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;
  ~Hash() { XXH3_freeState(state); }

  XXH3_state_t* state;
};

LineFile::LineFile(int fd, std::filesystem::path file)
    : fd_(fd),
      file_(std::move(file)),
      hash_(std::make_unique<Hash>()),
      block_(block_size + padding) {}

LineFile::LineFile(LineFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      file_(std::move(other.file_)),
      hash_(std::move(other.hash_)),
      block_(std::move(other.block_)),
      begin_(other.begin_),
      end_(other.end_),
      bytes_(other.bytes_) {}

LineFile::~LineFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<LineFile> LineFile::open(const std::filesystem::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failure(file, "open");
  return LineFile{fd, file};
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
  if (count < 0) return failure(file_, "read");
  end_ += static_cast<std::size_t>(count);
  return static_cast<std::size_t>(count);
}

Result<std::string> LineFile::skip(std::uint64_t bytes) {
  while (bytes > 0) {
    if (begin_ == end_) {
      const auto count = fill();
      if (!count) return count.error();
      if (*count == 0) return std::string{};
    }
    const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, end_ - begin_));
    XXH3_128bits_update(hash_->state, block_.data() + begin_, part);
    begin_ += part;
    bytes_ += part;
    bytes -= part;
  }
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
    XXH3_128bits_update(hash_->state, text, whole);
    begin_ += whole;
    bytes_ += whole;
    return std::optional{Line{{text, length}, newline != nullptr}};
  }
}

std::string LineFile::fingerprint() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(hash_->state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace ebiri::record
