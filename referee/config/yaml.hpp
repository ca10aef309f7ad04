// A config as a tree of values with their places, parsed from YAML text and printed as such; and the problems
// found in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::config {

/// The place of a value. Source 0 is the file; n > 0 is the n-th `--set`, whose line is 0.
struct Place {
  int source = 0;
  int line = 0;    ///< from 1; 0: the source as a whole
  int column = 0;  ///< in bytes, from 1

  auto operator<=>(const Place&) const = default;
};

struct Entry;

/// A value as written. Scalars are text without a type.
struct Node {
  enum class Kind { none, scalar, map, list };

  Kind kind = Kind::none;  ///< `none`: an empty value, `~` or `null`
  Place place;
  std::string text;            ///< of a scalar
  std::vector<Entry> entries;  ///< of a map: keys are unique, in the order written
  std::vector<Node> items;     ///< of a list

  const Entry* find(std::string_view key) const;
  Entry* find(std::string_view key);
};

struct Entry {
  std::string key;
  Place place;
  Node value;
};

inline const Entry* Node::find(std::string_view key) const { return find_by(entries, key, &Entry::key); }
inline Entry* Node::find(std::string_view key) { return find_by(entries, key, &Entry::key); }

/// Describes a value for messages: `a mapping`, `a list`, `` `text` `` (cut if long) or `nothing`.
std::string received(const Node& node);

struct Problem {
  Place place;
  std::string message;
  std::string hint;
};

/// Collects problems in any order; keeps the first hundred and counts the rest.
class Problems {
 public:
  void add(Place place, std::string message, std::string hint = {});

  bool empty() const { return list_.empty(); }
  std::size_t count() const { return list_.size() + omitted_; }
  std::size_t omitted() const { return omitted_; }

  /// By place; problems of one place stay in the order found.
  std::vector<Problem> sorted() const;

 private:
  std::vector<Problem> list_;
  std::size_t omitted_ = 0;
};

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

}  // namespace ebiri::config
