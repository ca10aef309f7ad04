// The commands of `ebiri contest`, and functions that they share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "referee/cli/common/commands.hpp"
#include "referee/contest/entries/loaded_contest.hpp"

namespace ebiri::cli {

/// What a command needs.
enum class Requires {
  nothing,
  opened,  ///< `ebiri contest open` has been run
};

struct NoArguments {};

/// Tells the host the next step, on standard error.
void say_next(std::string_view step, const std::string& command);

/// Adds the argument CONTEST.
void add_folder_argument(Command command, std::string& folder);

/// Reads the contest at `path`, and returns the exit code of `action`, or that of an error.
int act_on(const std::string& path, Requires required,
           const std::function<int(const contest::LoadedContest&)>& action);

/// Adds a command of `ebiri contest`, like `add_command`. Its first argument is the contest's folder, or the
/// `contest.yaml` in it. The command reads the contest, then sets `exit_code` to the result of `act`.
template <class Arguments>
std::pair<Command, Arguments&> add_contest_command(
    Command contest, int& exit_code, const char* name, const char* about, const char* footer,
    int (*act)(const contest::LoadedContest&, const Arguments&), Requires required = Requires::opened) {
  const auto path = std::make_shared<std::string>();
  const auto arguments = std::make_shared<Arguments>();
  const Command command = contest.add_command(name, about, footer);
  add_folder_argument(command, *path);
  command.on_run([=, &exit_code] {
    exit_code = act_on(*path, required, [&](const auto& loaded) { return act(loaded, *arguments); });
  });
  return {command, *arguments};
}

/// `add_contest` adds `ebiri contest`; the other functions add its commands.
AddCommand add_contest, add_contest_entries, add_contest_work, add_contest_practice, add_contest_finals,
    add_contest_serve, add_contest_doctor;

}  // namespace ebiri::cli
