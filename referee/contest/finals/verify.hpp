// Whether a contest is what its host says it is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"
#include "referee/contest/entries/receipt.hpp"

namespace ebiri::contest {

/// What was announced or handed out, and must fit the contest's folder. Empty: it is not compared.
struct Claims {
  std::string key, commitment;     ///< as the host announced them
  std::vector<std::string> heads;  ///< hashes that the page showed as the head of the history
  std::vector<Receipt> receipts;
};

/// One thing that was checked, in a sentence.
struct Finding {
  std::optional<bool> good;  ///< nothing: it cannot be checked, or not yet
  std::string what;
};

/// Checks everything that a contest claims so far, by the files that are published: the history, the claims,
/// the draw, the entries if `trees` can be read, every game, the table, the manifest. Reports each finding as
/// it is made; true if none is bad. An error is that the history cannot be read. Precondition: the contest
/// was opened.
Result<bool> verify(const ContestAtHand& contest, const Claims& claims,
                    const std::function<void(const Finding&)>& report);

}  // namespace ebiri::contest
