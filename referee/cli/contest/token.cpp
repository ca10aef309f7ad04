// `ebiri contest token`: who may act for a team on the contest's page.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/entries/tokens.hpp"
#include "referee/record/game_json.hpp"

namespace ebiri::cli {

namespace {

using contest::Bearer;

struct TokenArguments {
  std::string contest;
  std::vector<std::string> teams;
  bool admin = false, revoke = false;
};

constexpr const char* token_footer = R"(Examples:
  ebiri contest token friday seed-sower          a new token for the team, shown once
  ebiri contest token friday --admin             one for the host, good on this machine alone
  ebiri contest token friday seed-sower --revoke
  ebiri contest token friday                     who has tokens, and since when

With a token a team signs in at the page of `ebiri contest serve`, submits, and sees its own logs. Give it to the team
over a channel that nobody else reads. Only its hash is kept; several of one team are good at a time, until all of them
are revoked, which takes effect at once.
Exit code 0: done; 2: there is no such contest, it is not open, no team can have that name, or there is nothing to
revoke; 3: the machine said no.)";

std::string name_of(const Bearer& bearer) { return bearer.is_host() ? "(host)" : bearer.team; }

int list_tokens(const contest::Folder& folder) {
  const auto tokens = contest::read_tokens(folder);
  if (!tokens) return fail(machine_error, tokens.error().message);
  if (tokens->empty()) fmt::print("there are no tokens\n");
  for (const contest::Token& token : *tokens)
    fmt::print("{}  {}\n", record::format_time(token.made), name_of(token.bearer));
  return 0;
}

int give_or_revoke(const TokenArguments& arguments) {
  int exit_code = 0;
  const auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand) return exit_code;
  std::vector<Bearer> bearers;
  for (const std::string& team : arguments.teams) {
    if (const auto problem = contest::team_name_problem(team)) return fail(usage_error, *problem);
    bearers.push_back({team});
  }
  if (arguments.admin) bearers.push_back({});
  if (bearers.empty() && arguments.revoke)
    return fail(usage_error, "whose tokens are to be revoked? Name teams, or `--admin`");
  if (bearers.empty()) return list_tokens(at_hand->folder);
  if (arguments.revoke) {
    const auto gone = contest::revoke_tokens(at_hand->folder, bearers);
    if (!gone) return fail(machine_error, gone.error().message);
    if (*gone == 0) return fail(usage_error, "there was no such token");
    fmt::print("{} revoked\n", *gone);
    return 0;
  }
  const auto made = contest::make_tokens(at_hand->folder, bearers);
  if (!made) return fail(machine_error, made.error().message);
  std::size_t width = 0;
  for (const Bearer& bearer : bearers) width = std::max(width, name_of(bearer).size());
  for (std::size_t i = 0; i < bearers.size(); ++i)
    fmt::print("{:<{}}  {}\n", name_of(bearers[i]), width, (*made)[i]);
  return 0;
}

}  // namespace

void add_contest_token(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<TokenArguments>();
  auto* command =
      add_contest_command(contest, "token", "Make, list and revoke the tokens of teams, for the page",
                          token_footer, arguments->contest);
  command->add_option("TEAM", arguments->teams, "The team, whether or not it has submitted; several");
  command->add_flag("--admin", arguments->admin, "The host");
  command->add_flag("--revoke", arguments->revoke, "Take all tokens of these away");
  command->callback([arguments, &exit_code] { exit_code = give_or_revoke(*arguments); });
}

}  // namespace ebiri::cli
