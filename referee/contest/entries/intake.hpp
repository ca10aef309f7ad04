// A submission on its way from a folder or an archive into the store.
#pragma once

#include <filesystem>
#include <string>

#include "referee/contest/entries/contest_at_hand.hpp"
#include "referee/contest/entries/entry.hpp"

namespace ebiri::contest {

struct Accepted {
  Submitted submitted;
  bool again = false;   ///< the same files as the team's last submission: nothing was added
  std::string receipt;  ///< text (receipt.hpp)
};

/// Reads a folder or an archive, checks it, keeps its tree and appends it to the history. `team`: whose it
/// must be, or empty. `now`: when it came, which the history dates it by. An error of kind `arguments` is for
/// the team, in whole lines.
Result<Accepted> accept(const Folder& folder, const Settings& settings, const std::filesystem::path& source,
                        const std::string& team, Time now);

/// Takes a team out, until it submits again: appends that to the history. An error of kind `arguments`: there
/// is no such team, or it is too late.
Result<Withdrawn> withdraw(const Folder& folder, const std::string& team, const std::string& reason);

}  // namespace ebiri::contest
