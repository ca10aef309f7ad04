// Names that stand in a great many places: each is kept once.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <string>
#include <string_view>

namespace ebiri {

/// A text as small as a pointer. All texts that any name was made of stay until the process ends, so it is
/// for what there is little of: names of engines. Compares and sorts as the text does. Names may be made and
/// used in any thread.
class Name {
 public:
  Name() : text_(&nothing()) {}
  Name(std::string_view text);  // NOLINT(google-explicit-constructor): a name is a text
  Name(const std::string& text) : Name(std::string_view{text}) {}  // NOLINT(google-explicit-constructor)
  Name(const char* text) : Name(std::string_view{text}) {}         // NOLINT(google-explicit-constructor)

  const std::string& text() const { return *text_; }
  operator const std::string&() const { return *text_; }  // NOLINT(google-explicit-constructor)
  bool empty() const { return text_->empty(); }

  friend bool operator==(const Name& one, const Name& other) { return one.text_ == other.text_; }
  friend bool operator==(const Name& one, const std::string& other) { return *one.text_ == other; }
  friend bool operator==(const Name& one, const char* other) { return *one.text_ == other; }
  friend auto operator<=>(const Name& one, const Name& other) { return *one.text_ <=> *other.text_; }

 private:
  static const std::string& nothing() {
    static const std::string text;
    return text;
  }

  const std::string* text_;
};

}  // namespace ebiri

template <>
struct fmt::formatter<ebiri::Name> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const ebiri::Name& name, Context& context) const {
    return fmt::formatter<std::string_view>::format(name.text(), context);
  }
};
