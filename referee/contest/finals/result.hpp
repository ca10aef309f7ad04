// What the finals of a contest come to: the games that count, who is withdrawn, the final table.
#pragma once

#include <string>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/standings.hpp"
#include "referee/run/arena.hpp"

namespace ebiri::contest {

/// A team that lost more games by a fault than `faults.most`.
struct WithdrawnTeam {
  std::string name;
  int faults = 0;

  bool operator==(const WithdrawnTeam&) const = default;
};

struct ContestResult {
  std::vector<WithdrawnTeam> withdrawn;  ///< in the order of the finals' config
  report::Standings standings;           ///< of the games that count
  std::string text;                      ///< the final table for people; the same bytes for the same games
};

/// Pure: depends on the games and the rules alone.
Result<ContestResult> contest_result(const contest::Settings& settings, const record::Digest& digest);

/// The finals' config, read and made ready; its openings are those of its seed. The entries need not be
/// there.
Result<run::Arena> finals_arena(const contest::Folder& folder);

/// SHA-256 of every line of a journal that is a game, in the order of the file.
struct HashedGame {
  int game = 0, attempt = 1;
  std::string sha256;

  bool operator==(const HashedGame&) const = default;
};
Result<std::vector<HashedGame>> hashed_games(const std::filesystem::path& journal);

/// Files whose hashes the manifest has, from the contest's folder.
std::vector<std::string> files_of_manifest();

}  // namespace ebiri::contest
