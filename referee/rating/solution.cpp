#include "referee/rating/solution.hpp"

#include <numeric>

namespace ebiri::rating {

namespace {

Point start(const Design& design, const Point* near) {
  Point point = start(design);
  if (near == nullptr) return point;
  point.ratings = near->ratings;
  if (design.advantage_column >= 0) point.advantage = near->advantage;
  return point;
}

// The most likely point of the rows as they are, by the model.
std::optional<Maximum> plain_maximum(Design& design, const Options& options, const Point* near) {
  add_draw_parameter(design, options);
  return maximise(design, start(design, near));
}

// Of engines that never lose, the lead and the draw parameter can still grow together without end; then
// the latter is held at the share of draws.
std::optional<Maximum> maximum_with_draws(Design& design, Options options, const Point* near) {
  add_virtual_draws(design, options.prior_draws);
  std::optional<Maximum> maximum = plain_maximum(design, options, near);
  if (maximum || design.draw_column < 0) return maximum;
  remove_draw_parameter(design);
  options.fixed_draw_rate = total(design).draws / total(design).games();
  return plain_maximum(design, options, near);
}

}  // namespace

std::optional<Solution> solve(Design& design, const Options& options, const Point* near) {
  Solution solution;
  const auto with = [&](std::optional<Maximum> maximum) -> std::optional<Solution> {
    if (!maximum) return std::nullopt;
    solution.maximum = std::move(*maximum);
    return solution;
  };
  if (options.prior == Prior::automatic || options.prior == Prior::none) {
    std::optional<Maximum> plain = plain_maximum(design, options, near);
    if (plain || options.prior == Prior::none) return with(std::move(plain));
    solution.prior_needed = true;
    remove_draw_parameter(design);
  }
  if (options.prior == Prior::draws || design.model != Model::logistic) {
    solution.method = Group::Method::virtual_draws;
    return with(maximum_with_draws(design, options, near));
  }
  solution.method = Group::Method::penalised;
  return with(maximise_penalised(design, start(design, near)));
}

double elo_scale(const Design& design, const Point& point) {
  return design.anchored ? 1 : scale(design.model, draw_rate(design.model, point.draw));
}

std::vector<double> ratings_in_elo(const Design& design, const Point& point) {
  std::vector<double> elo = point.ratings;
  const double sum = std::accumulate(elo.begin(), elo.end(), 0.0);
  const double mean = design.anchored ? 0 : sum / static_cast<double>(elo.size());
  const double unit = elo_scale(design, point) / units_per_elo;
  for (double& rating : elo) rating = (rating - mean) * unit;
  return elo;
}

}  // namespace ebiri::rating
