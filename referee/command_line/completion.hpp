// Proposals for completion in shells.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/command_line/command.hpp"

namespace ebiri::command_line {

/// The values that can be proposed for an argument.
struct Expected {
  enum class Kind : unsigned char {
    text,  ///< only `words` can be proposed
    file,  ///< files, and the folders on the way to them
    folder,
    config,   ///< a YAML file
    run,      ///< a run's name, or its folder
    program,  ///< on the PATH, or a file
  };
  Kind kind = Kind::text;
  std::vector<std::string> words = {};
  bool unfinished = false;  ///< each of `words` ends in `=` and needs a value
};

/// What `option` takes as a value, after `value` others. It follows from the name in the help: `{csv,json}`,
/// RUN.
Expected expected_of(const CLI::Option& option, std::size_t value = 0);

/// Proposals for the last of `words`, the words after `ebiri`, in the format of the scripts of
/// `ebiri completion`. The first line has three fields: the kind of the proposals; `+` if a value must follow
/// each of them (`KEY=`), otherwise `-`; and a prefix, which the script puts before each: `text - --format=`.
/// Every other line is a proposal; a tab and a description may follow it.
std::string proposals(const CLI::App& program, std::span<const std::string> words);

}  // namespace ebiri::command_line
