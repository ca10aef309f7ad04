// A JSON writer for code in which building a tree would be too slow.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::record {

/// Writes JSON member by member, the same bytes as the JSON library's `dump()`. Invalid UTF-8 is replaced.
/// The caller must write values only where JSON allows them.
class JsonWriter {
 public:
  void operator()(std::string_view value) {
    const auto plain = [](unsigned char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
    if (!std::all_of(value.begin(), value.end(), plain)) {
      text_ += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      return;
    }
    text_ += '"';
    text_ += value;
    text_ += '"';
  }
  void operator()(double value) {
    constexpr double exact = 1e15;
    const bool whole = std::fabs(value) < exact && value == std::trunc(value);
    if (!whole || (value == 0 && std::signbit(value))) {
      text_ += nlohmann::json(value).dump();
      return;
    }
    (*this)(static_cast<std::int64_t>(value));
    text_ += ".0";
  }
  void operator()(std::integral auto value) { append_number(text_, value); }
  void operator()(std::chrono::microseconds value) { (*this)(value.count()); }

  template <class T>
  void operator()(const std::optional<T>& value) {
    if (value)
      (*this)(*value);
    else
      text_ += "null";
  }

  /// A list of `value(item)` for each item.
  template <class Items, class Value>
  void list(const Items& items, const Value& value) {
    text_ += '[';
    for (const auto& item : items) {
      if (text_.back() != '[') text_ += ',';
      (*this)(value(item));
    }
    text_ += ']';
  }

  void list(const std::vector<std::string>& words) {
    list(words, [](const std::string& word) -> std::string_view { return word; });
  }

  void pair(const auto& first, const auto& second) {
    text_ += '[';
    (*this)(first);
    text_ += ',';
    (*this)(second);
    text_ += ']';
  }

  /// Writes text that is already JSON.
  void json(std::string_view value) { text_ += value; }

  /// Writes a field's name, before its value. The name must need no escaping.
  JsonWriter& field(std::string_view name) {
    text_ += text_.empty() || text_.back() == '{' ? "\"" : ",\"";
    text_ += name;
    text_ += "\":";
    return *this;
  }

  void begin() { text_ += '{'; }
  void end() { text_ += '}'; }
  void reserve(std::size_t bytes) { text_.reserve(bytes); }

  /// All that was written.
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace ebiri::record
