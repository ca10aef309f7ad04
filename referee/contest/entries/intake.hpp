// A submission on its way from a folder or an archive into the store.
#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/folder.hpp"
#include "referee/contest/entries/history.hpp"
#include "referee/contest/entries/settings.hpp"

namespace ebiri::contest {

/// Why a submission is not accepted: for its team. Several lines, each whole.
struct Refusal {
  std::string text;
};

struct Accepted {
  Submitted submitted;
  bool again = false;   ///< the same files as the team's last submission: nothing was added
  std::string receipt;  ///< text (receipt.hpp)
};

/// Reads a folder or an archive, checks it, keeps its tree and appends it to the history. `team`: whose it
/// must be, or empty. `now`: when it came, which the history dates it by. An error is the system's.
std::variant<Accepted, Refusal, Error> accept(const Folder& folder, const Settings& settings,
                                              const std::filesystem::path& source, const std::string& team,
                                              Time now);

/// Takes a team out, until it submits again: appends that to the history. An error is the machine's.
std::variant<Withdrawn, Refusal, Error> withdraw(const Folder& folder, const std::string& team,
                                                 const std::string& reason);

/// The entry of a tree that was accepted.
Result<Entry> entry_of(const Folder& folder, std::string_view tree);

}  // namespace ebiri::contest
