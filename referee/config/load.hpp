// Loads settings from a config file and the overrides of the command line, or reports every problem.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "referee/config/command.hpp"
#include "referee/config/source.hpp"
#include "referee/rating/settings.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::config {

/// Reads a config. Commands and paths stay as written; `resolve_command` and `resolve_path` make them
/// absolute. The settings always name a ruleset. The error is the text of all problems (`problems_text`);
/// after a syntax error nothing else is checked.
///
/// `overrides` are texts such as `pairs=24`, `limit={nodes: 1000}` or
/// `engines.alphabeta.limit.nodes=1000` (an engine by its name); a later one wins over an earlier
/// one, all win over the file. Programs, folders and other files must exist: they are searched
/// in `search`, whose `config` is the folder of `file` (`search_path_for(file)`).
Result<tournament::Settings> load_file(const std::filesystem::path& file,
                                       std::span<const std::string> overrides, const SearchPath& search);

/// The same from a text; without a search path the existence of files is not checked, except that of a
/// described game.
Result<tournament::Settings> load_text(const Source& source, std::span<const std::string> overrides,
                                       const SearchPath* search);

/// Loads only the keys that order and rate results: `points`, `rank-by`, `tie-breaks`, `rating`. Other keys
/// of the text are ignored, even invalid ones; other keys of the overrides are problems.
Result<rating::Scoring> load_scoring(const Source& source, std::span<const std::string> overrides);

}  // namespace ebiri::config
