// What the commands of a contest have in common.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/history.hpp"
#include "referee/contest/settings.hpp"

namespace ebiri::cli {

/// A contest that commands work with.
struct ContestAtHand {
  contest::Folder folder;
  contest::Settings settings;
  contest::State state;  ///< as it was when the command began
};

/// Opens the contest of a folder, or of the `contest.yaml` in it. Without one: says why, and sets
/// `exit_code`.
std::optional<ContestAtHand> open_contest(const std::string& path, int& exit_code);

/// The same, which refuses a contest that has not been opened.
std::optional<ContestAtHand> open_running_contest(const std::string& path, int& exit_code);

/// Sweeps the folder of a contest that is not final (contest/folder.hpp). False: it has said why not.
bool sweep_contest(const ContestAtHand& at_hand);

/// A submission in words: `received`, `built`, `does not build`, `qualified`, `refused`, `withdrawn`.
std::string standing_of(const contest::Team& team, const contest::Submission& submission);

/// Why a submission may not play, one sentence each.
std::vector<std::string> reasons_of(const contest::Team& team, const contest::Submission& submission);

/// A command of a contest, which takes the contest's folder as its first argument.
CLI::App* add_contest_command(CLI::App& contest, const char* name, const char* meaning, const char* footer,
                              std::string& folder);

// The commands, by what they are about.
void add_contest_entries(CLI::App& contest, int& exit_code);
void add_contest_work(CLI::App& contest, int& exit_code);
void add_contest_practice(CLI::App& contest, int& exit_code);  // with `table` and `games`
void add_contest_table(CLI::App& contest, int& exit_code);
void add_contest_games(CLI::App& contest, int& exit_code);
void add_contest_finals(CLI::App& contest, int& exit_code);
void add_contest_verify(CLI::App& contest, int& exit_code);
void add_contest_token(CLI::App& contest, int& exit_code);
void add_contest_serve(CLI::App& contest, int& exit_code);
void add_contest_doctor(CLI::App& contest, int& exit_code);

}  // namespace ebiri::cli
