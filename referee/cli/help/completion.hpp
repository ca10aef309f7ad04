// Proposals for completion in shells.
#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <vector>

namespace ebiri::cli {

/// The values that can be proposed for an argument.
struct Expected {
  enum class Kind : unsigned char {
    text,  ///< only `words` can be proposed
    file,  ///< or a folder, which may contain it
    folder,
    config,   ///< a YAML file
    run,      ///< a run's name, or its folder
    program,  ///< on the PATH, or a file
  };
  Kind kind = Kind::text;
  std::vector<std::string> words = {};
  bool unfinished = false;  ///< each of `words` ends in `=` and needs a value
};

/// The values that `option` takes. They follow from the value's name in the help: `{csv,json}`, FILE, RUN.
Expected expected_of(const CLI::Option& option);

/// The program and all commands, each followed by its subcommands.
std::vector<const CLI::App*> all_commands(const CLI::App& program);

/// Proposals for the last of `words`, the words after `ebiri`, as the scripts of `ebiri completion` read
/// them. The first line has three fields: the kind; `+` if the user still types a value after a proposal
/// (`KEY=`), otherwise `-`; and the beginning of the last word that the proposals do not repeat
/// (`--format=`). The other lines are proposals, some with a tab and a description.
std::string proposals(const CLI::App& program, std::span<const std::string> words);

}  // namespace ebiri::cli
