// A small incremental hash.
#pragma once

#include <cstdint>
#include <string_view>

namespace ebiri {

/// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923). Adding bytes in one piece or in several gives the same
/// result.
class Fnv {
 public:
  /// Continues from an earlier `value`, or begins.
  explicit Fnv(std::uint64_t value = 0xCBF29CE484222325U) : value_(value) {}

  Fnv& operator<<(std::string_view bytes) {
    for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    return *this;
  }

  /// Adds a number's eight bytes, the lowest first.
  Fnv& operator<<(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8)
      value_ = (value_ ^ (number >> shift & 0xFFU)) * 0x100000001B3U;
    return *this;
  }

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

}  // namespace ebiri
