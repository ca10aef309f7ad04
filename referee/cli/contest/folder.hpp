// What the commands of a contest have in common.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "referee/contest/entries/contest_at_hand.hpp"

namespace ebiri::cli {

enum class ContestState {
  any,     ///< also a contest that was not opened yet
  opened,  ///< another one is refused
};

/// Does what a command is for; returns the exit code.
using ContestAction = std::function<int(contest::ContestAtHand)>;

/// Adds a command of a contest. Its first argument is the contest's folder, or the `contest.yaml` in it,
/// which is read before the action.
CLI::App* add_contest_command(CLI::App& contest, const char* name, const char* meaning, const char* footer,
                              int& exit_code, ContestAction action,
                              ContestState state = ContestState::opened);

/// The argument itself.
void add_folder_argument(CLI::App& command, std::string& folder);

/// `ebiri contest`; the others are its commands, by what they are about.
void add_contest(CLI::App& app, int& exit_code);
void add_contest_entries(CLI::App& contest, int& exit_code);
void add_contest_work(CLI::App& contest, int& exit_code);
void add_contest_practice(CLI::App& contest, int& exit_code);
void add_contest_games(CLI::App& contest, int& exit_code);
void add_contest_finals(CLI::App& contest, int& exit_code);
void add_contest_token(CLI::App& contest, int& exit_code);
void add_contest_serve(CLI::App& contest, int& exit_code);
void add_contest_doctor(CLI::App& contest, int& exit_code);

}  // namespace ebiri::cli
