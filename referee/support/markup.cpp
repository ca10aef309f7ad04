#include "referee/support/markup.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ebiri {

std::string escaped_markup(std::string_view text) {
  using Entity = std::pair<char, std::string_view>;
  constexpr Entity entities[] = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    const auto* entity = std::ranges::find(entities, c, &Entity::first);
    if (entity != std::end(entities))
      safe += entity->second;
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      safe += c;
  }
  return safe;
}

}  // namespace ebiri
