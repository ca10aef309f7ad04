#include "referee/support/interned_string.hpp"

#include <functional>
#include <mutex>
#include <unordered_set>

namespace ebiri {

namespace {

struct TextHash : std::hash<std::string_view> {
  using is_transparent = void;
};

}  // namespace

InternedString::InternedString(std::string_view text) {
  static std::mutex mutex;
  static auto& texts = *new std::unordered_set<std::string, TextHash, std::equal_to<>>;  // they never move
  if (text.empty()) return;
  const std::lock_guard lock{mutex};
  auto found = texts.find(text);
  if (found == texts.end()) found = texts.emplace(text).first;
  text_ = &*found;
}

}  // namespace ebiri
