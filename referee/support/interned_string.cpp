#include "referee/support/interned_string.hpp"

#include <functional>
#include <mutex>
#include <unordered_map>

namespace ebiri {

constinit std::array<std::atomic<InternedString::Block>, InternedString::max_blocks> InternedString::blocks{};

namespace {

struct TextHash : std::hash<std::string_view> {
  using is_transparent = void;
};

}  // namespace

std::uint32_t InternedString::number_of(std::string_view text) {
  static std::mutex mutex;
  using Numbers = std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;
  static auto& numbers = *new Numbers;  // its texts stay where they are
  const std::lock_guard lock{mutex};
  if (const auto found = numbers.find(text); found != numbers.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(numbers.size()) + 1;
  const Place place = place_of(number);
  Block texts = blocks.at(place.block).load(std::memory_order_relaxed);
  if (texts == nullptr) texts = new const std::string*[place.size];
  texts[place.index] = &numbers.emplace(text, number).first->first;
  blocks[place.block].store(texts, std::memory_order_release);
  return number;
}

InternedString::InternedString(std::string_view text) : number_(text.empty() ? 0 : number_of(text)) {}

}  // namespace ebiri
