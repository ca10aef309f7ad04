// Loads a contest: its settings and its history.
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

/// The state of a submission: `received`, `built`, `does not build`, `qualified`, `refused`, `withdrawn`.
std::string state_of(const Team& team, const Submission& submission);

/// Why a submission may not play, one sentence each.
std::vector<std::string> reasons_of(const Team& team, const Submission& submission);

/// An element of `ebiri contest list --format json`. `receipt` may be empty.
nlohmann::ordered_json json_of(const Team& team, const Submission& submission, const std::string& receipt);

}  // namespace ebiri::contest
