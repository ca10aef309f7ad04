#include "referee/tournament/schedule.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace ebiri::tournament {

namespace {

using Key = std::tuple<std::string, std::string, int>;

Key key_of(const Pairing& pairing) {
  return {std::min(pairing.south, pairing.north), std::max(pairing.south, pairing.north), pairing.opening};
}

}  // namespace

Schedule extend(Schedule schedule, const Plan& plan) {
  std::set<Key> known;
  int game = 0, pair = 0;
  for (const Pairing& pairing : schedule) {
    known.insert(key_of(pairing));
    game = std::max(game, pairing.game);
    pair = std::max(pair, pairing.pair);
  }
  const Schedule wanted = round_robin(plan);
  for (std::size_t i = 0; i + 1 < wanted.size(); i += 2) {  // the two games of a pair stand together
    if (known.contains(key_of(wanted[i]))) continue;
    ++pair;
    for (Pairing pairing : {wanted[i], wanted[i + 1]}) {
      pairing.game = ++game;
      pairing.pair = pair;
      schedule.push_back(std::move(pairing));
    }
  }
  return schedule;
}

}  // namespace ebiri::tournament
