#include "referee/rating/two_engines.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

#include "referee/rating/design.hpp"

namespace ebiri::rating {

namespace {

constexpr double least_lead = 1e-9;  // Elo; a smaller one is rounding

void turn(TwoEngines& two) {
  two.as_second = reversed(std::exchange(two.as_first, reversed(two.as_second)));
  std::reverse(two.pairs.begin(), two.pairs.end());
}

Problem problem_with(const Encounter& encounter, Options options) {
  return {.engines = {"first", "second"}, .encounters = {encounter}, .options = std::move(options)};
}

TwoEngines of_counts(const Encounter& encounter, TwoEngines::Known known) {
  const Problem problem = problem_with(encounter, {.fit_advantage = false});
  TwoEngines two = two_engines(problem, fit(problem), 0);
  two.known = known;
  return two;
}

}  // namespace

std::int64_t TwoEngines::games() const {
  return known == Known::pairs ? 2 * pair_count() : rating::games(as_first) + rating::games(as_second);
}

std::int64_t TwoEngines::pair_count() const {
  return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0});
}

Trinomial TwoEngines::results() const { return sum(as_first, as_second); }

double TwoEngines::points() const {
  if (known != Known::pairs) return rating::points(results());
  double points = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    points += static_cast<double>(pairs[k]) * static_cast<double>(k) / 2;
  return points;
}

double TwoEngines::score() const { return games() == 0 ? 0.5 : points() / static_cast<double>(games()); }

std::optional<double> TwoEngines::first_mover_score() const {
  if (known != Known::sides || games() == 0) return std::nullopt;
  return (rating::points(as_first) + rating::points(reversed(as_second))) / static_cast<double>(games());
}

std::optional<double> TwoEngines::further_games() const {
  if (!rated || std::abs(elo) < least_lead) return std::nullopt;
  const double wanted = z95 * error / std::abs(elo);
  return std::max(0.0, static_cast<double>(games()) * (wanted * wanted - 1));
}

// The score is p = (s(d + a) + s(d - a)) / 2, with the logistic function s, the wanted lead d and the
// advantage a. With x = e^d this is (1 - p) x^2 + cosh(a) (1 - 2 p) x - p = 0.
double TwoEngines::from_score_elo(double score_elo) const {
  const double p = expected_score(score_elo);
  const double half = std::cosh(advantage.elo * units_per_elo) * (1 - 2 * p) / 2;
  const double root = std::sqrt(half * half + p * (1 - p));
  const double x = half > 0 ? p / (half + root) : (root - half) / (1 - p);
  return std::log(x) / units_per_elo;
}

TwoEngines two_engines(const Problem& problem, const Fit& fit, std::size_t first) {
  assert(problem.engines.size() == 2 && fit.engines.size() == 2 && first < 2);
  TwoEngines two;
  for (const Encounter& encounter : problem.encounters) {
    const auto [first_south, second_south] = south_results(encounter);
    two.as_first = first_south;
    two.as_second = reversed(second_south);
    two.pairs = by_points(encounter.pairs);
    two.won_and_lost = encounter.pairs[0][0] + encounter.pairs[2][2];
    if (encounter.first != first) turn(two);
  }
  const std::size_t second = 1 - first;
  two.rated = fit.comparable(first, second);
  two.advantage = fit.group_of(first).advantage;
  two.normalised = normalised_elo(two.pair_count() > 0 ? Sample::of(two.pairs) : Sample::of(two.results()));
  if (!two.rated) return two;
  two.marked = fit.marked[first];
  two.elo = fit.elo[first] - fit.elo[second];
  two.interval = fit.difference_interval(first, second);
  two.error = fit.difference_error(first, second);
  two.superiority = fit.superiority(first, second);
  return two;
}

TwoEngines two_engines(const PairTable& pairs, Options options) {
  const Problem problem = problem_with({.first = 0, .second = 1, .pairs = pairs}, std::move(options));
  return two_engines(problem, fit(problem), 0);
}

TwoEngines two_engines(const Trinomial& games) {
  return of_counts({.first = 0, .second = 1, .first_begins = games}, TwoEngines::Known::games);
}

// Where the advantage is 0, only the points of a pair matter.
TwoEngines two_engines(const Pentanomial& pairs) {
  Encounter encounter{.first = 0, .second = 1};
  for (std::size_t k = 0; k < pairs.size(); ++k)
    encounter.pairs[k / 2][k / 2 + 2 - k] = pairs[k];  // x + 2 - y = k
  return of_counts(encounter, TwoEngines::Known::pairs);
}

}  // namespace ebiri::rating
