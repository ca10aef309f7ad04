// Interned strings, for names that are stored in many places.
#pragma once

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ebiri {

/// A four-byte handle to a text, which is stored once per process and never freed. Use it for a small set of
/// texts, such as names of engines. Compares and sorts like the text. Any thread.
class InternedString {
 public:
  InternedString() = default;
  InternedString(std::string_view text);  // these conversions are implicit by design
  InternedString(const std::string& text) : InternedString(std::string_view{text}) {}
  InternedString(const char* text) : InternedString(std::string_view{text}) {}

  const std::string& text() const {
    if (number_ == 0) return nothing();
    const Place place = place_of(number_);
    return *blocks[place.block].load(std::memory_order_acquire)[place.index];
  }
  operator const std::string&() const { return text(); }
  bool empty() const { return number_ == 0; }

  friend bool operator==(const InternedString& one, const InternedString& other) {
    return one.number_ == other.number_;
  }
  friend bool operator==(const InternedString& one, const std::string& other) { return one.text() == other; }
  friend bool operator==(const InternedString& one, const char* other) { return one.text() == other; }
  friend auto operator<=>(const InternedString& one, const InternedString& other) {
    return one.text() <=> other.text();
  }
  friend std::size_t hash_value(const InternedString& name) { return name.number_; }  // for Boost

  /// Identifies the text within this process; 0 is the empty text.
  std::uint32_t number() const { return number_; }

 private:
  // Pointers to the texts by number, in blocks. A block never moves, so other threads may read it while texts
  // are added. Block k has room for 64 * 2^k texts.
  using Block = const std::string**;
  struct Place {
    std::size_t block;
    std::uint32_t index, size;  // position in the block, and size of the block
  };
  static constexpr std::uint32_t first_block = 64;
  static constexpr std::size_t max_blocks = 26;
  static std::array<std::atomic<Block>, max_blocks> blocks;

  static constexpr Place place_of(std::uint32_t number) {
    const std::uint32_t place = number + first_block, begin = std::bit_floor(place);
    return {static_cast<std::size_t>(std::bit_width(place) - std::bit_width(first_block)), place - begin,
            begin};
  }
  static const std::string& nothing() {
    static const std::string text;
    return text;
  }
  static std::uint32_t number_of(std::string_view text);

  std::uint32_t number_ = 0;
};

}  // namespace ebiri

template <>
struct fmt::formatter<ebiri::InternedString> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const ebiri::InternedString& name, Context& context) const {
    return fmt::formatter<std::string_view>::format(name.text(), context);
  }
};
