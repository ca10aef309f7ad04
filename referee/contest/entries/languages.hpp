// What entries can be written in, and what is done where an entry does not say it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri::contest {

struct Language {
  std::string_view name;     ///< in `entry.yaml`
  std::string_view program;  ///< that it needs, in /usr/bin; empty: none
  std::string_view package;  ///< of Debian, that has it
  std::string_view build;    ///< a shell's line in the entry's folder; empty: there is nothing to build
  std::string_view run;      ///< a command; empty: the entry must say it
  std::string_view file;     ///< of a sample that says `hello` …
  std::string_view sample;   ///< … and its text
};

std::span<const Language> languages();

/// Null if there is none of that name.
const Language* find_language(std::string_view name);

std::vector<std::string> language_names();

}  // namespace ebiri::contest
