#include "referee/rating/sprt_settings.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "referee/rating/fit.hpp"
#include "referee/rating/sample.hpp"

namespace ebiri::rating {

namespace {

// Far beyond any useful test, so that a larger value is a typing error.
double greatest_elo(SprtModel model) { return model == SprtModel::normalized ? 150 : 400; }

bool probability(double value) { return value > 0 && value < 1; }

}  // namespace

std::vector<std::string> problems(const SprtSettings& settings) {
  std::vector<std::string> found;
  const double limit = greatest_elo(settings.model);
  const bool normalized = settings.model == SprtModel::normalized;
  const auto check_elo = [&](const char* name, double elo) {
    if (!(std::abs(elo) <= limit)) {
      found.push_back(fmt::format("`{}` is {}; expected {} from -{} to {}", name, elo,
                                  normalized ? "normalized Elo" : "Elo", limit, limit));
    }
  };
  check_elo("elo0", settings.elo0);
  check_elo("elo1", settings.elo1);
  if (settings.elo0 >= settings.elo1) {
    found.push_back(fmt::format("`elo0` is {} and `elo1` is {}; expected `elo0` below `elo1`", settings.elo0,
                                settings.elo1));
  }
  const auto check_probability = [&](const char* name, double value) {
    if (!probability(value)) {
      found.push_back(fmt::format(
          "`{}` is {}; expected a probability between 0 and 1, both excluded, such as 0.05", name, value));
    }
  };
  check_probability("alpha", settings.alpha);
  check_probability("beta", settings.beta);
  if (probability(settings.alpha) && probability(settings.beta) && settings.alpha + settings.beta >= 1) {
    found.push_back(
        fmt::format("`alpha` is {} and `beta` is {}; expected a sum below 1", settings.alpha, settings.beta));
  }
  return found;
}

SprtBounds bounds(const SprtSettings& settings) {
  return {.lower = std::log(settings.beta / (1 - settings.alpha)),
          .upper = std::log((1 - settings.beta) / settings.alpha)};
}

TestDecision decision(const SprtSettings& settings, double log_likelihood_ratio) {
  const SprtBounds limits = bounds(settings);
  if (log_likelihood_ratio >= limits.upper) return TestDecision::h1;
  if (log_likelihood_ratio <= limits.lower) return TestDecision::h0;
  return TestDecision::undecided;
}

SprtSettings without_draw_model(const SprtSettings& settings, const Trinomial& games) {
  if (settings.model != SprtModel::bayesian) return settings;
  const Sample seen = Sample::of(games);
  const double units = moments(seen).units;
  const double lost = seen.counts[0] / units;
  const double won = seen.counts[2] / units;
  // In BayesElo an engine that is `elo` stronger wins with probability expected_score(elo - draw_elo).
  const double draw_elo = 200 * std::log10((1 - lost) / lost * (1 - won) / won);
  const auto logistic = [&](double elo) {
    const double wins = expected_score(elo - draw_elo);
    const double losses = expected_score(-elo - draw_elo);
    return 400 * std::log10((1 + wins - losses) / (1 - wins + losses));
  };
  SprtSettings converted = settings;
  converted.model = SprtModel::logistic;
  converted.elo0 = logistic(settings.elo0);
  converted.elo1 = logistic(settings.elo1);
  return converted;
}

double score_of(SprtModel model, double elo, double variance, Unit unit) {
  assert(model != SprtModel::bayesian);
  if (model == SprtModel::logistic) return expected_score(elo);
  return 0.5 + elo / normalised_elo_unit * std::sqrt(games_in(unit) * variance);
}

SprtScores scores(const SprtSettings& settings, double variance, Unit unit) {
  return {.h0 = score_of(settings.model, settings.elo0, variance, unit),
          .h1 = score_of(settings.model, settings.elo1, variance, unit)};
}

}  // namespace ebiri::rating
