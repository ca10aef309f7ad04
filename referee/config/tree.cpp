#include "referee/config/tree.hpp"

#include <algorithm>

#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {
constexpr std::size_t max_problems = 100;
constexpr std::size_t longest_text = 60;
}  // namespace

std::string received(const Node& node) {
  if (node.kind == Node::Kind::none) return "nothing";
  if (node.kind == Node::Kind::scalar) return "`" + printable(node.text, longest_text) + "`";
  return node.kind == Node::Kind::map ? "a mapping" : "a list";
}

void Problems::add(Place place, std::string message, std::string hint) {
  if (list_.size() == max_problems) {
    ++omitted_;
    return;
  }
  list_.push_back({place, std::move(message), std::move(hint)});
}

std::vector<Problem> Problems::sorted() const {
  std::vector<Problem> result = list_;
  std::stable_sort(result.begin(), result.end(),
                   [](const Problem& a, const Problem& b) { return a.place < b.place; });
  return result;
}

}  // namespace ebiri::config
