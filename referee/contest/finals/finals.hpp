// The end of a contest: the lock after the deadline, and the signed results after the games.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/standings.hpp"
#include "referee/run/arena.hpp"

namespace ebiri::contest {

struct LockOptions {
  std::string beacon;  ///< the public text that contest.yaml announces; empty if it announces none
  bool early = false;  ///< also before the deadline
};

/// Freezes the entries: of each team that is not withdrawn the last submission that qualified plays. Reveals
/// the secret, draws the seed, writes finals.yaml, and appends that to the history. An error of kind
/// `arguments`: it is too early, submissions are not examined yet, there are fewer than two finalists, or the
/// finals cannot be played with them. Nothing is locked then. Precondition: the contest was opened.
Result<Locked> lock(const ContestAtHand& contest, const LockOptions& options);

/// A file or a tree of the finals that is not what was locked, as a sentence; empty if there is none.
/// Precondition: the contest is locked.
std::string change_since_lock(const ContestAtHand& contest);

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
Result<ContestResult> contest_result(const Settings& settings, const record::Digest& digest);

/// The finals' config, read and made ready; its openings are those of its seed. The entries need not be
/// there.
Result<run::Arena> finals_arena(const Folder& folder);

/// SHA-256 of every line of a journal that is a game, in the order of the file.
struct HashedGame {
  int game = 0, attempt = 1;
  std::string sha256;

  bool operator==(const HashedGame&) const = default;
};
Result<std::vector<HashedGame>> hashed_games(const std::filesystem::path& journal);

/// Files whose hashes the manifest has, from the contest's folder.
std::vector<std::string> files_of_manifest();

/// Writes final.txt, final.json and the signed manifest, and appends the manifest's hash to the history.
/// Nothing if games are missing. Precondition: the contest is locked.
Result<std::optional<ContestResult>> finalize(const ContestAtHand& contest);

}  // namespace ebiri::contest
