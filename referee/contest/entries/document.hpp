// The YAML files of a contest, read as configs are: every problem at once, with its place.
#pragma once

#include <string>
#include <vector>

#include "referee/config/options.hpp"
#include "referee/config/source.hpp"
#include "referee/contest/entries/tree.hpp"

namespace ebiri::contest {

/// The mapping that a text holds; nothing after a report. `what` it is: `an entry`.
std::optional<config::Node> read_mapping(const std::string& text, const std::string& what,
                                         config::Problems& problems);

/// Reports keys that are not known, with all that are, and takes them out.
void take_out_unknown(config::Node& map, const std::vector<std::string>& known, config::Problems& problems);

/// An option that is only read: nothing writes these files.
template <class Owner, class Read>
config::Option<Owner> read_only(config::Description text, Read read) {
  return {std::move(text), std::move(read), [](const Owner&) { return std::optional<config::Node>{}; }};
}

/// The name of a language.
config::Type<std::string> language_word();

/// The value of a text's section. The error, of kind `arguments`, is every problem of it with its place.
template <class T>
Result<T> read_document(const config::Source& source, const std::string& what,
                        const config::Section<T>& section, const config::SearchPath* search) {
  config::Problems problems;
  T value;
  config::Source clean = source;
  if (clean.text.starts_with("\xEF\xBB\xBF")) clean.text.erase(0, 3);
  if (auto map = read_mapping(clean.text, what, problems)) {
    std::vector<std::string> known;
    for (const auto& option : section.options) known.push_back(option.text.key);
    take_out_unknown(*map, known, problems);
    config::Reading reading{problems, search};
    config::read_section(value, *map, section, reading);
  }
  if (problems.empty()) return value;
  return refusal(config::format(config::diagnose(problems, clean, {})));
}

}  // namespace ebiri::contest
