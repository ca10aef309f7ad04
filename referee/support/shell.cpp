#include "referee/support/shell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "referee/support/text.hpp"

namespace ebiri {

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain = "/._-+=,:@%";
  const auto is_plain = [&](unsigned char c) {
    return std::isalnum(c) != 0 || plain.find(static_cast<char>(c)) != plain.npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string{word};
  return "'" + replaced(std::string{word}, "'", "'\\''") + "'";
}

std::string as_typed(const std::string& command) {
  const char* launcher = std::getenv("EBIRI_LAUNCHER");
  return fmt::format("{} {}", launcher != nullptr ? launcher : "ebiri", command);
}

}  // namespace ebiri
