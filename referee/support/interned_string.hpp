// Interned strings, for names that are stored in many places.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ebiri {

/// A pointer to a text, which is stored once per process and never freed. Use it for a small set of texts,
/// such as names of engines. Compares and sorts like the text. Any thread.
class InternedString {
 public:
  InternedString() = default;
  InternedString(std::string_view text);  // these conversions are implicit by design
  InternedString(const std::string& text) : InternedString(std::string_view{text}) {}
  InternedString(const char* text) : InternedString(std::string_view{text}) {}

  const std::string& text() const { return text_ == nullptr ? nothing() : *text_; }
  operator const std::string&() const { return text(); }
  bool empty() const { return text_ == nullptr; }

  friend bool operator==(const InternedString& one, const InternedString& other) {
    return one.text_ == other.text_;
  }
  friend bool operator==(const InternedString& one, const std::string& other) { return one.text() == other; }
  friend bool operator==(const InternedString& one, const char* other) { return one.text() == other; }
  friend auto operator<=>(const InternedString& one, const InternedString& other) {
    return one.text() <=> other.text();
  }
  friend std::size_t hash_value(const InternedString& name) { return name.number(); }  // for Boost

  /// Identifies the text within this process; 0 is the empty text.
  std::uint64_t number() const { return reinterpret_cast<std::uintptr_t>(text_); }

 private:
  static const std::string& nothing() {
    static const std::string text;
    return text;
  }

  const std::string* text_ = nullptr;  // null for the empty text
};

}  // namespace ebiri

template <>
struct fmt::formatter<ebiri::InternedString> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const ebiri::InternedString& name, Context& context) const {
    return fmt::formatter<std::string_view>::format(name.text(), context);
  }
};
