#include "referee/rating/tie_breaks.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace ebiri::rating {

namespace {

// The final points of all opponents of a player, once for each round.
std::vector<std::vector<double>> opponents_points(const Contest& contest) {
  const std::vector<double> total = points(contest);
  std::vector<std::vector<double>> met(contest.players);
  for (const Bout& bout : contest.bouts)
    met[bout.player].insert(met[bout.player].end(), static_cast<std::size_t>(bout.rounds),
                            total[bout.opponent]);
  for (std::vector<double>& list : met) std::sort(list.begin(), list.end());
  return met;
}

// The sums without the `lowest` lowest and the `highest` highest values.
std::vector<double> buchholz(const Contest& contest, std::size_t lowest, std::size_t highest) {
  std::vector<double> sums;
  for (const std::vector<double>& met : opponents_points(contest)) {
    const bool enough = met.size() >= lowest + highest;
    const auto begin = met.begin() + static_cast<std::ptrdiff_t>(enough ? lowest : met.size());
    const auto end = met.end() - static_cast<std::ptrdiff_t>(enough ? highest : 0);
    sums.push_back(std::accumulate(begin, end, 0.0));
  }
  return sums;
}

std::vector<double> sonneborn_berger(const Contest& contest) {
  const std::vector<double> total = points(contest);
  std::vector<double> sums(contest.players);
  for (const Bout& bout : contest.bouts) sums[bout.player] += bout.points * total[bout.opponent];
  return sums;
}

// Koya: points against opponents that scored half or more.
std::vector<double> koya(const Contest& contest) {
  const std::vector<double> total = points(contest);
  std::vector<double> games(contest.players);
  for (const Bout& bout : contest.bouts) games[bout.player] += static_cast<double>(bout.games);
  std::vector<double> sums(contest.players);
  for (const Bout& bout : contest.bouts)
    if (bout.opponent != bout.player && total[bout.opponent] >= games[bout.opponent] * contest.win_points / 2)
      sums[bout.player] += bout.points;
  return sums;
}

using Tied = std::vector<std::size_t>;  // players

// Splits `tied` by value, the highest first; each part keeps its order.
std::vector<Tied> split(const Tied& tied, const std::vector<double>& value_of_each) {
  std::vector<std::size_t> index(tied.size());
  std::iota(index.begin(), index.end(), std::size_t{0});
  std::stable_sort(index.begin(), index.end(),
                   [&](std::size_t a, std::size_t b) { return value_of_each[a] > value_of_each[b]; });
  std::vector<Tied> parts;
  for (std::size_t k = 0; k < index.size(); ++k) {
    if (k == 0 || value_of_each[index[k]] != value_of_each[index[k - 1]]) parts.emplace_back();
    parts.back().push_back(tied[index[k]]);
  }
  return parts;
}

// Splits each of the groups by one criterion.
std::vector<Tied> split_all(const Contest& contest, const std::vector<Tied>& groups, TieBreak criterion) {
  const bool direct = criterion == TieBreak::direct_encounter;
  const auto values = direct ? std::vector<double>{} : tie_break_values(contest, criterion);
  std::vector<Tied> all;
  for (const Tied& tied : groups) {
    std::vector<double> own(tied.size());
    for (std::size_t k = 0; k < tied.size() && !direct; ++k) own[k] = values[tied[k]];
    if (direct && tied.size() > 1) own = direct_encounter(contest, tied).value_or(own);
    std::vector<Tied> parts = split(tied, own);
    // The direct encounter is tried again within a smaller group.
    if (direct && parts.size() > 1) parts = split_all(contest, parts, criterion);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return all;
}

}  // namespace

Contest contest_of(const Tally& tally, const Points& table, std::span<const Bye> byes) {
  const std::vector<std::string> names = tally.engines();
  Contest contest{.players = names.size(), .bouts = {}, .win_points = table.win};
  const auto index = [&](const std::string& name) {
    return static_cast<std::size_t>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
  };
  for (const auto& [engines, meeting] : tally.meetings()) {
    std::int64_t rounds = games(meeting.first_south.unpaired) + games(meeting.second_south.unpaired);
    for (const Trinomial& row : meeting.pairs) rounds += games(row);
    const auto add = [&](std::size_t player, std::size_t opponent, const OneWay& south, const OneWay& north) {
      const Trinomial results = sum(south.results, reversed(north.results));
      contest.bouts.push_back({.player = player,
                               .opponent = opponent,
                               .points = points(results, sum(south.south, north.north), table),
                               .wins = results[2],
                               .games = games(results),
                               .rounds = rounds,
                               .margin = south.margin.sum - north.margin.sum});
    };
    const std::size_t first = index(engines.first), second = index(engines.second);
    add(first, second, meeting.first_south, meeting.second_south);
    add(second, first, meeting.second_south, meeting.first_south);
  }
  for (const Bye& bye : byes) {
    const std::size_t player = index(bye.engine);
    if (player == names.size() || names[player] != bye.engine) continue;
    const std::int64_t won = std::int64_t{bye.openings} * bye.games;
    contest.bouts.push_back({.player = player,
                             .opponent = player,
                             .points = static_cast<double>(won) * table.win,
                             .games = won,
                             .rounds = bye.openings});
  }
  return contest;
}

std::vector<double> points(const Contest& contest) {
  std::vector<double> total(contest.players);
  for (const Bout& bout : contest.bouts) total[bout.player] += bout.points;
  return total;
}

std::vector<double> tie_break_values(const Contest& contest, TieBreak criterion) {
  std::vector<double> values(contest.players);
  switch (criterion) {
    case TieBreak::direct_encounter:
      break;
    case TieBreak::wins:
      for (const Bout& bout : contest.bouts) values[bout.player] += static_cast<double>(bout.wins);
      return values;
    case TieBreak::sonneborn_berger:
      return sonneborn_berger(contest);
    case TieBreak::buchholz:
      return buchholz(contest, 0, 0);
    case TieBreak::buchholz_cut_1:
      return buchholz(contest, 1, 0);
    case TieBreak::buchholz_median_1:
      return buchholz(contest, 1, 1);
    case TieBreak::koya:
      return koya(contest);
    case TieBreak::seed_difference:
      for (const Bout& bout : contest.bouts) values[bout.player] += static_cast<double>(bout.margin);
      return values;
  }
  assert(false && "the direct encounter depends on the tied players");
  return values;
}

std::optional<std::vector<double>> direct_encounter(const Contest& contest,
                                                    std::span<const std::size_t> tied) {
  const auto position = [&](std::size_t player) {
    return static_cast<std::size_t>(std::find(tied.begin(), tied.end(), player) - tied.begin());
  };
  std::vector<double> sums(tied.size());
  std::vector<char> met(tied.size() * tied.size());
  for (const Bout& bout : contest.bouts) {
    const std::size_t player = position(bout.player);
    const std::size_t opponent = position(bout.opponent);
    if (player == tied.size() || opponent == tied.size() || player == opponent) continue;
    sums[player] += bout.points;
    met[player * tied.size() + opponent] = 1;
  }
  const auto meetings = static_cast<std::size_t>(std::count(met.begin(), met.end(), 1));
  if (meetings != tied.size() * (tied.size() - 1)) return std::nullopt;
  return sums;
}

std::vector<Place> places(const Contest& contest, std::span<const TieBreak> order) {
  Tied everybody(contest.players);
  std::iota(everybody.begin(), everybody.end(), std::size_t{0});
  std::vector<Tied> groups = split(everybody, points(contest));
  for (const TieBreak criterion : order) groups = split_all(contest, groups, criterion);
  std::vector<Place> places;
  for (const Tied& tied : groups) {
    const int first = static_cast<int>(places.size()) + 1;
    const int last = first + static_cast<int>(tied.size()) - 1;
    for (const std::size_t player : tied) places.push_back({player, first, last});
  }
  return places;
}

}  // namespace ebiri::rating
