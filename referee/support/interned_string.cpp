#include "referee/support/interned_string.hpp"

#include <functional>
#include <mutex>
#include <set>

namespace ebiri {

const std::string* InternedString::intern(std::string_view text) {
  if (text.empty()) return &nothing;
  static std::mutex mutex;
  static auto& texts = *new std::set<std::string, std::less<>>;  // nodes stay where they are
  const std::lock_guard lock{mutex};
  const auto found = texts.find(text);
  return found != texts.end() ? &*found : &*texts.emplace(text).first;
}

}  // namespace ebiri
