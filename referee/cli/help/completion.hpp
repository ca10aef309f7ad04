// What shells propose when Tab is typed.
#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <vector>

namespace ebiri::cli {

/// What may be given for an argument.
struct Expected {
  enum class Kind : unsigned char {
    text,  ///< nothing can be proposed but `words`
    file,  ///< or a folder on the way to it
    folder,
    config,   ///< a YAML file
    run,      ///< a run's name, or its folder
    program,  ///< on the PATH, or a file
  };
  Kind kind = Kind::text;
  std::vector<std::string> words = {};
  bool unfinished = false;  ///< something follows each of `words`: they end in `=`
};

/// By what the help calls the argument: `{csv,json}`, FILE, FOLDER, CONFIG, RUN, INPUT, COMMAND, PLAYER,
/// VARIANT, RULESET, KEY, KEY=VALUE.
Expected expected_of(const CLI::Option& option);

/// Every command, the program first, those below a command after it.
std::vector<const CLI::App*> all_commands(const CLI::App& program);

/// What the scripts of `ebiri completion` ask for: proposals for the last of `words`, those before which
/// begin after `ebiri`. The first line is the kind, whether something follows (`+` or `-`), and what of the
/// last word stands before each proposal (`--format=`); the others are proposals, with a tab and a
/// description where there is one.
std::string proposals(const CLI::App& program, std::span<const std::string> words);

}  // namespace ebiri::cli
