#include "referee/run/machines.hpp"

#include <boost/math/distributions/hypergeometric.hpp>

namespace ebiri::run {

namespace {

// The probability that `drawn` of `all` games, chosen at random, include at least `seen` of the `marked`
// ones.
double chance_of(unsigned seen, unsigned drawn, unsigned marked, unsigned all) {
  const boost::math::hypergeometric_distribution<double> draw{marked, drawn, all};
  return boost::math::cdf(boost::math::complement(draw, seen - 1));
}

}  // namespace

bool has_too_many_voids(const MachineTally& one, const std::vector<MachineTally>& all) {
  constexpr int few = 3;
  constexpr double unlikely = 0.01;
  if (one.voids < few) return false;
  unsigned games = 0, voids = 0;
  for (const MachineTally& machine : all) {
    games += static_cast<unsigned>(machine.games);
    voids += static_cast<unsigned>(machine.voids);
  }
  const auto own = static_cast<unsigned>(one.games), void_games = static_cast<unsigned>(one.voids);
  if (own >= games) return 20 * void_games > own;
  const double share = static_cast<double>(void_games) * games, usual = static_cast<double>(voids) * own;
  return share > usual &&
         chance_of(void_games, own, voids, games) < unlikely / static_cast<double>(all.size());
}

std::string machine_of(const std::string& host) { return host.substr(0, host.rfind('/')); }

}  // namespace ebiri::run
