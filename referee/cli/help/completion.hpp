// Completions that shells propose when the user presses Tab.
#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <vector>

namespace ebiri::cli {

/// The kind of value that an argument takes.
struct Expected {
  enum class Kind : unsigned char {
    text,  ///< only `words` can be proposed
    file,  ///< or a folder that may contain it
    folder,
    config,   ///< a YAML file
    run,      ///< a run's name, or its folder
    program,  ///< on the PATH, or a file
  };
  Kind kind = Kind::text;
  std::vector<std::string> words = {};
  bool unfinished = false;  ///< each of `words` ends in `=` and needs a value
};

/// The kind follows from the value's name in the help: `{csv,json}`, FILE, FOLDER, CONFIG, RUN, INPUT,
/// COMMAND, PLAYER, VARIANT, RULESET, KEY, KEY=VALUE.
Expected expected_of(const CLI::Option& option);

/// Every command, the program first, each followed by its own subcommands.
std::vector<const CLI::App*> all_commands(const CLI::App& program);

/// Proposals for the last of `words`, which are the words after `ebiri`; the scripts of `ebiri completion`
/// read them. The first line has the kind, `+` if a value follows a proposal or else `-`, and the part of the
/// last word before each proposal (`--format=`). The other lines are proposals, some with a tab and a
/// description.
std::string proposals(const CLI::App& program, std::span<const std::string> words);

}  // namespace ebiri::cli
