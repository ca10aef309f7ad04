#include "referee/contest/practice/own_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/contest/practice/practice_view.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/journal.hpp"
#include "referee/record/seal.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/files.hpp"

namespace ebiri::contest {

Result<OwnGames> OwnGames::read(const LoadedContest& contest, const std::string& team, int number) {
  OwnGames own;
  for (const auto& [name, player] : all_practice_players(contest.state))
    if (player.team == team && (number == 0 || player.number == number)) own.own_.emplace(name, player);
  const auto journal = run::RunFolder{contest.folder.practice()}.journal();
  if (!exists(status_of(journal))) return own;
  auto head = record::read_journal(journal, [&](match::GameRecord&& game) {
    if (own.own_.contains(game.south) || own.own_.contains(game.north)) own.games_.push_back(std::move(game));
  });
  if (!head) return head.error();
  own.head_ = std::move(*head);
  if (const auto taken = own.take_own_views(contest.folder); !taken) return taken.error();
  return own;
}

// Replaces the public record of a game by the team's own.
Result<void> OwnGames::take_own_views(const Folder& folder) {
  std::map<std::pair<int, int>, std::size_t> places;
  for (std::size_t i = 0; i < games_.size(); ++i)
    places.emplace(std::pair{games_[i].game, games_[i].attempt}, i);
  std::map<std::size_t, match::GameRecord> views;
  for (const auto& [name, player] : own_) {
    auto kept = practice_records(folder, player.team, player.number);
    if (!kept) return kept.error();
    for (match::GameRecord& record : *kept) {
      const auto place = places.find({record.game, record.attempt});
      // A different record with this number belongs to a game that a crash kept out of the journal.
      if (place != places.end() && public_view(record) == games_[place->second])
        views.insert_or_assign(place->second, std::move(record));
    }
  }
  for (auto& [place, record] : views) games_[place] = std::move(record);
  return {};
}

bool OwnGames::lost_by_fault(const match::GameRecord& game) const {
  using rules::Side;
  return (own_.contains(game.south) && is_fault_of(game, Side::south)) ||
         (own_.contains(game.north) && is_fault_of(game, Side::north));
}

std::size_t OwnGames::faults() const {
  const auto lost = [this](const match::GameRecord& game) { return lost_by_fault(game); };
  return static_cast<std::size_t>(std::ranges::count_if(games_, lost));
}

Result<record::PlanInfo> OwnGames::plan() const {
  if (head_.plans.empty()) return Error{"the practice run has no plan"};
  const record::PlanInfo& last = head_.plans.back();
  auto settings = config::load_text({"config.yaml", last.config}, {}, nullptr);
  if (!settings) return Error{"the settings of the practice cannot be read:\n" + settings.error().message};
  std::set<std::string> names;
  for (const match::GameRecord& game : games_) names.insert({game.south, game.north});
  settings->engines.clear();
  record::PlanInfo plan{.pairs = last.pairs, .isolation = last.isolation, .open = true};
  for (const std::string& name : names) {
    settings->engines.push_back({.name = name, .command = "withheld"});
    plan.engines.push_back(name);
  }
  plan.config = config::effective_yaml(*settings);
  plan.config_hash = record::fingerprint(plan.config);
  return plan;
}

Result<void> OwnGames::write_journal(const std::filesystem::path& file) const {
  const auto planned = plan();
  if (!planned) return planned.error();
  return write_file(file, [&](std::ostream& output) -> Result<void> {
    output << record::line_of(head_.run) << '\n' << record::line_of(*planned) << '\n';
    for (const match::GameRecord& game : games_) output << record::line_of(game) << '\n';
    return {};
  });
}

Result<void> OwnGames::write_folder(const std::filesystem::path& folder) const {
  const run::RunFolder run{folder};
  const auto faults = folder / "faults";
  std::error_code problem;
  std::filesystem::create_directories(faults, problem);
  if (problem) return Error{fmt::format("cannot create `{}`: {}", faults.string(), problem.message())};
  if (auto written = write_journal(run.journal()); !written) return written;
  for (const match::GameRecord& game : games_)
    if (lost_by_fault(game))
      if (auto written = write_file(faults / fmt::format("{}.txt", game.game), fault_report(game)); !written)
        return written;
  const auto digest = record::read_digest(run.journal());
  if (!digest) return digest.error();
  const auto reported = run::write_reports(run, *digest);
  return reported ? Result<void>{} : reported.error();
}

}  // namespace ebiri::contest
