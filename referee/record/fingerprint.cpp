#include "referee/record/fingerprint.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <vector>

#include "referee/support/parallel.hpp"

namespace ebiri::record {

namespace detail {

class Hash {
 public:
  Hash() : state_(XXH3_createState()) { reset(); }
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;
  ~Hash() { XXH3_freeState(state_); }

  void reset() { XXH3_128bits_reset(state_); }
  void add(std::string_view bytes) { XXH3_128bits_update(state_, bytes.data(), bytes.size()); }
  XXH128_hash_t value() const { return XXH3_128bits_digest(state_); }

 private:
  XXH3_state_t* state_;
};

}  // namespace detail

namespace {

using detail::Hash;

constexpr std::uint64_t piece_size = std::uint64_t{1} << 24;
constexpr std::size_t hashed_at_once = std::size_t{1} << 16;  // stays in a core's own cache

// Adds `size` bytes of the file from `begin` on; false if they are not there.
bool add_piece(Hash& hash, int fd, std::uint64_t begin, std::uint64_t size, std::vector<char>& block) {
  while (size > 0) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, block.size()));
    const ssize_t count = ::pread(fd, block.data(), wanted, static_cast<off_t>(begin));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    hash.add({block.data(), static_cast<std::size_t>(count)});
    begin += static_cast<std::uint64_t>(count);
    size -= static_cast<std::uint64_t>(count);
  }
  return true;
}

}  // namespace

struct Fingerprint::State {
  std::vector<XXH128_hash_t> pieces;  // whole ones
  detail::Hash last;
  std::uint64_t last_size = 0;
};

Fingerprint::Fingerprint() : state_(std::make_unique<State>()) {}
Fingerprint::Fingerprint(Fingerprint&&) noexcept = default;
Fingerprint& Fingerprint::operator=(Fingerprint&&) noexcept = default;
Fingerprint::~Fingerprint() = default;

std::optional<Fingerprint> Fingerprint::of_file(int fd, std::uint64_t bytes) {
  Fingerprint result;
  State& state = *result.state_;
  state.pieces.resize(bytes / piece_size);
  std::atomic<bool> read{true};
  parallel_for(state.pieces.size(), std::min(processor_count(), 8U), [&](std::size_t piece) {
    if (!read) return;
    Hash hash;
    std::vector<char> block(hashed_at_once);
    if (!add_piece(hash, fd, piece * piece_size, piece_size, block)) read = false;
    state.pieces[piece] = hash.value();
  });
  std::vector<char> block(hashed_at_once);
  state.last_size = bytes % piece_size;
  if (!read || !add_piece(state.last, fd, bytes - state.last_size, state.last_size, block))
    return std::nullopt;
  return result;
}

void Fingerprint::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto part = std::min<std::uint64_t>(bytes.size(), piece_size - state_->last_size);
    state_->last.add(bytes.substr(0, part));
    state_->last_size += part;
    bytes.remove_prefix(part);
    if (state_->last_size < piece_size) continue;
    state_->pieces.push_back(state_->last.value());
    state_->last.reset();
    state_->last_size = 0;
  }
}

std::string Fingerprint::text() const {
  Hash all;
  const auto add = [&all](const XXH128_hash_t& hash) {
    all.add({reinterpret_cast<const char*>(&hash), sizeof hash});
  };
  for (const XXH128_hash_t& piece : state_->pieces) add(piece);
  if (state_->last_size > 0) add(state_->last.value());
  const XXH128_hash_t hash = all.value();
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace ebiri::record
