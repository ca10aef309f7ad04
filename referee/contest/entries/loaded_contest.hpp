// Loads a contest: its settings and its history. Opens it, and accepts and withdraws submissions.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "referee/contest/entries/history.hpp"
#include "referee/contest/entries/settings.hpp"

namespace ebiri::contest {

/// A contest's folder, settings and history, read at the beginning of a command.
struct LoadedContest {
  Folder folder;
  Settings settings;
  State state;
};

/// Reads a contest. `path`: its folder or its contest.yaml. An error of kind `arguments` has every problem
/// of contest.yaml with its place.
Result<LoadedContest> read_contest(const std::filesystem::path& path);

/// Opens a contest: makes its folders, its key and its secret, and begins the history. An error of kind
/// `arguments` says that it is already open.
Result<Opened> open(const LoadedContest& contest);

/// Prepares the folders (folder.hpp) unless the contest is finalized.
Result<void> prepare_folders(const LoadedContest& contest);

/// The error, of kind `arguments`, for an unknown team.
Error no_such_team(std::string_view name);

/// A team's submission with that number; 0 is the last one. Never null. An error is of kind `arguments`.
Result<const Submission*> find_submission(const State& state, std::string_view team, int number);

/// The state of a submission of `team.submissions`: `received`, `built`, `does not build`, `qualified`,
/// `refused`, `withdrawn`, or `superseded`: not decided, and a later one is qualified or waits for its
/// verdict.
std::string state_of(const Team& team, const Submission& submission);

/// Why a submission may not play, one sentence each.
std::vector<std::string> reasons_of(const Team& team, const Submission& submission);

/// An element of `ebiri contest list --format json`. `receipt` may be empty.
nlohmann::ordered_json json_of(const Team& team, const Submission& submission, const std::string& receipt);

struct Accepted {
  Submitted submitted;
  bool again = false;   ///< nothing was added: the team's last submission has the same files
  std::string receipt;  ///< text (signature.hpp)
  std::string note;     ///< a remark for the team, or empty
};

/// Reads a folder or an archive, checks it, stores its tree and appends it to the history. `team`: the name
/// that the entry must have, or empty for any. `arrival`: the date of the submission, unless the last line of
/// the history has a later one. An error of kind `arguments` is a message for the team, of one or more lines.
Result<Accepted> accept(const Folder& folder, const Settings& settings, const std::filesystem::path& source,
                        const std::string& team, Time arrival);

/// Withdraws a team until a new submission qualifies; its earlier submissions do not play again. With
/// `number` (from 1), refuses only that qualified submission: the team plays with its last other qualified
/// one. Appends that to the history. Errors of kind `arguments`: unknown team, already withdrawn, the
/// submission is not qualified, or the contest is locked.
Result<void> withdraw(const Folder& folder, const std::string& team, const std::string& reason,
                      int number = 0);

}  // namespace ebiri::contest
