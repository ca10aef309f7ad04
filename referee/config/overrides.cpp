#include "referee/config/overrides.hpp"

#include <algorithm>
#include <optional>

#include "referee/config/yaml.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

// Marks everything in the tree as coming from this override.
void stamp(Node& node, Place place) {
  node.place = place;
  for (Node& item : node.items) stamp(item, place);
  for (Entry& entry : node.entries) {
    entry.place = place;
    stamp(entry.value, place);
  }
}

std::optional<Node> read_value(std::string_view text, int source, Problems& problems) {
  if (printable(text, text.size()) != text) {
    problems.add({source, 0, 0}, "the value must be one line of UTF-8 text");
    return std::nullopt;
  }
  if (!text.starts_with('{') && !text.starts_with('[')) return scalar_node(std::string(text));
  Problems syntax;
  auto node = parse_yaml(text, source, syntax);
  for (const Problem& problem : syntax.sorted()) problems.add({source, 0, 0}, problem.message, problem.hint);
  return syntax.empty() ? node : std::nullopt;
}

// The engine with whose name `path` begins; if several fit, the one with the longest name. Removes the name
// and its dot from `path`. Null if no name fits, or if the path is only a name.
Node* take_engine(Node& engines, std::string_view& path) {
  Node* found = nullptr;
  std::size_t length = 0;
  for (Node& item : engines.items) {
    const Entry* entry = item.find("name");
    if (entry == nullptr || entry->value.kind != Node::Kind::scalar) continue;
    const std::string& name = entry->value.text;
    if (name == path) return nullptr;  // `a.1` names an engine, not the key `1` of the engine `a`
    const bool fits = path.starts_with(name) && path.size() > name.size() && path[name.size()] == '.';
    if (!fits || name.size() < length) continue;
    found = &item;
    length = name.size();
  }
  if (found != nullptr) path.remove_prefix(length + 1);
  return found;
}

void report_unknown_engine(const Node& engines, std::string_view path, Place place, Problems& problems) {
  std::vector<std::string> names;
  for (const Node& item : engines.items) {
    const Entry* entry = item.find("name");
    if (entry != nullptr && !entry->value.text.empty()) names.push_back(entry->value.text);
  }
  if (std::find(names.begin(), names.end(), path) != names.end()) {
    return problems.add(place, "the key after the engine's name is missing",
                        "write for example `engines." + std::string(path) + ".limit.nodes=1000`");
  }
  const std::string name(path.substr(0, path.find('.')));
  problems.add(place, "no engine has the name `" + printable(name, 64) + "`", did_you_mean(name, names));
}

Entry& entry_of(Node& map, std::string_view key, Place place) {
  if (Entry* entry = map.find(key)) return *entry;
  map.entries.push_back({std::string(key), place, {}});
  return map.entries.back();
}

// Turns the value of `entry` into a mapping. A variant or a format that is given by name keeps its name.
void make_map(Entry& entry, Place place) {
  if (entry.value.kind == Node::Kind::map) return;
  Node map = map_node();
  map.place = place;
  if ((entry.key == "variant" || entry.key == "format") && entry.value.kind == Node::Kind::scalar) {
    map.entries.push_back({"name", entry.place, entry.value});
  }
  entry.value = std::move(map);
}

bool well_formed(std::string_view path) {
  return !path.empty() && path.find("..") == std::string_view::npos && path.front() != '.' &&
         path.back() != '.';
}

// The map in which the keys of `path` begin: the config itself, or an engine, whose name is then removed from
// `path`.
Node* start_of(Node& root, std::string_view& path, Place place, Problems& problems) {
  constexpr std::string_view prefix = "engines.";
  Entry* engines = root.find("engines");
  // An `engines` of another kind is wrong. Its keys are set as written, and its reader reports it.
  const bool by_name = engines == nullptr || engines->value.kind == Node::Kind::list;
  if (!path.starts_with(prefix) || !by_name) return &root;
  path.remove_prefix(prefix.size());
  Node* engine = engines == nullptr ? nullptr : take_engine(engines->value, path);
  if (engine == nullptr) {
    report_unknown_engine(engines == nullptr ? Node{} : engines->value, path, place, problems);
  }
  return engine;
}

// Walks down the keys of `path` and sets the last one.
void put(Node& start, std::string_view path, Node value, Place place) {
  Node* map = &start;
  bool within_options = false;
  while (true) {
    const std::size_t dot = within_options ? std::string_view::npos : path.find('.');
    Entry& entry = entry_of(*map, path.substr(0, dot), place);
    if (dot == std::string_view::npos) {
      entry.value = std::move(value);
      entry.place = place;
      return;
    }
    make_map(entry, place);
    within_options = entry.key == "options";
    path.remove_prefix(dot + 1);
    map = &entry.value;
  }
}

}  // namespace

void apply_override(Node& root, std::string_view text, int source, Problems& problems) {
  const Place place{source, 0, 0};
  const std::size_t equals = text.find('=');
  std::string_view path = text.substr(0, equals);
  if (equals == std::string_view::npos || !well_formed(path)) {
    return problems.add(place, "an override is `KEY=VALUE`", "write for example `--set pairs=24`");
  }
  auto value = read_value(text.substr(equals + 1), source, problems);
  if (!value) return;
  stamp(*value, place);

  if (Node* map = start_of(root, path, place, problems)) put(*map, path, std::move(*value), place);
}

}  // namespace ebiri::config
