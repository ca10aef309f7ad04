// Writes JSON.
#pragma once

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

#include "referee/support/text.hpp"

namespace ebiri::wasm {

/// Builds one JSON text from front to back and sets the commas. The caller closes what it opens.
class Json {
 public:
  Json& open(char bracket) {
    comma();
    text_ += bracket;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    return *this;
  }
  Json& key(std::string_view name) {
    value(name);
    text_ += ':';
    return *this;
  }
  Json& value(bool yes) {
    comma();
    text_ += yes ? "true" : "false";
    return *this;
  }
  template <std::integral T>
  Json& value(T number) {
    comma();
    append_number(text_, number);
    return *this;
  }
  /// Writes a number with two decimals.
  Json& value(double number) {
    const long long hundredths = std::llround(number * 100);
    comma();
    if (hundredths < 0) text_ += '-';
    const long long size = std::llabs(hundredths);
    append_number(text_, size / 100);
    text_ += '.';
    text_ += static_cast<char>('0' + size / 10 % 10);
    text_ += static_cast<char>('0' + size % 10);
    return *this;
  }
  Json& value(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    comma();
    text_ += '"';
    for (const char letter : text) {
      if (static_cast<unsigned char>(letter) < 0x20) {
        text_ += "\\u00";
        text_ += digits[static_cast<unsigned char>(letter) / 16U];
        text_ += digits[static_cast<unsigned char>(letter) % 16U];
        continue;
      }
      if (letter == '"' || letter == '\\') text_ += '\\';
      text_ += letter;
    }
    text_ += '"';
    return *this;
  }
  Json& value(const char* text) { return value(std::string_view(text)); }

  template <class List>
  Json& list(const List& values) {
    open('[');
    for (const auto& each : values) value(each);
    return close(']');
  }

  const std::string& text() const { return text_; }

 private:
  void comma() {
    if (text_.empty() || std::string_view("[{:").find(text_.back()) != std::string_view::npos) return;
    text_ += ',';
  }

  std::string text_;
};

}  // namespace ebiri::wasm
