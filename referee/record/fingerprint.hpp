// Whether a large file still has the same bytes, as fast as they can be read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ebiri::record {

/// Of a row of bytes: the 128-bit XXH3 of the 128-bit XXH3s of its pieces of 16 MiB, so that threads can
/// share the work. One thread at a time.
class Fingerprint {
 public:
  Fingerprint();
  Fingerprint(Fingerprint&&) noexcept;
  Fingerprint& operator=(Fingerprint&&) noexcept;
  ~Fingerprint();

  /// Of a file's first `bytes` bytes; nothing if it has not so many, or cannot be read.
  static std::optional<Fingerprint> of_file(int fd, std::uint64_t bytes);

  /// Adds bytes at the end.
  void add(std::string_view bytes);

  std::string text() const;  ///< 32 hex digits

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ebiri::record
