// The YAML files of a contest, read as configs are: every problem at once, with its place.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "referee/config/options.hpp"
#include "referee/config/source.hpp"

namespace ebiri::contest {

/// The mapping that a text holds; nothing after a report. `what` it is: `an entry`.
std::optional<config::Node> read_mapping(const std::string& text, const std::string& what,
                                         config::Problems& problems);

/// Reports keys that are not known, with all that are, and takes them out.
void take_out_unknown(config::Node& map, const std::vector<std::string>& known, config::Problems& problems);

/// The value of a text's section, or every problem of it.
template <class T>
std::variant<T, config::Diagnostics> read_document(const config::Source& source, const std::string& what,
                                                   const config::Section<T>& section,
                                                   const config::SearchPath* search) {
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
  return config::diagnose(problems, clean, {});
}

}  // namespace ebiri::contest
