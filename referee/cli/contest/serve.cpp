// `ebiri contest serve` and `token`: the page of a contest, and the tokens with which teams sign in there.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "referee/cli/common/options.hpp"
#include "referee/cli/contest/commands.hpp"
#include "referee/contest/entries/tokens.hpp"
#include "referee/contest/site/site.hpp"
#include "referee/live/served_run.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/print_error.hpp"

namespace ebiri::cli {

namespace {

using contest::LoadedContest;

struct ContestServeArguments {
  web::Address address{
      .ip = "127.0.0.1",
      .port = 8080,
      .limits = {
          .all = 1000, .per_client = 500, .streams = 500, .streams_per_client = 200, .streams_per_team = 20}};
  std::size_t uploads = 30;
};

struct TokenArguments {
  std::vector<std::string> teams;
  bool admin = false, revoke = false;
};

constexpr const char* token_footer = R"(Examples:
  ebiri contest token friday seed-sower            make a token for the team; it is shown once
  ebiri contest token friday --admin               make a token for the host, valid on this machine only
  ebiri contest token friday seed-sower --revoke   revoke the team's tokens
  ebiri contest token friday                       list the owners of tokens, with dates

With a token a team signs in at the page of `ebiri contest serve`, submits, and reads its own logs. Give it to the team
over a private channel. Only its hash is stored. A team may have several valid tokens; --revoke revokes all of them.
Exit code 0: done; 2: the contest is not open, a name is invalid, or there is no token to revoke; 3: a system error.)";

constexpr const char* contest_serve_footer = R"(Examples:
  ebiri contest serve friday
  ebiri contest serve friday --port 0                       any free port; the address is printed
  ebiri contest serve friday --name arena.example.org       behind a proxy with TLS
  ebiri contest serve friday --address 0.0.0.0 --uploads 10

Everyone sees how to take part, the rules, the entries and the games, live; the page /finals/embed is for a projector. A
team with a token (`ebiri contest token`) submits archives, as with `ebiri contest add`, and reads its logs. Submissions
wait for `ebiri contest qualify`. On the page /admin/, on this machine only, the host (`token --admin`) sees logs,
withdraws teams, and makes and revokes tokens. The other commands can run at the same time. Ctrl-C stops the server.
Exit code 0: stopped by Ctrl-C or a signal; 2: the contest is not found or not open; 3: the address is not available.)";

std::string name_of(const std::string& owner) { return owner.empty() ? "(host)" : owner; }

int list_tokens(const contest::Folder& folder) {
  const auto tokens = contest::read_tokens(folder);
  if (!tokens) return fail(tokens.error());
  if (tokens->empty()) fmt::print("there are no tokens\n");
  for (const contest::Token& token : *tokens)
    fmt::print("{}  {}\n", record::format_time(token.made), name_of(token.owner));
  return 0;
}

int manage_tokens(const LoadedContest& contest, const TokenArguments& arguments) {
  const contest::Folder& folder = contest.folder;
  for (const std::string& team : arguments.teams)
    if (const auto problem = contest::team_name_problem(team)) return fail(usage_error, *problem);
  auto owners = arguments.teams;
  if (arguments.admin) owners.emplace_back();
  if (owners.empty() && arguments.revoke)
    return fail(usage_error, "`--revoke` needs names of teams, or `--admin`");
  if (owners.empty()) return list_tokens(folder);
  if (arguments.revoke) {
    const auto revoked = contest::revoke_tokens(folder, owners);
    if (!revoked) return fail(revoked.error());
    if (*revoked == 0) return fail(usage_error, "there is no token to revoke");
    fmt::print("{} revoked\n", *revoked);
    return 0;
  }
  const auto made = contest::make_tokens(folder, owners);
  if (!made) return fail(made.error());
  std::size_t width = 0;
  for (const std::string& owner : owners) width = std::max(width, name_of(owner).size());
  for (std::size_t i = 0; i < owners.size(); ++i)
    fmt::print("{:<{}}  {}\n", name_of(owners[i]), width, (*made)[i]);
  say_next(arguments.teams.empty() ? "sign in with it on the page /admin/, on this machine"
                                   : "send each team its token (earlier ones stay valid), and serve",
           contest_command(folder, "serve"));
  return 0;
}

int serve_contest(const LoadedContest& contest, const ContestServeArguments& arguments) {
  if (const auto prepared = contest::prepare_folders(contest); !prepared) return fail(prepared.error());
  contest::ContestView view{contest};
  for (live::ServedRun* run : {&view.finals(), &view.practice()})
    if (const auto read = run->read(); !read) print_error("ebiri: {}\n", read.error().message);
  contest::ContestSite site{view, arguments.uploads};
  auto server = web::Server::open(
      arguments.address, {{"/", &site}, {"/finals/", &view.finals()}, {"/practice/", &view.practice()}});
  if (!server) return fail(server.error());
  print_error("ebiri: {} is at {}\n", view.settings().name, (*server)->url());
  if (!arguments.address.is_loopback())
    print_error("ebiri: warning: tokens are sent without encryption; use a proxy with TLS\n");
  (*server)->stop_on_signals();
  (*server)->run();
  return 0;
}

}  // namespace

void add_contest_serve(Command contest, int& exit_code) {
  auto [token, token_arguments] =
      add_contest_command(contest, exit_code, "token", "Create, list and revoke the tokens of teams",
                          token_footer, manage_tokens);
  token.add_option("TEAM", token_arguments.teams,
                   "A team, also before its first submission; may be repeated");
  token.add_flag("--admin", token_arguments.admin, "Make, or revoke, the host's token");
  token.add_flag("--revoke", token_arguments.revoke, "Revoke all tokens of these teams");
  auto [serve, arguments] =
      add_contest_command(contest, exit_code, "serve", "Serve the contest's page, where teams can submit",
                          contest_serve_footer, serve_contest);
  add_address_options(serve, arguments.address);
  serve.add_option("--uploads", arguments.uploads, "Maximum number of submissions of a team per hour")
      .range(1, 1000)
      .show_default();
}

}  // namespace ebiri::cli
