#include "tests/fuzz/fuzz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_set>

#include "referee/support/text.hpp"

namespace ebiri::fuzz {

namespace {

// The reached states, printed at the end of the program. Stores hashes, because a fuzzer that traces
// comparisons would treat stored texts as interesting inputs.
struct States {
  std::map<std::string, std::unordered_set<std::size_t>, std::less<>> by_word;

  ~States() {
    for (const auto& [word, states] : by_word) fmt::print(stderr, "reached: {} {}\n", states.size(), word);
  }
};

std::size_t chosen_by(std::string_view word, std::size_t choices) {
  std::size_t sum = 0;
  for (const char c : word) sum += static_cast<unsigned char>(c);
  return sum % choices;
}

// The element of `all` with the name `word`, or otherwise one selected by the bytes of `word`.
template <class Named>
const Named& called(const std::vector<Named>& all, std::string_view word) {
  const auto found = std::ranges::find(all, word, &Named::name);
  return found != all.end() ? *found : all[chosen_by(word, all.size())];
}

std::string value_of(const rules::OptionInfo& option, std::string_view word) {
  const std::string& first = option.values.front();
  const auto dots = first.find("..");
  if (dots == std::string::npos) {
    const auto found = std::ranges::find(option.values, word);
    return found != option.values.end() ? *found : option.values[chosen_by(word, option.values.size())];
  }
  const int lowest = parse_integer<std::int32_t>(first.substr(0, dots)).value_or(0);
  const int highest = parse_integer<std::int32_t>(first.substr(dots + 2)).value_or(lowest);
  const auto number = parse_integer<std::int32_t>(word);
  if (number && *number >= lowest && *number <= highest) return std::to_string(*number);
  const auto choices = static_cast<std::size_t>(highest - lowest) + 1;
  return std::to_string(lowest + static_cast<int>(chosen_by(word, choices)));
}

}  // namespace

void demand(std::string_view broken, std::string_view where) {
  if (broken.empty()) return;
  fmt::print(stderr, "broken: {}\nwhere: {}\n", broken, where);
  std::abort();
}

void demand(bool holds, std::string_view what, std::string_view where) {
  if (!holds) demand(what, where);
}

void reached(const std::string& state) {
  static States states;
  states.by_word[state.substr(0, state.find(' '))].insert(std::hash<std::string>{}(state));
}

unsigned Bytes::byte() {
  if (rest_.empty()) return 0;
  const auto first = static_cast<unsigned char>(rest_.front());
  rest_.remove_prefix(1);
  return first;
}

std::string_view Bytes::line() {
  const std::string_view line = rest_.substr(0, rest_.find('\n'));
  rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
  return line;
}

rules::Selection selection(std::string_view line) {
  const auto parts = words(line);
  const auto part = [&](std::size_t i) { return i < parts.size() ? parts[i] : std::string_view{}; };
  const auto& variant = called(rules::variants(), part(0));
  rules::Selection selected{variant.name, called(variant.rulesets, part(1)).name, {}};
  for (std::size_t i = 2; i < std::min<std::size_t>(parts.size(), 5) && !variant.options.empty(); ++i) {
    const std::string_view name = part(i).substr(0, part(i).find('='));
    const auto& option = called(variant.options, name);
    if (std::ranges::find(selected.options, option.name, &rules::OptionSetting::name) !=
        selected.options.end())
      continue;
    selected.options.push_back(
        {option.name, value_of(option, part(i).substr(std::min(part(i).size(), name.size() + 1)))});
  }
  return selected;
}

std::string words_of(const rules::Selection& selection) {
  std::string text = selection.variant + " " + selection.ruleset;
  for (const auto& [name, value] : selection.options) text += " " + name + "=" + value;
  return text;
}

}  // namespace ebiri::fuzz
