// `ebiri contest serve`: the page of a contest.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/site/site.hpp"
#include "referee/contest/site/view.hpp"
#include "referee/live/serving.hpp"

namespace ebiri::cli {

namespace {

struct ContestServeArguments {
  std::string contest;
  web::Address address{
      .ip = "127.0.0.1",
      .port = 8080,
      .limits = {
          .all = 1000, .per_client = 500, .streams = 500, .streams_per_client = 200, .streams_per_team = 20}};
  std::size_t uploads = 30;
};

constexpr const char* contest_serve_footer = R"(Examples:
  ebiri contest serve friday
  ebiri contest serve friday --port 0                       any free port; the address is printed
  ebiri contest serve friday --name arena.example.org       behind a proxy, which has TLS
  ebiri contest serve friday --address 0.0.0.0 --uploads 10

Anybody sees the rules, the deadline, the entries and what became of them, and the games of finals and practice, live. A
team with a token (`ebiri contest token`) sees its own logs, and submits archives by the same rules as `ebiri contest add`.
The host sees what waits, reasons and logs, withdraws teams, and makes and revokes tokens at ADDRESS/admin/, on this
machine alone. Beside it the other commands work
as ever. The guide is configs/contest/README.md. Ctrl-C ends the serving.
Exit code 0: stopped by Ctrl-C or a signal; 2: there is no such contest, or it is not open; 3: the address cannot be had.)";

// Each connection takes a descriptor, and each upload some more: the usual 1024 are too few.
void raise_descriptors() {
  constexpr rlim_t enough = 4096;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= enough) return;
  limit.rlim_cur = std::min(limit.rlim_max, enough);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

int serve_contest(const ContestServeArguments& arguments) {
  int exit_code = 0;
  raise_descriptors();
  auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand) return exit_code;
  if (!sweep_contest(*at_hand)) return machine_error;
  contest::ContestView view{std::move(*at_hand)};
  for (contest::ContestRun* run : {&view.finals(), &view.practice()})
    if (const auto read = run->site().read(); !read) fmt::print(stderr, "ebiri: {}\n", read.error().message);
  contest::ContestSite site{view, arguments.uploads};
  auto server = web::Server::open(
      arguments.address,
      {{"/", &site}, {"/finals/", &view.finals().site()}, {"/practice/", &view.practice().site()}});
  if (!server) return fail(machine_error, server.error().message);
  fmt::print(stderr, "ebiri: {} is at {}\n", view.settings().name, server->url());
  if (!arguments.address.is_loopback())
    fmt::print(
        stderr,
        "ebiri: tokens are sent as they are, and can be read on their way; a proxy with TLS prevents it\n");
  server->heed_signals();
  server->run();
  return 0;
}

}  // namespace

void add_contest_serve(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<ContestServeArguments>();
  auto* command = add_contest_command(contest, "serve", "Show the contest in browsers, and let teams submit",
                                      contest_serve_footer, arguments->contest);
  add_address_options(*command, arguments->address);
  command->add_option("--uploads", arguments->uploads, "Submissions that a team may send within an hour")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->callback([arguments, &exit_code] { exit_code = serve_contest(*arguments); });
}

}  // namespace ebiri::cli
