// `ebiri contest table` and `games`: the table of the practice ladder, and a team's own games.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/commands.hpp"
#include "referee/contest/practice/own_games.hpp"
#include "referee/contest/practice/table.hpp"

namespace ebiri::cli {

namespace {

using contest::LoadedContest;

constexpr const char* table_footer = R"(Examples:
  ebiri contest table friday                 place, Elo with its error, games, faults, submission
  ebiri contest table friday --format json

Prints the table of `ebiri contest practice`, also while it plays. Each submission has its own rating, from its games
against the entries that still play. The column Games counts all its games. Replaced and withdrawn submissions are not
shown. A place is a range where the games do not separate the entries; `*` marks ratings that needed a prior.
Exit code 0: printed; 2: the contest is not found; 3: the history or the journal cannot be read.)";

constexpr const char* games_footer = R"(Examples:
  ebiri contest games friday seed-sower --to sower           its practice games as a run folder, with sower/faults
  ebiri contest games friday seed-sower 3 --to sower         only those of its third submission
  ebiri contest games friday seed-sower --to sower.jsonl     only the games, as a journal

Give the folder only to that team. It has the search reports of the team's own engine, and only moves and times of
opponents. For each game that the team lost by a fault there is a report: the request, the answer, and the end of
standard error. `ebiri report`, `serve`, `replay` and `analyze` read the folder. Existing files in it are replaced.
Exit code 0: written; 2: the team or the submission is not found, or has played no game; 3: a system error.)";

struct OwnGamesArguments {
  std::string team, to;
  int number = 0;  // 0: all submissions
};

int print_practice_table(const LoadedContest& contest, const std::string& format) {
  const auto digest = contest::practice_digest(contest.folder);
  if (!digest) return fail(digest.error());
  const auto rows = contest::practice_table(contest.state, *digest);
  if (contest.state.finalized)
    say({"this is the table of the practice games, which do not count; `final.txt` has the final one"});
  fmt::print("{}", format == "json" ? contest::practice_json(rows) : contest::practice_text(rows));
  return 0;
}

int write_own_games(const LoadedContest& contest, const OwnGamesArguments& arguments) {
  const auto submission = contest::find_submission(contest.state, arguments.team, arguments.number);
  if (!submission) return fail(submission.error());
  const auto own = contest::OwnGames::read(contest, arguments.team, arguments.number);
  if (!own) return fail(own.error());
  if (own->games().empty())
    return fail(usage_error, fmt::format("`{}` has played no practice game yet", arguments.team));
  const std::filesystem::path to{arguments.to};
  const auto written = to.extension() == ".jsonl" ? own->write_journal(to) : own->write_folder(to);
  if (!written) return fail(written.error());
  fmt::print("{}: {} games, {} lost by its own faults\n", to.string(), own->games().size(), own->faults());
  return 0;
}

}  // namespace

void add_contest_games(CLI::App& contest, int& exit_code) {
  const auto format = std::make_shared<std::string>("table");
  auto* table = add_contest_command(
      contest, "table", "Print the table of the practice ladder", table_footer, exit_code,
      [format](const LoadedContest& contest) { return print_practice_table(contest, *format); });
  table->add_option("--format", *format, "Output format; default: table")
      ->check(CLI::IsMember({"table", "json"}));
  const auto all = std::make_shared<OwnGamesArguments>();
  auto* games = add_contest_command(
      contest, "games", "Write a team's practice games and faults, for that team", games_footer, exit_code,
      [all](const LoadedContest& contest) { return write_own_games(contest, *all); });
  games->add_option("TEAM", all->team, "The team")->required();
  games->add_option("NUMBER", all->number, "Only the games of this submission")->check(CLI::PositiveNumber);
  games->add_option("--to", all->to, "A folder, or a file whose name ends in `.jsonl`")
      ->type_name("FILE")
      ->required();
}

}  // namespace ebiri::cli
