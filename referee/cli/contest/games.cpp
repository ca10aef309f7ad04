// `ebiri contest games`: a team's own practice games, with what is for its eyes only.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/contest/folder.hpp"
#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/contest/practice/field.hpp"
#include "referee/contest/practice/practice_records.hpp"
#include "referee/contest/practice/practice_view.hpp"
#include "referee/contest/practice/table.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/record/seal.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

struct OwnGamesArguments {
  std::string contest, team, to;
  int number = 0;  // 0: all submissions
};

constexpr const char* games_footer = R"(Examples:
  ebiri contest games friday seed-sower --to sower           a run folder of its practice games, and sower/faults
  ebiri contest games friday seed-sower 3 --to sower         those of its third submission
  ebiri contest games friday seed-sower --to sower.jsonl     the games alone, as a journal

For that team only: it has what its own engine said of its thoughts, and for each game that it lost by a fault a text with what it was asked,
what it answered and how its standard error ends. Of opponents it has moves and times. `ebiri report`, `serve`, `replay` and `analyze` work on
the folder; what was there before is replaced.
Exit code 0: written; 2: there is no such team or submission, or it has played no game; 3: the machine said no.)";

// What one team takes home.
class OwnGames {
 public:
  OwnGames(const contest::ContestAtHand& at_hand, const OwnGamesArguments& arguments)
      : folder_(at_hand.folder),
        arguments_(arguments) {
    for (const auto& [name, player] : contest::all_practice_players(at_hand.state))
      if (player.team == arguments.team && (arguments.number == 0 || player.number == arguments.number))
        own_.emplace(name, player);
  }

  int operator()() {
    if (const auto gathered = gather(); !gathered) return fail(machine_error, gathered.error().message);
    if (games_.empty())
      return fail(usage_error, fmt::format("`{}` has played no practice game yet", arguments_.team));
    const fs::path to{arguments_.to};
    const bool folder = to.extension() != ".jsonl";
    const auto written = folder ? write_folder(to) : write_journal(to);
    if (!written) return fail(machine_error, written.error().message);
    fmt::print("{}: {} games, {} lost by a fault of its own\n", to.string(), games_.size(), faults_);
    return 0;
  }

 private:
  // The public record of every game, and in its place the team's own.
  Result<void> gather() {
    std::vector<match::GameRecord> seen;
    const auto journal = run::RunFolder{folder_.practice()}.journal();
    std::error_code problem;
    if (!fs::exists(journal, problem)) return {};
    auto head = record::read_journal(journal, [&](match::GameRecord&& game) {
      if (own_.contains(game.south) || own_.contains(game.north)) games_.push_back(std::move(game));
    });
    if (!head) return head.error();
    head_ = std::move(*head);
    std::map<std::pair<int, int>, std::size_t> places;
    for (std::size_t i = 0; i < games_.size(); ++i)
      places.emplace(std::pair{games_[i].game, games_[i].attempt}, i);
    for (const auto& [name, player] : own_) {
      auto kept = contest::practice_records(folder_, {player.team, player.number});
      if (!kept) return kept.error();
      for (match::GameRecord& record : *kept) {
        const auto place = places.find({record.game, record.attempt});
        // One of the same number may be a game that a kill kept from the journal.
        if (place != places.end() && contest::public_view(record) == games_[place->second])
          own_views_.insert_or_assign(place->second, std::move(record));
      }
    }
    for (auto& [place, record] : own_views_) games_[place] = std::move(record);
    faults_ = std::ranges::count_if(games_, [this](const auto& game) { return lost_by_fault(game); });
    return {};
  }

  bool lost_by_fault(const match::GameRecord& game) const {
    using rules::Side;
    return (own_.contains(game.south) && contest::is_fault_of(game, Side::south)) ||
           (own_.contains(game.north) && contest::is_fault_of(game, Side::north));
  }

  // The settings, without anybody's command, options and files.
  Result<record::PlanInfo> plan() const {
    std::set<std::string> names;
    for (const match::GameRecord& game : games_) names.insert({game.south, game.north});
    const record::PlanInfo& last = head_.plans.back();
    auto loaded = config::load_text({"config.yaml", last.config}, {}, nullptr);
    if (const auto* problems = std::get_if<config::Diagnostics>(&loaded))
      return Error{"the settings of the practice cannot be read:\n" + config::format(*problems)};
    auto& settings = std::get<config::Loaded>(loaded).settings;
    settings.engines.clear();
    record::PlanInfo plan{.pairs = last.pairs, .isolation = last.isolation, .open = true};
    for (const std::string& name : names) {
      settings.engines.push_back({.name = name, .command = "withheld"});
      plan.engines.push_back(name);
    }
    plan.config = config::effective_yaml(settings);
    plan.config_hash = record::fingerprint(plan.config);
    return plan;
  }

  Result<void> write_journal(const fs::path& file) const {
    if (head_.plans.empty()) return Error{"the practice run has no plan"};
    const auto planned = plan();
    if (!planned) return planned.error();
    return write_file(file, [&](std::ostream& output) -> Result<void> {
      output << record::line_of(head_.run) << '\n' << record::line_of(*planned) << '\n';
      for (const match::GameRecord& game : games_) output << record::line_of(game) << '\n';
      return {};
    });
  }

  Result<void> write_folder(const fs::path& folder) const {
    const run::RunFolder run{folder};
    std::error_code problem;
    fs::create_directories(folder / "faults", problem);
    if (problem)
      return Error{fmt::format("cannot create `{}`: {}", (folder / "faults").string(), problem.message())};
    if (auto written = write_journal(run.journal()); !written) return written;
    for (const match::GameRecord& game : games_) {
      if (!lost_by_fault(game)) continue;
      if (auto written =
              write_file(folder / "faults" / fmt::format("{}.txt", game.game), contest::fault_report(game));
          !written)
        return written;
    }
    const auto digest = record::read_digest(run.journal());
    if (!digest) return digest.error();
    const auto written = write_reports(run, *digest);
    return written ? Result<void>{} : written.error();
  }

  const contest::Folder& folder_;
  const OwnGamesArguments& arguments_;
  std::map<std::string, contest::PracticePlayer> own_;  // the team's submissions, by their engines' names
  record::JournalHead head_;
  std::vector<match::GameRecord> games_;
  std::map<std::size_t, match::GameRecord> own_views_;  // by the place in `games_`
  std::ptrdiff_t faults_ = 0;
};

int take_games_home(const OwnGamesArguments& arguments) {
  int exit_code = 0;
  const auto at_hand = open_running_contest(arguments.contest, exit_code);
  if (!at_hand) return exit_code;
  const contest::Team* team = at_hand->state.team(arguments.team);
  if (team == nullptr)
    return fail(usage_error, fmt::format("there is no team `{}`", printable(arguments.team, 80)));
  if (arguments.number > 0 && at_hand->state.submission(arguments.team, arguments.number) == nullptr)
    return fail(usage_error, fmt::format("`{}` has {} submissions", team->name, team->submissions.size()));
  return OwnGames{*at_hand, arguments}();
}

}  // namespace

void add_contest_games(CLI::App& contest, int& exit_code) {
  const auto arguments = std::make_shared<OwnGamesArguments>();
  auto* command = add_contest_command(contest, "games",
                                      "Write a team's own practice games, with its faults, for that team",
                                      games_footer, arguments->contest);
  command->add_option("TEAM", arguments->team, "The team")->required();
  command->add_option("NUMBER", arguments->number, "Only this submission's")->check(CLI::PositiveNumber);
  command->add_option("--to", arguments->to, "A folder, or a file that ends in `.jsonl`")
      ->type_name("FILE")
      ->required();
  command->callback([arguments, &exit_code] { exit_code = take_games_home(*arguments); });
}

}  // namespace ebiri::cli
