// Parses YAML text into a tree of values, and prints it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/tree.hpp"

namespace ebiri::config {

/// Reads one document of block or flow YAML. Features that configs do not use are refused with their place:
/// anchors, aliases, merge keys, tags, a second document, keys that are not scalars, nesting beyond 16
/// levels, mappings of more than 1000 keys. Duplicate keys are reported, and the first one counts. After a
/// syntax error there is no tree. An empty document is a node of kind `none`.
///
/// `text` must be valid UTF-8 (source.hpp). `source` is the source number of all places.
std::optional<Node> parse_yaml(std::string_view text, int source, Problems& problems);

/// A map as YAML: a line for each key, and one for each item of a list; the values on these lines are in flow
/// form. `parse_yaml` reads the same tree back, except for places.
std::string emit_yaml(const Node& map);

/// A value in flow form: `{nodes: 20000}`.
std::string emit_flow(const Node& node);

/// A text as a scalar of a flow mapping in YAML, in quotes if needed.
std::string yaml_text(const std::string& text);

/// Values without a place.
Node scalar_node(std::string text);
Node map_node(std::vector<Entry> entries = {});
Node list_node(std::vector<Node> items = {});

/// A mapping of names to texts.
template <class Pairs>
Node map_of(const Pairs& pairs) {
  Node map = map_node();
  for (const auto& [name, text] : pairs) map.entries.push_back({name, {}, scalar_node(text)});
  return map;
}

}  // namespace ebiri::config
