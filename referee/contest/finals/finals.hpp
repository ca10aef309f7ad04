// The end of a contest: the lock after the deadline, the signed results after the games, and the verification
// of history, seed, games and table.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/standings.hpp"

namespace ebiri::contest {

/// Checks that there are enough openings for finals of two entries, the fewest that can play. An error is of
/// kind `arguments`.
Result<void> check_openings(const LoadedContest& contest);

struct LockOptions {
  std::string beacon;  ///< the text that the `beacon` of contest.yaml describes; empty if it has none
  bool early = false;  ///< lock also before the deadline
};

/// Locks the contest: the last qualified submission of each team that is not withdrawn plays. Reveals the
/// secret, draws the seed, writes finals.yaml, and appends a `Locked` to the history. Errors of kind
/// `arguments`: it is too early, submissions are not examined yet, there are fewer than two finalists, or the
/// finals cannot be played with them. After an error nothing is locked. Precondition: the contest was opened.
Result<Locked> lock(const LoadedContest& contest, const LockOptions& options);

/// Why contest.yaml or finals.yaml is not as locked, as a sentence; empty if both are. Precondition: the
/// contest is locked.
std::string config_change_since_lock(const LoadedContest& contest);

/// The same, and also why the entries cannot be played as locked.
std::string change_since_lock(const LoadedContest& contest);

/// A row of the final table.
struct FinalPlace {
  std::string team;
  std::string place;  ///< `1`, or `2-3` if it is shared; empty for a team withdrawn because of `faults.most`
  int faults = 0;     ///< games lost by a fault
};

struct ContestResult {
  std::vector<FinalPlace> places;  ///< the withdrawn teams last, in the order of the finals' config
  report::Standings standings;     ///< of the games that count
  std::string text;                ///< final.txt: the places, the policy for faults, the standings
};

/// The result depends only on the arguments, so that anyone can compute the same bytes.
Result<ContestResult> contest_result(const Settings& settings, const record::Digest& digest);

/// Writes final.txt, final.json and the signed manifest, and appends the manifest's hash to the history.
/// Returns nothing if games are missing. Precondition: the contest is locked.
Result<std::optional<ContestResult>> finalize(const LoadedContest& contest);

/// Claims of the host to compare with the contest's folder. An empty one is not compared.
struct Claims {
  std::string key, commitment;     ///< as the host announced them
  std::vector<std::string> heads;  ///< hashes that the page showed as the head of the history
  std::vector<Receipt> receipts;
};

/// The result of one check.
struct CheckResult {
  enum class Kind : unsigned char { passed, failed, note };
  Kind kind;
  std::string what;  ///< the claim, the facts that contradict it, or the note
};

/// Checks the published files of a contest: the history, the claims, the draw, the entries if `trees` is
/// readable, every game, final.txt, and the signature and the hashes of the manifest. Reports each finding
/// immediately; returns whether none is bad. Precondition: the contest was opened.
bool verify(const LoadedContest& contest, const Claims& claims,
            const std::function<void(const CheckResult&)>& report);

}  // namespace ebiri::contest
