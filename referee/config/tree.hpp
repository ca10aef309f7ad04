// The parsed tree of a config: values with their places, and the problems found in them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::config {

/// The place of a value. Source 0 is the file; n > 0 is the n-th `--set`, which has no lines.
struct Place {
  int source = 0;
  int line = 0;    ///< from 1
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

}  // namespace ebiri::config
