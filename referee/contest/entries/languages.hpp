// The languages of entries, and their default build and run commands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/values.hpp"

namespace ebiri::contest {

struct Language {
  std::string_view name;     ///< in `entry.yaml`
  std::string_view program;  ///< the compiler or interpreter in /usr/bin; empty: none
  std::string_view package;  ///< the Debian packages to install for it, separated by spaces
  std::string_view build;    ///< the default shell line, in the entry's folder; empty: no build
  std::string_view run;      ///< the default command; empty: the entry must have `run`
  std::string_view file;     ///< the name of the main file
  std::string_view sample;   ///< a main file that prints `hello`
};

std::span<const Language> languages();

/// The language with that name, or null.
const Language* find_language(std::string_view name);

std::vector<std::string> language_names();

/// Parses the name of a language.
config::Type<std::string> language_word();

}  // namespace ebiri::contest
