// Reads the YAML files of a contest like configs, and reports every problem at once, with its place.
#pragma once

#include <string>

#include "referee/config/options.hpp"
#include "referee/config/source.hpp"
#include "referee/contest/entries/tree.hpp"

namespace ebiri::contest {

/// The mapping in a text; nothing if a problem was reported. `what` names the document: `an entry`.
std::optional<config::Node> read_mapping(const std::string& text, const std::string& what,
                                         config::Problems& problems);

/// An option without a writer: no program writes a value back to these files.
template <class Owner, class Read>
config::Option<Owner> read_only(config::Description text, Read read) {
  return {std::move(text), std::move(read), [](const Owner&) { return std::optional<config::Node>{}; }};
}

/// Parses the name of a language.
config::Type<std::string> language_word();

/// Reads a section from a text. The error, of kind `arguments`, has every problem with its place.
template <class T>
Result<T> read_document(const config::Source& source, const std::string& what,
                        const config::Section<T>& section, const config::SearchPath* search) {
  config::Problems problems;
  T value;
  config::Source clean = source;
  if (clean.text.starts_with("\xEF\xBB\xBF")) clean.text.erase(0, 3);
  if (const auto map = read_mapping(clean.text, what, problems)) {
    config::Reading reading{problems, search};
    config::read_section(value, *map, section, reading);
  }
  if (problems.empty()) return value;
  return refusal(config::problems_text(problems, clean, {}));
}

}  // namespace ebiri::contest
