// From a config file and the overrides of the command line to settings, or to every problem.
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

/// Settings without a problem. Commands and paths are as written: `resolve_command` and
/// `resolve_path` turn them into what the machine knows. The ruleset is always named.
struct Loaded {
  tournament::Settings settings;
};

/// Reads a config. `overrides` are texts such as `pairs=24`, `limit={nodes: 1000}` or
/// `engines.alphabeta.limit.nodes=1000` (an engine by its name); a later one wins over an earlier
/// one, all win over the file. Programs, folders and opening files must exist: they are looked for
/// along `search`, whose `config` is the folder of `file` (`search_path_for(file)`).
/// All problems are found in one pass, but after a syntax error nothing else is judged.
std::variant<Loaded, Diagnostics> load_file(const std::filesystem::path& file,
                                            std::span<const std::string> overrides, const SearchPath& search);

/// The same from a text; without a search path nothing is looked for in the file system.
std::variant<Loaded, Diagnostics> load_text(const Source& source, std::span<const std::string> overrides,
                                            const SearchPath* search);

/// Only what tables make of the results: `points`, `rank-by`, `tie-breaks`, `rating`. Other keys of the
/// text are passed over, whatever they say, other keys of the overrides are problems.
std::variant<Loaded, Diagnostics> load_scoring(const Source& source, std::span<const std::string> overrides);

}  // namespace ebiri::config
