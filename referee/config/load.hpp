// Loads settings from a config file and the overrides of the command line, or reports every problem.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <variant>

#include "referee/config/command.hpp"
#include "referee/config/diagnostics.hpp"
#include "referee/config/source.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::config {

/// Valid settings. Commands and paths are as written; `resolve_command` and `resolve_path` make them
/// absolute. The ruleset is always named.
struct Loaded {
  tournament::Settings settings;
};

/// Reads a config. `overrides` are texts such as `pairs=24`, `limit={nodes: 1000}` or
/// `engines.alphabeta.limit.nodes=1000` (an engine by its name); a later one wins over an earlier
/// one, all win over the file. Programs, folders and opening files must exist: they are searched
/// in `search`, whose `config` is the folder of `file` (`search_path_for(file)`).
/// One pass finds all problems, but a syntax error ends the check.
std::variant<Loaded, Diagnostics> load_file(const std::filesystem::path& file,
                                            std::span<const std::string> overrides, const SearchPath& search);

/// The same from a text; without a search path the existence of files is not checked.
std::variant<Loaded, Diagnostics> load_text(const Source& source, std::span<const std::string> overrides,
                                            const SearchPath* search);

/// Loads only the keys that order and rate results: `points`, `rank-by`, `tie-breaks`, `rating`. Other keys
/// of the text are ignored, even invalid ones; other keys of the overrides are problems.
std::variant<Loaded, Diagnostics> load_scoring(const Source& source, std::span<const std::string> overrides);

}  // namespace ebiri::config
