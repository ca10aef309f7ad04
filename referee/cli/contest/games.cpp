// `ebiri contest table` and `games`: the practice ladder, for everybody and for a team.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/practice/own_games.hpp"
#include "referee/contest/practice/table.hpp"

namespace ebiri::cli {

namespace {

using contest::ContestAtHand;

constexpr const char* table_footer = R"(Examples:
  ebiri contest table friday                 place, Elo with its error, games, faults, submission
  ebiri contest table friday --format json

Of `ebiri contest practice`, also while it plays. Each submission has a rating of its own, from its games against those
that still play, and all of its games are counted; who was replaced or withdrawn is not shown. Places are a range where entries cannot be told apart; `*` marks ratings that the games alone do not
determine yet.
Exit code 0: printed; 2: there is no such contest; 3: the history or the journal cannot be read.)";

constexpr const char* games_footer = R"(Examples:
  ebiri contest games friday seed-sower --to sower           a run folder of its practice games, and sower/faults
  ebiri contest games friday seed-sower 3 --to sower         those of its third submission
  ebiri contest games friday seed-sower --to sower.jsonl     the games alone, as a journal

For that team only: it has what its own engine said of its thoughts, and for each game that it lost by a fault a text with what it was asked,
what it answered and how its standard error ends. Of opponents it has moves and times. `ebiri report`, `serve`, `replay` and `analyze` work on
the folder; what was there before is replaced.
Exit code 0: written; 2: there is no such team or submission, or it has played no game; 3: a system error.)";

struct OwnGamesArguments {
  std::string team, to;
  int number = 0;  // 0: all submissions
};

int print_practice_table(const ContestAtHand& contest, const std::string& format) {
  const auto digest = contest::practice_digest(contest.folder);
  if (!digest) return fail(digest.error());
  const auto rows = contest::practice_table(contest.state, *digest);
  fmt::print("{}", format == "json" ? contest::practice_json(rows) : contest::practice_text(rows));
  return 0;
}

int take_games_home(const ContestAtHand& contest, const OwnGamesArguments& arguments) {
  const auto submission = contest::find_submission(contest.state, arguments.team, arguments.number);
  if (!submission) return fail(submission.error());
  const auto own = contest::OwnGames::read(contest, arguments.team, arguments.number);
  if (!own) return fail(own.error());
  if (own->games().empty())
    return fail(usage_error, fmt::format("`{}` has played no practice game yet", arguments.team));
  const std::filesystem::path to{arguments.to};
  const auto written = to.extension() == ".jsonl" ? own->write_journal(to) : own->write_folder(to);
  if (!written) return fail(written.error());
  fmt::print("{}: {} games, {} lost by a fault of its own\n", to.string(), own->games().size(),
             own->faults());
  return 0;
}

}  // namespace

void add_contest_games(CLI::App& contest, int& exit_code) {
  const auto format = std::make_shared<std::string>("table");
  auto* table = add_contest_command(
      contest, "table", "Print how the entries stand in the practice ladder", table_footer, exit_code,
      [format](const ContestAtHand& at_hand) { return print_practice_table(at_hand, *format); });
  table->add_option("--format", *format, "How to print it")->check(CLI::IsMember({"table", "json"}));
  const auto all = std::make_shared<OwnGamesArguments>();
  auto* games = add_contest_command(
      contest, "games", "Write a team's own practice games, with its faults, for that team", games_footer,
      exit_code, [all](const ContestAtHand& at_hand) { return take_games_home(at_hand, *all); });
  games->add_option("TEAM", all->team, "The team")->required();
  games->add_option("NUMBER", all->number, "Only this submission's")->check(CLI::PositiveNumber);
  games->add_option("--to", all->to, "A folder, or a file that ends in `.jsonl`")
      ->type_name("FILE")
      ->required();
}

}  // namespace ebiri::cli
