#include "referee/contest/entries/document.hpp"

#include <algorithm>

#include "referee/config/yaml.hpp"
#include "referee/contest/entries/languages.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

std::optional<config::Node> read_mapping(const std::string& text, const std::string& what,
                                         config::Problems& problems) {
  if (!config::check_text(text, problems)) return std::nullopt;
  auto root = config::parse_yaml(text, 0, problems);
  if (!root) return std::nullopt;
  if (root->kind == config::Node::Kind::map) return root;
  if (root->kind == config::Node::Kind::none)
    problems.add({}, "the file is empty", what + " is a mapping of `key: value` lines");
  else
    problems.add(root->place, what + " is a mapping of `key: value` lines, not " + config::received(*root));
  return std::nullopt;
}

config::Type<std::string> language_word() {
  std::vector<std::pair<std::string, std::string>> words;
  for (const std::string& name : language_names()) words.emplace_back(name, name);
  return config::word(words);
}

void remove_unknown(config::Node& map, const std::vector<std::string>& known, config::Problems& problems) {
  std::erase_if(map.entries, [&](const config::Entry& entry) {
    if (std::ranges::find(known, entry.key) != known.end()) return false;
    const std::string hint = did_you_mean(entry.key, known);
    problems.add(entry.place, "unknown key `" + printable(entry.key, 64) + "`",
                 hint.empty() ? "expected one of `" + join(known, "`, `") + "`" : hint);
    return true;
  });
}

}  // namespace ebiri::contest
