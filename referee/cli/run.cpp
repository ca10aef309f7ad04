// `ebiri run`: play or resume a tournament.
#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/play_run.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* run_footer = R"(Examples:
  ebiri run configs/quickstart.yaml
  ebiri run configs/quickstart.yaml --set pairs=24        play more pairs, also in a finished run
  ebiri run configs/quickstart.yaml --dry-run             print the schedule and do not play
  ebiri run my.yaml --serve                               serve its page at http://127.0.0.1:8080/
  ebiri run my.yaml --quiet --format json > table.json    print the table as JSON

A run is the folder RESULTS/NAME; the same command resumes it where it stopped. The final table (with `--events -`, the
events in its place) goes to standard output, everything else to standard error. On a terminal q or Ctrl-C finishes the
running games and stops; a second one aborts them. Finished games are never lost. p pauses and resumes, t prints the
whole table.

--serve shows the run in browsers while it plays, as `ebiri serve` does. Its value is ADDRESS:PORT, ADDRESS or PORT (0:
any free port); default: 127.0.0.1:8080. Browsers never delay a game.

A config with `sprt` is a test: it stops as soon as it has a verdict (`ebiri sprt --help`).

Exit code 0: the run is complete, or H1 is accepted; 1: H0 is accepted, or with --fail-on-fault a game was lost by a
fault; 2: the config is invalid; 3: an engine could not start, or a system error; 4: a test without a verdict, or a
precision that is not reached; 130: interrupted, and the same command resumes.)";

}  // namespace

void add_run(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "run", "Play or resume a tournament", run_footer, play_run);
  command.add_option("CONFIG", arguments.config, "The tournament's YAML file").required();
  add_run_options(command, arguments);
  add_format_option(command, arguments.format);
}

}  // namespace ebiri::cli
