// The commands of `ebiri contest`, and functions that they share.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>

#include "referee/contest/entries/loaded_contest.hpp"

namespace ebiri::cli {

enum class ContestState {
  any,     ///< opened or not
  opened,  ///< a contest that is not open is an error
};

/// The work of a command; returns the exit code.
using ContestAction = std::function<int(contest::LoadedContest)>;

/// Adds a command of `ebiri contest`. Its first argument is the contest's folder, or the `contest.yaml` in
/// it. The command reads the contest, then calls `action`.
CLI::App* add_contest_command(CLI::App& contest, const char* name, const char* meaning, const char* footer,
                              int& exit_code, ContestAction action,
                              ContestState state = ContestState::opened);

/// Tells the host the next step, on standard error.
void say_next(std::string_view step, const std::string& command);

/// Adds the argument CONTEST.
void add_folder_argument(CLI::App& command, std::string& folder);

/// Adds `ebiri contest`; the functions below add its commands.
void add_contest(CLI::App& app, int& exit_code);
void add_contest_entries(CLI::App& contest, int& exit_code);
void add_contest_work(CLI::App& contest, int& exit_code);
void add_contest_practice(CLI::App& contest, int& exit_code);
void add_contest_finals(CLI::App& contest, int& exit_code);
void add_contest_token(CLI::App& contest, int& exit_code);
void add_contest_serve(CLI::App& contest, int& exit_code);
void add_contest_doctor(CLI::App& contest, int& exit_code);

}  // namespace ebiri::cli
