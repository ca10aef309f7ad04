// `ebiri contest table`: how the present entries stand in the practice ladder.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/contest/practice/table.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* table_footer = R"(Examples:
  ebiri contest table friday                 place, Elo with its error, games, faults, submission
  ebiri contest table friday --format json

Of `ebiri contest practice`, also while it plays. Each submission has a rating of its own, from its games against those
that still play, and all of its games are counted; who was replaced or withdrawn is not shown. Places are a range where entries cannot be told apart; `*` marks ratings that the games alone do not
determine yet.
Exit code 0: printed; 2: there is no such contest; 3: the history or the journal cannot be read.)";

struct TableArguments {
  std::string contest, format = "table";
};

int print_practice_table(const TableArguments& arguments) {
  int exit_code = 0;
  const auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand) return exit_code;
  const auto digest = contest::practice_digest(at_hand->folder);
  if (!digest) return fail(machine_error, digest.error().message);
  const auto rows = contest::practice_table(at_hand->state, *digest);
  fmt::print("{}", arguments.format == "json" ? contest::practice_json(rows) : contest::practice_text(rows));
  return 0;
}

}  // namespace

void add_contest_table(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<TableArguments>();
  auto* command = add_contest_command(contest, "table", "Print how the entries stand in the practice ladder",
                                      table_footer, arguments->contest);
  command->add_option("--format", arguments->format, "How to print it")
      ->check(CLI::IsMember({"table", "json"}));
  command->callback([arguments, &exit_code] { exit_code = print_practice_table(*arguments); });
}

}  // namespace ebiri::cli
