// `ebiri run`: play or resume a tournament.
#include "referee/cli/commands.hpp"
#include "referee/cli/common/command.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/cli/common/run_options.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* run_footer = R"(Examples:
  ebiri run configs/quickstart.yaml
  ebiri run configs/quickstart.yaml --set pairs=24        extend the run, or play it longer
  ebiri run configs/quickstart.yaml --dry-run             only print what would be played
  ebiri run my.yaml --serve                               with its page at http://127.0.0.1:8080/
  ebiri run my.yaml --quiet --format json > table.json    for programs

A run is the folder RESULTS/NAME; the same command resumes it where it stopped. Standard output gets the final table,
standard error everything else. On a terminal q or Ctrl-C finishes the running games, a second one aborts them; finished
games are never lost. p pauses and resumes, t prints the whole table.
--serve shows the run in browsers while it plays, as `ebiri serve` does: at ADDRESS:PORT, ADDRESS, PORT (0: any free
one), or at 127.0.0.1:8080. Browsers never delay a game.
A config with `sprt` is a test: it stops as soon as it has a verdict (`ebiri sprt --help`).
Exit code 0: all games are played, or H1 is accepted; 1: H0 is accepted; 2: the config is wrong; 3: an engine could not
start, or a system error; 4: a test without a verdict; 130: interrupted, and the same command goes on.)";

int run_tournament(const RunArguments& arguments) {
  RunArguments resumable = arguments;
  resumable.resume = resume_command("run", arguments);
  return play_run(resumable);
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "run", "Play or resume a tournament", run_footer, run_tournament);
  command.add_option("CONFIG", arguments.config, "The tournament's YAML file")
      ->type_name("CONFIG")
      ->required();
  add_run_options(command, arguments);
  add_format_option(command, arguments.format);
}

}  // namespace ebiri::cli
