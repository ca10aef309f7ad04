#include "referee/support/shell.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include <algorithm>
#include <cctype>

namespace ebiri {

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain = "/._-+=,:@%";
  const auto is_plain = [&](unsigned char c) {
    return std::isalnum(c) != 0 || plain.find(static_cast<char>(c)) != plain.npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string{word};
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  return text + "'";
}

std::string as_typed(const std::string& command) {
  const char* launcher = std::getenv("EBIRI_LAUNCHER");
  return fmt::format("{} {}", launcher != nullptr ? launcher : "ebiri", command);
}

}  // namespace ebiri
