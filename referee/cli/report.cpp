// `ebiri report`: rebuilds the tables and files of a run from its journal.
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/web_module.hpp"
#include "referee/run/reports.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/files.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::cli {

namespace {

struct ReportArguments {
  std::string run;
  std::string format = "table";
  std::string page, replays;
  bool interactive = false;
};

constexpr const char* report_footer = R"(Examples:
  ebiri report results/quickstart
  ebiri report results/quickstart --format markdown
  ebiri report results/long --page some.html --replays 20001-30000

Rewrites config.yaml, standings.{txt,md,csv,json}, errors.csv, games.ogn and report.html in the run folder, and if the
run has their contents rounds.{txt,json}, sprt.{txt,json}, crosstable.csv (3 to 100 engines) and machines.csv (a fleet).
report.html opens in a browser without a server. It has replays of at most 10,000 games; --page with --replays writes a
page with other replays. The files depend only on the journal, on hosts.csv and on the analysis of the games (`ebiri
analyze`). The config of the run sets points, order and ratings; `ebiri rate` tries other settings. Invalid lines of the
journal are reported and ignored.
Exit code 0: the tables are written; 2: --replays is invalid, or RUN is a file of games; 3: the run is not found, its
first line is invalid, or a system error; 130: interrupted; each file is either the old or the new one.)";

// The games of --replays: `20001-30000` or `7`. Nothing if that is invalid.
std::optional<std::pair<int, int>> replays_of(const ReportArguments& arguments) {
  const auto numbers = split(arguments.replays, '-');
  const auto first = parse_integer<int>(numbers.front());
  const auto last = parse_integer<int>(numbers.back());
  if (numbers.size() > 2 || !first || !last || *first < 1 || *last < *first) return std::nullopt;
  return std::pair{*first, *last};
}

Result<run::Reported> write(const ReportArguments& arguments, const run::RunFolder& folder,
                            const run::RunState& state, terminal::ProgressLine& progress) {
  if (arguments.page.empty()) return write_reports(folder, state, &progress);
  run::Reported reported;
  const auto written = write_file(arguments.page, [&](std::ostream& page) -> Result<void> {
    report::PageWriter writer{page};
    auto done = write_page_to(writer, folder, state, &progress, {.only = replays_of(arguments)});
    if (!done) return done.error();
    reported = std::move(*done);
    return {};
  });
  if (!written) return written.error();
  return reported;
}

// Puts the engine's module into a page that was written before, so that positions can be played on it.
Result<void> make_interactive(const std::filesystem::path& file, const report::Module& module) {
  const auto page = read_file(file);
  if (!page) return page.error();
  const auto made = report::interactive_page(*page, module);
  if (!made) return made.error();
  return write_file(file, *made);
}

int report(const ReportArguments& arguments) {
  if (!arguments.page.empty() && !replays_of(arguments))
    return fail(usage_error,
                fmt::format("--replays: expected numbers of games such as `20001-30000`, not `{}`",
                            printable(arguments.replays, 40)));
  const run::RunFolder folder = run::run_folder(arguments.run);
  std::optional<terminal::ProgressLine> progress{std::in_place, interrupted_code};
  auto digest = record::read_digest(folder.journal(), progress->reading(folder.journal()));
  progress->make_room();
  if (!digest) return fail(digest.error());
  say(run::describe_rejected(folder.journal(), *digest, "left out"));
  say(run::describe_changes(digest->plans));
  const run::RunState state{std::move(*digest)};
  const auto written = write(arguments, folder, state, *progress);
  progress.reset();
  if (!written) return fail(system_error, written.error());
  if (arguments.interactive) {
    const auto module = web_module(state.digest().run.variant);
    if (!module) return fail(system_error, module.error());
    const auto file =
        arguments.page.empty() ? folder.path / "report.html" : std::filesystem::path(arguments.page);
    if (const auto made = make_interactive(file, *module); !made) return fail(system_error, made.error());
  }
  if (const auto& problem = written->analysis_problem; !problem.empty()) print_error("ebiri: {}\n", problem);
  return print_text(table_text(written->standings, arguments.format, run::rounds_text(state.tournament())));
}

}  // namespace

void add_report(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "report", "Rebuild the tables of a run from its journal", report_footer, report);
  command.add_option("RUN", arguments.run, "A run: its folder, its games.jsonl, or its name in ./results")
      .required();
  const auto page =
      command.add_option("--page FILE", arguments.page, "Write only this page, with the games of --replays");
  const auto replays = command.add_option("--replays FIRST-LAST", arguments.replays, "Range of game numbers");
  page.needs(replays);
  replays.needs(page);
  command.add_flag("--interactive", arguments.interactive,
                   "Put alphabeta into the page, to evaluate positions and continue them");
  add_format_option(command, arguments.format);
}

}  // namespace ebiri::cli
