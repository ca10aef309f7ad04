// Tables of options: the meaning, the reader and the writer of each key.
//
// Each settings struct has one `Section`: a table of its keys. The YAML reader, the effective settings, the
// comparison of two configs, the reference and the schema all walk these tables, so an option needs one line
// in the table of its struct. The struct gives the default.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/config/source.hpp"
#include "referee/config/values.hpp"
#include "referee/config/yaml.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

/// The effect of a different value on a run that has already begun.
enum class Change {
  new_run,  ///< the games change, so the old ones do not count for the new settings
  extends,  ///< the run continues with more games
  free,     ///< the games stay the same; only their execution or scoring differs
};

/// The description of an option for users. The tables give its first members: key, meaning, example, and the
/// change if it is not `new_run`.
struct Description {
  std::string key;                  ///< in its section: `random-plies`
  std::string meaning;              ///< one sentence without full stop; may begin with a format: `swiss: …`
  std::string example;              ///< a value in the syntax of configs
  Change change = Change::new_run;  ///< of a key in a section: for the help only
  bool required = false;
  bool not_in_sample = false;  ///< the example conflicts with that of another option

  std::string type = {};      ///< `duration`; usually the functions below set this and the next members
  std::string range = {};     ///< `1ms..24h`, or empty
  std::string fallback = {};  ///< the default in flow form; empty if there is none
  std::vector<Description> keys = {};  ///< of a section
};

inline Description required(Description info) {
  info.required = true;
  return info;
}

inline Description not_in_sample(Description info) {
  info.not_in_sample = true;
  return info;
}

/// The context of reading a value.
struct Reading {
  Problems& problems;
  const SearchPath* search;  ///< where files are searched; null: their existence is not checked
};

template <class Owner>
struct Option {
  Description info;
  std::function<void(Owner&, const Entry&, Reading&)> read;

  /// Returns nothing if the option is not set. The default is for options that are never written.
  std::function<std::optional<Node>(const Owner&)> write = [](const Owner&) { return std::optional<Node>{}; };
};

template <class Part>
struct Section {
  std::vector<Option<Part>> options;
  std::string example = {};  ///< a valid mapping, for messages

  /// Rules between keys and for the mapping as a whole; may also complete `Part`. May be empty.
  std::function<void(Part&, const Node&, Reading&)> check = {};

  /// The word that may stand for the mapping and means `Part{}`, such as `none`; empty if no word may.
  std::string empty_word = {};
};

void report_unknown_key(const Entry& entry, const std::vector<std::string>& known, Reading& reading);
void report_missing_key(const Description& option, Place place, Reading& reading);

/// `example` is a mapping; `instead` is a word that may replace it, or empty.
void report_no_mapping(const Entry& entry, const std::string& example, const std::string& instead,
                       Reading& reading);

/// Reports a file, or a folder if `what` is `folder`, that does not exist.
void report_missing_file(const std::string& what, const std::filesystem::path& written,
                         const std::string& hint, const Entry& entry, Reading& reading);

/// A type's name with its article: `a size`; after words, `` `none` or a size``.
std::string with_article(std::string type);

/// Parses a scalar. On failure it reports a problem, which calls the value `what`, and returns nothing.
template <class T>
std::optional<T> read_scalar(const Type<T>& type, const std::string& what, Place place, const Node& value,
                             Reading& reading) {
  if (value.kind != Node::Kind::scalar) {
    const bool nothing = value.kind == Node::Kind::none;
    const std::string problem =
        nothing ? " has no value" : " must be " + with_article(type.name) + ", not " + received(value);
    reading.problems.add(nothing ? place : value.place, what + problem);
    return std::nullopt;
  }
  auto parsed = type.parse(value.text);
  if (auto* read = std::get_if<T>(&parsed)) return std::move(*read);
  const auto& complaint = std::get<ValueError>(parsed);
  reading.problems.add(value.place, what + " " + complaint.what, complaint.hint);
  return std::nullopt;
}

template <class T>
std::optional<T> read_scalar(const Type<T>& type, const Entry& entry, Reading& reading) {
  return read_scalar(type, "`" + entry.key + "`", entry.place, entry.value, reading);
}

/// Reads the keys of a mapping into `part`, reporting unknown and missing ones.
template <class Part>
void read_section(Part& part, const Node& map, const Section<Part>& section, Reading& reading) {
  const auto known = mapped(section.options, [](const Option<Part>& option) { return option.info.key; });
  for (const Entry& entry : map.entries) {
    const auto option = std::find(known.begin(), known.end(), entry.key);
    if (option == known.end()) {
      report_unknown_key(entry, known, reading);
    } else {
      section.options[static_cast<std::size_t>(option - known.begin())].read(part, entry, reading);
    }
  }
  for (const Option<Part>& option : section.options) {
    if (option.info.required && map.find(option.info.key) == nullptr) {
      report_missing_key(option.info, map.place, reading);
    }
  }
  if (section.check) section.check(part, map, reading);
}

/// Reads a document that is one section. `what` names it: `an entry`. The error, of kind `arguments`, has
/// every problem with its place.
template <class Part>
Result<Part> read_document(const Source& source, const std::string& what, const Section<Part>& section,
                           const SearchPath* search) {
  Problems problems;
  Part part;
  Source copy = source;
  const Problem if_empty{{}, "the file is empty", what + " is a mapping of `key: value` lines"};
  if (const auto map = read_mapping(copy, what, if_empty, problems)) {
    Reading reading{problems, search};
    read_section(part, *map, section, reading);
  }
  if (problems.empty()) return part;
  return Error{problems_text(problems, copy, {}), Error::Kind::arguments};
}

/// Reads a mapping, or the word that replaces it. Keys that are absent keep their values of `part`.
template <class Part>
std::optional<Part> read_part(const Entry& entry, const Section<Part>& section, Reading& reading,
                              Part part = {}) {
  if (entry.value.kind == Node::Kind::map) {
    read_section(part, entry.value, section, reading);
    return part;
  }
  const bool scalar = entry.value.kind == Node::Kind::scalar;
  if (scalar && !section.empty_word.empty() && entry.value.text == section.empty_word) return Part{};
  report_no_mapping(entry, section.example, section.empty_word, reading);
  return std::nullopt;
}

template <class Part>
Node write_section(const Part& part, const Section<Part>& section) {
  Node map = map_node();
  for (const Option<Part>& option : section.options) {
    if (auto node = option.write(part)) map.entries.push_back({option.info.key, {}, std::move(*node)});
  }
  return map.entries.empty() && !section.empty_word.empty() ? scalar_node(section.empty_word) : map;
}

/// Adds the option's default, which is its value in `Owner{}`, to its description.
template <class Owner>
Option<Owner> with_fallback(Option<Owner> option) {
  const auto fallback = option.write(Owner{});
  const bool given = fallback && !(fallback->kind == Node::Kind::scalar && fallback->text.empty());
  if (given && !option.info.required) option.info.fallback = emit_flow(*fallback);
  return option;
}

/// The option, which is written only if it differs from the default.
template <class Owner>
Option<Owner> unless_default(Option<Owner> option) {
  option.write = [write = option.write](const Owner& owner) {
    auto node = write(owner);
    return node->text == write(Owner{})->text ? std::nullopt : std::move(node);
  };
  return option;
}

/// `Member` is `T` or `std::optional<T>`.
template <class Owner, class Member, class T>
Option<Owner> scalar(Member Owner::*member, Type<T> type, Description info) {
  info.type = type.name;
  info.range = type.range;
  const auto read = [member, type](Owner& owner, const Entry& entry, Reading& reading) {
    if (auto value = read_scalar(type, entry, reading)) owner.*member = std::move(*value);
  };
  const auto write = [member, type](const Owner& owner) -> std::optional<Node> {
    if constexpr (std::is_same_v<Member, T>)
      return scalar_node(type.print(owner.*member));
    else
      return owner.*member ? std::optional(scalar_node(type.print(*(owner.*member)))) : std::nullopt;
  };
  return with_fallback<Owner>({std::move(info), read, write});
}

template <class Part>
void describe_section(Description& info, const Section<Part>& section) {
  info.type = section.empty_word.empty() ? "mapping" : "mapping or `" + section.empty_word + "`";
  for (const Option<Part>& option : section.options) info.keys.push_back(option.info);
}

/// `Member` is `Part` or `std::optional<Part>`.
template <class Owner, class Member, class Part>
Option<Owner> mapping(Member Owner::*member, const Section<Part>& section, Description info) {
  describe_section(info, section);
  const auto read = [member, &section](Owner& owner, const Entry& entry, Reading& reading) {
    if (auto part = read_part(entry, section, reading)) owner.*member = std::move(*part);
  };
  const auto write = [member, &section](const Owner& owner) -> std::optional<Node> {
    if constexpr (std::is_same_v<Member, Part>)
      return write_section(owner.*member, section);
    else
      return owner.*member ? std::optional(write_section(*(owner.*member), section)) : std::nullopt;
  };
  return with_fallback<Owner>({std::move(info), read, write});
}

/// A mapping from user-chosen names to strings. `read_one` reads one entry of it.
template <class Owner, class Texts>
Option<Owner> texts_by_name(Texts Owner::*member, void (*read_one)(Owner&, const Entry&, Reading&),
                            Description info) {
  info.type = "mapping of option names to values";
  const auto read = [read_one, example = info.example](Owner& owner, const Entry& entry, Reading& reading) {
    if (entry.value.kind != Node::Kind::map) return report_no_mapping(entry, example, "", reading);
    for (const Entry& one : entry.value.entries) read_one(owner, one, reading);
  };
  const auto write = [member](const Owner& owner) -> std::optional<Node> {
    Node map = map_node();
    for (const auto& [name, value] : owner.*member) map.entries.push_back({name, {}, scalar_node(value)});
    return map.entries.empty() ? std::nullopt : std::optional(std::move(map));
  };
  return {std::move(info), read, write};
}

/// The option with a check that runs after its value was read without a problem.
template <class Owner>
Option<Owner> checked(Option<Owner> option, std::function<void(const Owner&, const Entry&, Reading&)> rule) {
  option.read = [read = std::move(option.read), rule = std::move(rule)](Owner& owner, const Entry& entry,
                                                                        Reading& reading) {
    const std::size_t before = reading.problems.count();
    read(owner, entry, reading);
    if (reading.problems.count() == before) rule(owner, entry, reading);
  };
  return option;
}

/// A path to a file, or to a folder if `what` is `folder`, which must exist. `what` names it in problems.
template <class Owner>
Option<Owner> existing(std::string what, std::optional<std::filesystem::path> Owner::*member,
                       Description info, std::string hint = {}) {
  return checked<Owner>(scalar(member, path(), std::move(info)),
                        [=](const Owner& owner, const Entry& entry, Reading& reading) {
                          report_missing_file(what, *(owner.*member), hint, entry, reading);
                        });
}

}  // namespace ebiri::config
