// The replacement for fmt (shim/fmt/format.h).
#include <fmt/format.h>

namespace fmt {

namespace {

// Formats an argument by `>4`, `<5` or `02x`.
std::string padded(std::string_view spec, const Argument& argument) {
  if (spec.empty()) return argument.text;
  if (spec == "02x") {
    constexpr std::string_view digits = "0123456789abcdef";
    return {digits[argument.number / 16 % 16], digits[argument.number % 16]};
  }
  std::size_t width = 0;
  for (const char digit : spec.substr(1)) width = 10 * width + static_cast<std::size_t>(digit - '0');
  std::size_t size = 0;  // in characters of UTF-8
  for (const char byte : argument.text) size += (byte & 0xC0) != 0x80 ? 1 : 0;
  const std::string blanks(width - (size < width ? size : width), ' ');
  return spec[0] == '>' ? blanks + argument.text : argument.text + blanks;
}

}  // namespace

std::string format_arguments(std::string_view format, std::initializer_list<Argument> arguments) {
  std::string text;
  const Argument* next = arguments.begin();
  while (!format.empty()) {
    const char letter = format.front();
    if (letter == '{' && !format.starts_with("{{")) {
      const std::size_t end = format.find('}');
      text += padded(end == 1 ? "" : format.substr(2, end - 2), *next++);
      format.remove_prefix(end + 1);
      continue;
    }
    text += letter;
    format.remove_prefix(letter == '{' || letter == '}' ? 2 : 1);
  }
  return text;
}

}  // namespace fmt
