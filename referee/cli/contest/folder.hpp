// What the commands of a contest have in common.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"

namespace ebiri::cli {

/// Opens the contest of a folder, or of the `contest.yaml` in it. Without one: says why, and sets
/// `exit_code`.
std::optional<contest::ContestAtHand> open_contest(const std::string& path, int& exit_code);

/// The same, which refuses a contest that has not been opened.
std::optional<contest::ContestAtHand> open_running_contest(const std::string& path, int& exit_code);

/// Sweeps the folder of a contest that is not final (contest/folder.hpp). False: it has said why not.
bool sweep_contest(const contest::ContestAtHand& at_hand);

/// A command of a contest, which takes the contest's folder as its first argument.
CLI::App* add_contest_command(CLI::App& contest, const char* name, const char* meaning, const char* footer,
                              std::string& folder);

/// `ebiri contest`; the others are its commands, by what they are about.
void add_contest(CLI::App& app, int& exit_code);
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
