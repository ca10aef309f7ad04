// `ebiri contest`: entries of strangers, from their submission to the finals.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* contest_footer = R"(Examples:
  ebiri contest init friday                    a contest.yaml to begin with
  ebiri contest open friday                    once: makes the store, and prints what is to be announced
  ebiri contest add friday seed-sower.tar.gz   a team's submission; `ebiri contest list friday` shows all
  ebiri contest qualify friday                 builds and examines what is new, in sandboxes
  ebiri contest practice friday                who qualified plays a ladder, which `ebiri contest table friday` shows
  ebiri contest serve friday                   its page: for everybody, and for teams to submit on
  ebiri contest lock friday                    after the deadline: nothing can change any more, the seed is drawn
  ebiri contest play friday                    the finals, an ordinary run; `ebiri contest finalize` makes the table

A contest is a folder with a `contest.yaml`. The host's guide, with an example, is configs/contest/README.md.
`ebiri contest COMMAND --help` has examples of each command.)";

}  // namespace

std::optional<contest::ContestAtHand> open_contest(const std::string& path, int& exit_code) {
  fs::path root{path};
  if (root.filename() == "contest.yaml") root = root.parent_path().empty() ? "." : root.parent_path();
  contest::ContestAtHand at_hand{.folder = {root}, .settings = {}, .state = {}};
  auto settings = contest::read_settings(at_hand.folder.rules());
  if (const auto* problems = std::get_if<config::Diagnostics>(&settings)) {
    fmt::print(stderr, "{}", config::format(*problems));
    exit_code = usage_error;
    return std::nullopt;
  }
  at_hand.settings = std::get<contest::Settings>(std::move(settings));
  auto state = contest::read_history(at_hand.folder);
  if (!state) {
    exit_code = fail(machine_error, state.error().message);
    return std::nullopt;
  }
  at_hand.state = std::move(*state);
  return at_hand;
}

std::optional<contest::ContestAtHand> open_running_contest(const std::string& path, int& exit_code) {
  auto at_hand = open_contest(path, exit_code);
  if (!at_hand || at_hand->state.opened) return at_hand;
  exit_code =
      fail(usage_error, fmt::format("the contest is not open yet: `ebiri contest open {}` opens it", path));
  return std::nullopt;
}

bool sweep_contest(const contest::ContestAtHand& at_hand) {
  if (at_hand.state.finalized) return true;
  const auto swept = contest::sweep(at_hand.folder);
  if (!swept) fail(machine_error, swept.error().message);
  return static_cast<bool>(swept);
}

CLI::App* add_contest_command(CLI::App& contest, const char* name, const char* meaning, const char* footer,
                              std::string& folder) {
  auto* command = contest.add_subcommand(name, meaning);
  command->add_option("CONTEST", folder, "The contest's folder")->type_name("FOLDER")->required();
  command->footer(footer);
  return command;
}

void add_contest(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("contest", "Host a contest: entries of strangers, built and played in sandboxes");
  command->require_subcommand(1);
  command->footer(contest_footer);
  add_contest_entries(*command, exit_code);
  add_contest_work(*command, exit_code);
  add_contest_practice(*command, exit_code);
  add_contest_finals(*command, exit_code);
  add_contest_verify(*command, exit_code);
  add_contest_token(*command, exit_code);
  add_contest_serve(*command, exit_code);
  add_contest_doctor(*command, exit_code);
}

}  // namespace ebiri::cli
