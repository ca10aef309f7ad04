#include "referee/rating/tie_breaks.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace ebiri::rating {

namespace {

Exceptions sum(const Exceptions& a, const Exceptions& b) {
  return {a.akawumbi + b.akawumbi, a.forfeits + b.forfeits};
}

// The final points of all opponents of a player, once for each round.
std::vector<std::vector<double>> opponents_points(const Contest& contest) {
  const std::vector<double> total = points(contest);
  std::vector<std::vector<double>> met(contest.players);
  for (const Bout& bout : contest.bouts)
    met[bout.player].insert(met[bout.player].end(), static_cast<std::size_t>(bout.rounds),
                            total[bout.opponent]);
  for (const Bye& bye : contest.byes) met[bye.player].push_back(total[bye.player]);
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
  for (const Bye& bye : contest.byes) sums[bye.player] += bye.points * total[bye.player];
  return sums;
}

// Koya: points against opponents that scored half or more.
std::vector<double> koya(const Contest& contest) {
  const std::vector<double> total = points(contest);
  std::vector<double> games(contest.players);
  for (const Bout& bout : contest.bouts) games[bout.player] += static_cast<double>(bout.games);
  for (const Bye& bye : contest.byes) games[bye.player] += static_cast<double>(bye.games);
  std::vector<double> sums(contest.players);
  for (const Bout& bout : contest.bouts)
    if (total[bout.opponent] >= games[bout.opponent] * contest.win_points / 2)
      sums[bout.player] += bout.points;
  return sums;
}

// Splits `tied` by value, the highest first; each part keeps its order.
std::vector<std::vector<std::size_t>> split(std::span<const std::size_t> tied,
                                            const std::vector<double>& value_of_each) {
  std::vector<std::size_t> index(tied.size());
  std::iota(index.begin(), index.end(), std::size_t{0});
  std::stable_sort(index.begin(), index.end(),
                   [&](std::size_t a, std::size_t b) { return value_of_each[a] > value_of_each[b]; });
  std::vector<std::vector<std::size_t>> parts;
  for (std::size_t k = 0; k < index.size(); ++k) {
    if (k == 0 || value_of_each[index[k]] != value_of_each[index[k - 1]]) parts.emplace_back();
    parts.back().push_back(tied[index[k]]);
  }
  return parts;
}

class Ranking {
 public:
  Ranking(const Contest& contest, std::span<const TieBreak> order) : contest_(contest), order_(order) {
    for (const TieBreak criterion : order) {
      values_.push_back(criterion == TieBreak::direct_encounter ? std::vector<double>{}
                                                                : tie_break_values(contest, criterion));
    }
  }

  std::vector<Place> places() {
    std::vector<std::size_t> all(contest_.players);
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const auto& part : split(all, points(contest_))) break_tie(part, 0);
    return std::move(places_);
  }

 private:
  void break_tie(const std::vector<std::size_t>& tied, std::size_t step) {
    if (tied.size() == 1 || step == order_.size()) {
      const int first = static_cast<int>(places_.size()) + 1;
      const int last = first + static_cast<int>(tied.size()) - 1;
      for (const std::size_t player : tied) places_.push_back({player, first, last});
      return;
    }
    const bool direct = order_[step] == TieBreak::direct_encounter;
    const auto parts = split(tied, direct ? among(tied) : chosen(values_[step], tied));
    // The direct encounter is tried again within a smaller group.
    const std::size_t next = direct && parts.size() > 1 ? step : step + 1;
    for (const auto& part : parts) break_tie(part, next);
  }

  std::vector<double> among(const std::vector<std::size_t>& tied) const {
    return direct_encounter(contest_, tied).value_or(std::vector<double>(tied.size()));
  }

  static std::vector<double> chosen(const std::vector<double>& values, const std::vector<std::size_t>& of) {
    std::vector<double> list;
    for (const std::size_t player : of) list.push_back(values[player]);
    return list;
  }

  const Contest& contest_;
  std::span<const TieBreak> order_;
  std::vector<std::vector<double>> values_;
  std::vector<Place> places_;
};

}  // namespace

Contest contest_of(const Tally& tally, const Points& table) {
  const std::vector<std::string> names = tally.engines();
  Contest contest{.players = names.size(), .bouts = {}, .byes = {}, .win_points = table.win};
  const auto index = [&](const std::string& name) {
    return static_cast<std::size_t>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
  };
  for (const auto& [engines, meeting] : tally.meetings()) {
    std::int64_t rounds = games(meeting.first_south.unpaired) + games(meeting.second_south.unpaired);
    for (const Trinomial& row : meeting.pairs) rounds += games(row);
    const auto add = [&](std::size_t player, std::size_t opponent, const OneWay& south, const OneWay& north) {
      Trinomial results = south.results;
      for (std::size_t k = 0; k < 3; ++k) results[k] += north.results[2 - k];
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
  return contest;
}

std::vector<double> points(const Contest& contest) {
  std::vector<double> total(contest.players);
  for (const Bout& bout : contest.bouts) total[bout.player] += bout.points;
  for (const Bye& bye : contest.byes) total[bye.player] += bye.points;
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
    if (player == tied.size() || opponent == tied.size()) continue;
    sums[player] += bout.points;
    met[player * tied.size() + opponent] = 1;
  }
  const auto meetings = static_cast<std::size_t>(std::count(met.begin(), met.end(), 1));
  if (meetings != tied.size() * (tied.size() - 1)) return std::nullopt;
  return sums;
}

std::vector<Place> places(const Contest& contest, std::span<const TieBreak> order) {
  return Ranking(contest, order).places();
}

}  // namespace ebiri::rating
