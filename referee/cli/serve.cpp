// `ebiri serve`: serves the page of a run, live.
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/web_module.hpp"
#include "referee/live/served_run.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/print_error.hpp"
#include "referee/web/server.hpp"

namespace ebiri::cli {

namespace {

struct ServeArguments {
  std::string run;
  std::string results = "results", tables;
  web::Address address{.ip = "127.0.0.1", .port = 8080, .names = {}};
};

constexpr const char* serve_footer = R"(Examples:
  ebiri serve results/quickstart
  ebiri serve quickstart --port 0                 any free port; the address is printed
  ebiri serve quickstart --address 0.0.0.0        for every machine that can reach this one

Serves the same page as report.html, and updates its games, tables and plots while the run is played. A game can be
replayed as soon as it ends. The page /embed is a view for a projector. The server only reads the run, in a separate
process, so spectators cannot disturb the games. Ctrl-C stops the server. On a loopback address it answers only requests
to localhost, 127.0.0.1, [::1] and the values of --address and --name. `ebiri run --serve` serves the same page from the
process that plays.
Exit code 0: stopped by Ctrl-C or a signal; 2: --tables is not valid, or RUN is a file of games; 3: the run is not
found, its first line is invalid, or the address is not available.)";

int serve(const ServeArguments& arguments) {
  const run::RunFolder folder = run::run_folder(arguments.run, arguments.results);
  live::ServedRun run{folder};
  if (const auto read = run.read(); !read) return fail(system_error, read.error());
  // A folder can be served before its run begins. If there is none, the error says what is missing.
  if (!run.begun() && !is_directory(status_of(folder.path)))
    if (const auto digest = record::read_digest(folder.journal()); !digest)
      return fail(run::explain_missing(digest.error(), arguments.run, "serve", 0, arguments.results));
  if (run.begun()) {
    if (auto module = web_module(run.digest().run.variant)) run.offer(*std::move(module));
  }
  if (!arguments.tables.empty()) {
    if (!run.begun()) return fail(usage_error, "--tables: the run has not begun");
    if (const auto opened = run.open_tables(arguments.tables); !opened)
      return fail(usage_error, "--tables: " + opened.error().message);
  }
  auto server = web::Server::open(arguments.address, {{"/", &run}});
  if (!server) return fail(system_error, server.error());
  print_error("ebiri: {} is at {}\n", folder.path.string(), (*server)->url());
  (*server)->stop_on_signals();
  (*server)->run();
  return 0;
}

}  // namespace

void add_serve(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "serve", "Show a run live in browsers", serve_footer, serve);
  command
      .add_option("RUN", arguments.run,
                  "A run: its folder, its games.jsonl, or its name in the folder of --results")
      .required();
  add_results_option(command, arguments.results);
  command.add_option("--tables FILE", arguments.tables,
                     "Oware endgame tables, from `ebiri tables oware`, for evaluations on the page");
  add_address_options(command, arguments.address);
}

}  // namespace ebiri::cli
