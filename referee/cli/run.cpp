// `ebiri run`: play or resume a tournament.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/cli/common/run_options.hpp"
#include "referee/cli/common/table_format.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* run_footer = R"(Examples:
  ebiri run configs/quickstart.yaml
  ebiri run configs/quickstart.yaml --set pairs=24        extend the run, or play it longer
  ebiri run configs/quickstart.yaml --dry-run             only print what would be played
  ebiri run my.yaml --serve                               with its page at http://127.0.0.1:8080/
  ebiri run my.yaml --quiet --format json > table.json    for programs

A run lives in RESULTS/NAME; running the same config again goes on where it stopped. Standard output has
the final table, standard error everything else. On a terminal q or Ctrl-C finishes the running games, a second one gives
them up; nothing that was finished is lost. p pauses and goes on, t prints the whole table.
--serve shows the run in browsers, as `ebiri serve` does, as long as it plays: at ADDRESS:PORT, ADDRESS, PORT (0: any free
one), or at 127.0.0.1:8080. Clients hold up no game.
A config with `sprt` is a test: it stops as soon as it has a verdict (`ebiri sprt --help`).
Exit code 0: all games are played, or H1 is accepted; 1: H0 is accepted; 2: the config is wrong; 3: an engine could not
start, or the machine said no; 4: a test without a verdict; 130: interrupted, and the same command goes on.)";

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("run", "Play or resume a tournament");
  const auto arguments = std::make_shared<RunArguments>();
  command->add_option("CONFIG", arguments->config, "The tournament's YAML file")
      ->type_name("CONFIG")
      ->required();
  add_run_options(*command, *arguments);
  add_format_option(*command, arguments->format);
  command->footer(run_footer);
  command->callback([arguments, &exit_code] {
    arguments->resume = resume_command("run", *arguments);
    exit_code = play_run(*arguments);
  });
}

}  // namespace ebiri::cli
