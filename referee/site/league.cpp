#include "referee/site/league.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/rating/fit.hpp"
#include "referee/run/inputs.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::site {

namespace {

// An engine of a run as a player.
Player player_of(const RunData& run, const std::string& engine) {
  Player player{.engine = engine};
  if (const auto limit = run.limits.find(engine); limit != run.limits.end()) player.limit = limit->second;
  if (run.digest.plans.empty()) return player;
  const record::PlanInfo& plan = run.digest.plans.back();
  const auto at = static_cast<std::size_t>(std::ranges::find(plan.engines, engine) - plan.engines.begin());
  if (at < plan.fingerprints.size()) player.program = plan.fingerprints[at];
  if (at < plan.announced.size()) player.announced = plan.announced[at];
  return player;
}

bool agree(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() || one == other;
}

// Adds the run to the player that `found` matches, or to a new one. Returns the player's name in the list.
std::string add_player(League& league, const Player& found, std::size_t run) {
  for (int number = 1;; ++number) {
    const std::string name = number == 1 ? found.engine : fmt::format("{} ({})", found.engine, number);
    const auto [known, is_new] = league.players.try_emplace(name, found);
    Player& player = known->second;
    const bool same = player.engine == found.engine && agree(player.program, found.program) &&
                      agree(player.limit, found.limit);
    if (!same) continue;
    if (player.program.empty()) player.program = found.program;
    if (player.limit.empty()) player.limit = found.limit;
    if (!found.announced.empty()) player.announced = found.announced;
    player.runs.push_back(run);
    return name;
  }
}

Result<void> rate(League& league, const std::vector<RunData>& runs,
                  const std::vector<std::string>& overrides) {
  std::vector<run::Input> inputs;
  for (const std::size_t index : league.runs) {
    const RunData& run = runs[index];
    std::map<std::string, std::string> names;  // of the players, by engine
    for (const std::string& engine : run::engine_names(run.digest))
      names.emplace(engine, add_player(league, player_of(run, engine), index));
    inputs.push_back({.path = run.source.name, .digest = run.digest, .is_journal = run.journal});
    run::rename_engines(inputs.back().digest, names);
    const rating::Tally own = run::tally_of(inputs.back().digest);
    for (const auto& [pairing, meeting] : own.meetings()) league.meetings[pairing].push_back(index);
    league.positions.add(run.positions);
  }
  const record::Digest all = run::merged(std::move(inputs)).digest;
  auto scoring = run::scoring_of(all, overrides);
  if (!scoring) return scoring.error();
  std::erase_if(scoring->rating.anchors,
                [&](const rating::Anchor& anchor) { return !league.players.contains(anchor.engine); });
  league.tally = run::tally_of(all);
  const report::RunMeta meta{.name = league.key,
                             .variant = league.variant,
                             .ruleset = league.ruleset,
                             .version = "ebiri " + version_text(),
                             .scoring = *std::move(scoring)};
  league.standings = run::quick_standings(meta, league.tally);
  return {};
}

// Checks that the anchors of `overrides` are engines of a list.
Result<void> check_anchors(const std::vector<League>& leagues, const std::vector<std::string>& overrides) {
  const auto scoring = run::scoring_of({}, overrides);
  if (!scoring) return scoring.error();
  for (const rating::Anchor& anchor : scoring->rating.anchors)
    if (std::ranges::none_of(leagues, [&](const League& one) { return one.players.contains(anchor.engine); }))
      return Error{fmt::format("no engine has the name `{}`", printable(anchor.engine, 64))};
  return {};
}

}  // namespace

Result<std::vector<League>> make_leagues(const std::vector<RunData>& runs,
                                         const std::vector<std::string>& overrides,
                                         std::vector<std::string>& remarks) {
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> by_rules;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const record::Digest& digest = runs[i].digest;
    if (digest.games.empty() || digest.rules.size() > 1)
      remarks.push_back(fmt::format("{}: not rated, because it has {}", runs[i].source.games.string(),
                                    digest.games.empty() ? "no games" : "games under different rules"));
    else
      by_rules[{digest.run.variant, digest.run.ruleset}].push_back(i);
  }
  std::vector<League> leagues;
  std::map<std::string, int> taken;
  for (auto& [rules, indexes] : by_rules) {
    std::ranges::stable_sort(indexes, {}, [&](std::size_t i) { return runs[i].started; });
    const std::string words =
        rules.first.empty() ? "unknown" : fmt::format("{} {}", rules.first, rules.second);
    League league{
        .key = address_of(words, taken), .variant = rules.first, .ruleset = rules.second, .runs = indexes};
    if (const auto rated = rate(league, runs, overrides); !rated) return rated.error();
    leagues.push_back(std::move(league));
  }
  if (const auto known = check_anchors(leagues, overrides); !known) return known.error();
  std::ranges::stable_sort(leagues, std::greater{}, [](const League& one) { return one.standings.games; });
  return leagues;
}

}  // namespace ebiri::site
