#include "referee/rating/outcomes.hpp"

#include <algorithm>
#include <cmath>

namespace ebiri::rating {

namespace {

double sigma(double x) {
  const double smaller = std::exp(-std::abs(x));
  return (x >= 0 ? 1 : smaller) / (1 + smaller);
}

double log_one_plus_exp(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

// Davidson's denominator, without the factor exp(|u| / 2).
double davidson_sum(double u, double t) { return 1 + std::exp(t - std::abs(u) / 2) + std::exp(-std::abs(u)); }

}  // namespace

Chances chances(Model model, double u, double t) {
  if (model == Model::davidson) {
    const double sum = davidson_sum(u, t);
    const double weaker = std::exp(-std::abs(u)) / sum;
    const double draw = std::exp(t - std::abs(u) / 2) / sum;
    return u >= 0 ? Chances{1 / sum, draw, weaker} : Chances{weaker, draw, 1 / sum};
  }
  if (model == Model::rao_kupper) {
    const double win = sigma(u - t);
    const double loss = sigma(-u - t);
    return {win, std::expm1(2 * t) * win * loss, loss};
  }
  const double weaker = std::exp(-std::abs(u));
  const double stronger = 1 / (1 + weaker);
  return u >= 0 ? Chances{stronger, 0, weaker * stronger} : Chances{weaker * stronger, 0, stronger};
}

// Without draws the draw term is left out, because its factor can be infinite.
double log_likelihood(Model model, const Results& results, double u, double t) {
  if (model == Model::davidson) {
    const double log_sum = std::abs(u) / 2 + std::log(davidson_sum(u, t));
    const double drawn = results.draws > 0 ? results.draws * t : 0;
    return (results.wins - results.losses) * u / 2 + drawn - results.games() * log_sum;
  }
  if (model == Model::rao_kupper) {
    const double drawn = results.draws > 0 ? results.draws * std::log(std::expm1(2 * t)) : 0;
    return drawn - (results.wins + results.draws) * log_one_plus_exp(t - u) -
           (results.losses + results.draws) * log_one_plus_exp(t + u);
  }
  return results.score() * u - results.games() * log_one_plus_exp(u);
}

Gradient gradient(Model model, const Results& results, double u, double t) {
  if (model == Model::rao_kupper) {  // a draw counts as a win and a loss
    const double wins = (results.wins + results.draws) * sigma(t - u);
    const double losses = (results.losses + results.draws) * sigma(t + u);
    const double drawn = results.draws > 0 ? -2 * results.draws / std::expm1(-2 * t) : 0;
    return {wins - losses, drawn - wins - losses};
  }
  const Chances p = chances(model, u, t);
  return {results.score() - results.games() * p.score(), results.draws - results.games() * p.draw};
}

Curvature curvature(Model model, const Results& results, double u, double t) {
  const double games = results.games();
  if (model == Model::rao_kupper) {
    const double wins = (results.wins + results.draws) * sigma(u - t) * sigma(t - u);
    const double losses = (results.losses + results.draws) * sigma(-u - t) * sigma(u + t);
    const double sine = std::sinh(t);
    const double drawn = results.draws > 0 ? results.draws / (sine * sine) : 0;
    return {wins + losses, losses - wins, wins + losses + drawn};
  }
  const Chances p = chances(model, u, t);
  return {games * p.variance(), -games * p.draw * (p.win - p.loss) / 2, games * p.draw * (1 - p.draw)};
}

double draw_parameter(Model model, double rate) {
  if (model == Model::davidson) return std::log(2 * rate / (1 - rate));
  return model == Model::rao_kupper ? 2 * std::atanh(rate) : 0;
}

double draw_rate(Model model, double t) {
  if (model == Model::davidson) return std::exp(t) / (2 + std::exp(t));
  return model == Model::rao_kupper ? std::tanh(t / 2) : 0;
}

double scale(Model model, double draw_rate) {
  if (model == Model::davidson) return 1 - draw_rate;
  return model == Model::rao_kupper ? 1 - draw_rate * draw_rate : 1;
}

}  // namespace ebiri::rating
