// `ebiri report`: tables and records of a run, rebuilt from its journal.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "referee/cli/arena.hpp"
#include "referee/cli/commands.hpp"
#include "referee/cli/identity.hpp"
#include "referee/cli/kept_analysis.hpp"
#include "referee/cli/rounds.hpp"
#include "referee/cli/run_folder.hpp"
#include "referee/cli/table_format.hpp"

namespace ebiri::cli {

namespace {

struct Arguments {
  std::string run;
  std::string format = "table";
};

constexpr const char* footer = R"(Examples:
  ebiri report results/quickstart
  ebiri report results/quickstart --format markdown

Rewrites standings.{txt,md,csv,json}, errors.csv, rounds.{txt,json}, games.ogn and config.yaml in the run
folder. They depend on nothing but the journal, and on an analysis (`ebiri analyze`) that fits it: the same journal gives the
same bytes. Points, order and
ratings are as the config of the run says; `ebiri rate` tries others. Lines of the journal that are not sound
are named and left out.
Exit code 0: the tables are written; 3: no such run, its first line is not sound, or the machine said no.)";

int report(const Arguments& arguments) {
  const RunFolder folder = run_folder(arguments.run);
  const auto digest = record::read_digest(folder.journal());
  if (!digest) {
    fmt::print(stderr, "ebiri: {}\n", digest.error().message);
    return 3;
  }
  say_rejected(folder, *digest, "left out");
  say_changed(digest->plans);
  if (const auto written = write_reports(folder, *digest); !written) {
    fmt::print(stderr, "ebiri: {}\n", written.error().message);
    return 3;
  }
  report::Standings standings = standings_of(*digest, tally_of(*digest));
  if (const auto problem = add_accuracy(standings, folder, *digest); !problem.empty())
    fmt::print(stderr, "ebiri: {}\n", problem);
  fmt::print("{}", table_text(standings, arguments.format));
  const auto tournament = tournament_of(digest->plans, digest->games);
  if (tournament && arguments.format == "table") fmt::print("{}", rounds_text(*tournament));
  return 0;
}

}  // namespace

void add_report(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("report", "Rebuild the tables of a run from its journal");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("RUN", arguments->run, "A run folder or its games.jsonl")->required();
  add_format_option(*command, arguments->format);
  command->footer(footer);
  command->callback([arguments, &exit_code] { exit_code = report(*arguments); });
}

}  // namespace ebiri::cli
