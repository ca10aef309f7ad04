// Texts that stand in a great many places: each is kept once.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <string>
#include <string_view>

namespace ebiri {

/// A text in the size of a pointer. All texts stay until the process ends, so it is for what there are few
/// of: names of engines. Compares and sorts as the text does. Any thread may make and use them.
class InternedString {
 public:
  InternedString() = default;
  InternedString(std::string_view text) : text_(intern(text)) {}                // NOLINT: it is a text
  InternedString(const std::string& text) : text_(intern(text)) {}              // NOLINT
  InternedString(const char* text) : InternedString(std::string_view{text}) {}  // NOLINT

  const std::string& text() const { return *text_; }
  operator const std::string&() const { return *text_; }  // NOLINT
  bool empty() const { return text_->empty(); }

  friend bool operator==(const InternedString& one, const InternedString& other) = default;
  friend bool operator==(const InternedString& one, const std::string& other) { return *one.text_ == other; }
  friend bool operator==(const InternedString& one, const char* other) { return *one.text_ == other; }
  friend auto operator<=>(const InternedString& one, const InternedString& other) {
    return *one.text_ <=> *other.text_;
  }

 private:
  static const std::string* intern(std::string_view text);

  inline static const std::string nothing;

  const std::string* text_ = &nothing;
};

}  // namespace ebiri

template <>
struct fmt::formatter<ebiri::InternedString> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const ebiri::InternedString& string, Context& context) const {
    return fmt::formatter<std::string_view>::format(string.text(), context);
  }
};
