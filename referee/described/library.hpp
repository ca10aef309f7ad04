// Finds described games by name, in configs/games, or by file.
#pragma once

#include <string>
#include <vector>

#include "referee/described/description.hpp"
#include "referee/support/result.hpp"

namespace ebiri::described {

/// The names of all games in the folders `configs/games` of the working directory, beside the running binary
/// and in the source tree, sorted.
std::vector<std::string> game_names();

/// The rulebook of a game as bytes (described.hpp).
Result<std::string> game_bytes(const std::string& name);

/// The description of a game, by name or by a file that ends in `.yaml`; the error suggests a similar name,
/// or has the problems with their lines.
Result<Description> find_description(const std::string& name);

/// The descriptions of all games, by name; the error is that of the first invalid one.
Result<std::vector<Description>> all_games();

/// Registers described games with `rules::make_rules`. A ruleset, if given, must be the description's hash.
void offer_games();

}  // namespace ebiri::described
