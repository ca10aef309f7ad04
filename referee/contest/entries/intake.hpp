// Accepts submissions: from a folder or an archive into the store and the history.
#pragma once

#include <filesystem>
#include <string>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/loaded_contest.hpp"

namespace ebiri::contest {

struct Accepted {
  Submitted submitted;
  bool again = false;   ///< nothing was added: the team's last submission has the same files
  std::string receipt;  ///< text (receipt.hpp)
};

/// Reads a folder or an archive, checks it, stores its tree and appends it to the history. `team`: the name
/// that the entry must have, or empty for any. `arrival`: the date of the submission, unless the last line of
/// the history has a later one. An error of kind `arguments` is a message for the team, of one or more lines.
Result<Accepted> accept(const Folder& folder, const Settings& settings, const std::filesystem::path& source,
                        const std::string& team, Time arrival);

/// Withdraws a team until it submits again. With `number` (from 1), refuses only that qualified submission:
/// the team plays with its last other qualified one. Appends that to the history. Errors of kind
/// `arguments`: unknown team, already withdrawn, the submission is not qualified, or the contest is locked.
Result<void> withdraw(const Folder& folder, const std::string& team, const std::string& reason,
                      int number = 0);

}  // namespace ebiri::contest
