// `ebiri contest`: untrusted entries, from their submission to the finals.

#include "referee/cli/contest/commands.hpp"
#include "referee/support/print_error.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* contest_footer = R"(Examples:
  ebiri contest init friday                    write a contest.yaml to start from
  ebiri contest open friday                    open it, and print the data to announce
  ebiri contest add friday seed-sower.tar.gz   add a team's submission; `ebiri contest list friday` shows all
  ebiri contest qualify friday                 build and check new submissions in sandboxes
  ebiri contest practice friday                play the practice ladder; `ebiri contest table friday` shows it
  ebiri contest serve friday                   serve the contest's page, where teams with a token can submit
  ebiri contest token friday seed-sower        make a team's token
  ebiri contest lock friday                    after the deadline: freeze the entries and draw the seed
  ebiri contest play friday                    play the finals, an ordinary run
  ebiri contest finalize friday                write the final table (for a projector: page /finals/embed)

The host's guide is configs/contest/README.md. `ebiri contest COMMAND --help` has examples of each command.)";

}  // namespace

int act_on(const std::string& path, Requires required,
           const std::function<int(const contest::LoadedContest&)>& action) {
  const auto contest = contest::read_contest(path);
  if (!contest) return fail(contest.error());
  if (required == Requires::opened && !contest->state.opened)
    return fail(usage_error,
                "the contest is not open yet; to open it: " + contest_command(contest->folder, "open"));
  return action(*contest);
}

void say_next(std::string_view step, const std::string& command) {
  print_error("ebiri: next, {}: {}\n", step, command);
}

void add_folder_argument(Command command, std::string& folder) {
  command.add_option("CONTEST FOLDER", folder, "The contest's folder").required();
}

void add_contest(Command app, int& exit_code) {
  const Command command = app.add_command(
      "contest", "Host a contest: build and play untrusted entries in sandboxes", contest_footer);
  command.require_command();
  add_contest_doctor(command, exit_code);  // in the order of use
  add_contest_entries(command, exit_code);
  add_contest_serve(command, exit_code);
  add_contest_work(command, exit_code);
  add_contest_practice(command, exit_code);
  add_contest_finals(command, exit_code);
}

}  // namespace ebiri::cli
