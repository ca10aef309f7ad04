#include "referee/fleet/exclusion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "referee/fleet/fleet_run.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/host_list.hpp"
#include "referee/run/resume.hpp"

namespace ebiri::fleet {

namespace {

namespace fs = std::filesystem;

// The new run while it is incomplete, and when it is complete.
fs::path part_of(const run::RunFolder& run) { return run.path.string() + ".part"; }
fs::path complete_of(const run::RunFolder& run) { return run.path.string() + ".excluded"; }

// The games with at least one attempt on these machines.
std::set<int> games_played_by(const run::RunFolder& run, const std::vector<std::string>& machines) {
  std::set<int> games;
  for (const auto& [attempt, game] : run::hosted_games(run.path / run::host_file))
    if (std::ranges::find(machines, game.machine) != machines.end()) games.insert(game.game);
  return games;
}

Result<void> copy_games(const run::RunFolder& from, const run::RunFolder& to, const record::Digest& digest,
                        const std::vector<int>& without) {
  auto opened = record::Journal::open(to.journal());
  if (!opened) return opened.error();
  record::Journal& journal = opened->journal;
  Result<void> written = journal.append(digest.run);
  for (const auto& plan : digest.plans)
    if (written) written = journal.append(plan);
  const auto read = record::read_journal(from.journal(), [&](match::GameRecord&& game) {
    if (written && !std::ranges::binary_search(without, game.game)) written = journal.append(game);
  });
  if (!read) return read.error();
  return written ? journal.sync() : written;
}

Result<void> copy_hosts(const run::RunFolder& from, const run::RunFolder& to,
                        const std::vector<int>& without) {
  return write_file(to.path / run::host_file, [&](std::ostream& output) -> Result<void> {
    std::string lines;
    const auto head = run::read_host_list(from.path / run::host_file, [&](const run::HostedGame& game) {
      if (!std::ranges::binary_search(without, game.game)) (lines += game.line) += '\n';
    });
    output << head << '\n' << lines;
    return {};
  });
}

}  // namespace

Result<std::vector<int>> games_to_exclude(const run::RunFolder& run, const record::Digest& digest,
                                          const std::vector<std::string>& machines) {
  const std::set<int> theirs = games_played_by(run, machines);
  match::GameList rest;
  for (const match::GameSummary& game : digest.games)
    if (!theirs.contains(game.game)) rest.push_back(game);
  if (rest.size() == digest.games.size() || digest.plans.empty()) return std::vector<int>{};
  const auto tournament = run::tournament_of(digest.plans, rest);
  if (!tournament) return tournament.error();
  std::set<int> games;
  for (const match::GameSummary& game : digest.games)
    if (theirs.contains(game.game) || run::pairing_difference(game, tournament->schedule()))
      games.insert(game.game);
  return std::vector<int>(games.begin(), games.end());
}

Result<std::filesystem::path> exclude_games(const run::RunFolder& run, const record::Digest& digest,
                                            const std::vector<int>& games) {
  const run::RunFolder part{part_of(run)};
  std::error_code problem;
  fs::remove_all(part.path, problem);
  fs::create_directories(part.path, problem);
  if (problem) return Error{fmt::format("cannot create `{}`: {}", part.path.string(), problem.message())};
  if (auto copied = copy_games(run, part, digest, games); !copied) return copied.error();
  if (auto copied = copy_hosts(run, part, games); !copied) return copied.error();
  if (fs::exists(run.path / id_file, problem))
    fs::copy_file(run.path / id_file, part.path / former_id_file, problem);
  if (problem)
    return Error{fmt::format("cannot copy `{}`: {}", (run.path / id_file).string(), problem.message())};
  fs::rename(part.path, complete_of(run), problem);
  if (problem) return Error{fmt::format("cannot rename `{}`: {}", part.path.string(), problem.message())};
  auto aside = set_aside(run);
  if (!aside) return aside;
  fs::rename(complete_of(run), run.path, problem);
  if (problem)
    return Error{fmt::format("cannot rename `{}`: {}", complete_of(run).string(), problem.message())};
  return aside;
}

void finish_exclusion(const run::RunFolder& run) {
  std::error_code ignored;
  if (!fs::exists(run.path, ignored)) fs::rename(complete_of(run), run.path, ignored);
  fs::remove_all(complete_of(run), ignored);
  fs::remove_all(part_of(run), ignored);
}

}  // namespace ebiri::fleet
