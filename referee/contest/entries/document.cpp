#include "referee/contest/entries/document.hpp"

#include "referee/config/yaml.hpp"
#include "referee/contest/entries/languages.hpp"

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

}  // namespace ebiri::contest
