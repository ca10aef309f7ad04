// What shells complete: the commands with their arguments, and what may stand for each.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace ebiri::cli {

/// What may be given for an argument.
struct Expected {
  enum class Kind : unsigned char {
    text,  ///< nothing can be proposed, but for `words`
    file,  ///< or a folder on the way to it
    folder,
    config,   ///< a YAML file
    run,      ///< a run's name, or its folder
    program,  ///< on the PATH, or a file
  };
  Kind kind = Kind::text;
  std::vector<std::string> words = {};  ///< besides
  bool unfinished = false;              ///< something follows each of `words`: they end in `=`
};

/// By what the help calls the argument: `{csv,json}`, FILE, FOLDER, CONFIG, RUN, INPUT, COMMAND, PLAYER,
/// VARIANT, RULESET, KEY, KEY=VALUE.
Expected expected_of(const CLI::Option& option);

/// Every command, the program first, those below a command after it.
std::vector<const CLI::App*> all_commands(const CLI::App& program);

/// Scripts that complete for every command of `program`, for the shell to read.
std::string bash_completion(const CLI::App& program);
std::string zsh_completion(const CLI::App& program);
std::string fish_completion(const CLI::App& program);

}  // namespace ebiri::cli
