// Finds described games by name, in configs/games, or by file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/described/description.hpp"
#include "referee/support/result.hpp"

namespace ebiri::described {

/// The file of a game: `name` itself if it ends in `.yaml`, otherwise `configs/games/NAME.yaml` in the
/// working directory, beside the running binary, or in the source tree.
std::optional<std::filesystem::path> game_file(const std::string& name);

/// The names of all games in the folders `configs/games` that `game_file` searches, sorted.
std::vector<std::string> game_names();

/// The description in a file; the error has the problems, with their lines.
Result<Description> load_description(const std::filesystem::path& file);

/// The rulebook of a game as bytes (described.hpp).
Result<std::string> game_bytes(const std::string& name);

/// The description of a game, by name or file; the error suggests a similar name, or has the problems.
Result<Description> find_description(const std::string& name);

/// Registers described games with `rules::make_rules`. A ruleset, if given, must be the description's hash.
void offer_games();

}  // namespace ebiri::described
