#include "referee/support/name.hpp"

#include <functional>
#include <mutex>
#include <set>

namespace ebiri {

namespace {

const std::string* kept(std::string_view text) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> texts;  // nodes, which stay where they are
  const std::lock_guard lock{mutex};
  const auto found = texts.find(text);
  return found != texts.end() ? &*found : &*texts.emplace(text).first;
}

}  // namespace

Name::Name(std::string_view text) : text_(text.empty() ? &nothing() : kept(text)) {}

}  // namespace ebiri
