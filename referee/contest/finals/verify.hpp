// Verifies a contest: checks every claim of its host against the published files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/contest/entries/receipt.hpp"

namespace ebiri::contest {

/// Claims of the host to compare with the contest's folder. An empty one is not compared.
struct Claims {
  std::string key, commitment;     ///< as the host announced them
  std::vector<std::string> heads;  ///< hashes that the page showed as the head of the history
  std::vector<Receipt> receipts;
};

/// The result of one check.
struct CheckResult {
  std::optional<bool> good;  ///< nothing: this is only a note
  std::string what;          ///< the claim, the facts that contradict it, or the note
};

/// Checks the published files of a contest: the history, the claims, the draw, the entries if `trees` is
/// readable, every game, the table, the manifest. Reports each finding immediately; returns whether none is
/// bad. An error means that the history cannot be read. Precondition: the contest was opened.
Result<bool> verify(const LoadedContest& contest, const Claims& claims,
                    const std::function<void(const CheckResult&)>& report);

}  // namespace ebiri::contest
