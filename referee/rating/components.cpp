#include "referee/rating/components.hpp"

#include <algorithm>
#include <iterator>

#include "referee/rating/sandwich.hpp"

namespace ebiri::rating {

namespace {

bool same_component(const Separation& separation, std::size_t a, std::size_t b) {
  return separation.component[a] == separation.component[b];
}

// The design with only the games within components, or only those between them.
Design with_games(const Design& design, const Separation& separation, bool within) {
  Design part = design;
  part.encounters.clear();
  std::copy_if(
      design.encounters.begin(), design.encounters.end(), std::back_inserter(part.encounters),
      [&](const Encounter& met) { return same_component(separation, met.first, met.second) == within; });
  part.rows = rows_of(part.encounters);
  for (const Encounter& met : design.encounters) {
    if (same_component(separation, met.first, met.second) == within) continue;
    for (const Trinomial& row : met.pairs) part.decided_pairs += games(row);
  }
  return part;
}

bool has_anchor(const Design& design, const std::vector<int>& members) {
  return std::any_of(members.begin(), members.end(),
                     [&](int k) { return design.is_anchor(static_cast<std::size_t>(k)); });
}

// The last engine of each component is its gauge, except in the component with the anchors.
Design inner_design(const Design& design, const Separation& separation) {
  Design inner = with_games(design, separation, true);
  for (const std::vector<int>& members : separation.members()) {
    if (has_anchor(design, members)) continue;
    for (const int k : members) inner.column[static_cast<std::size_t>(k)] = 0;
    inner.column[static_cast<std::size_t>(members.back())] = -1;
  }
  inner.parameters = 0;
  for (int& column : inner.column) {
    if (column >= 0) column = inner.parameters++;
  }
  if (inner.advantage_column >= 0) inner.advantage_column = inner.parameters++;
  return inner;
}

// One parameter for each component, which shifts all its engines. The component `base` is fixed.
Design outer_design(const Design& design, const Separation& separation, const Point& inner, int base) {
  Design outer = with_games(design, separation, false);
  outer.openings.clear();  // only the advantage needs them
  fix_advantage(outer);
  outer.start_ratings = inner.ratings;
  outer.fixed_advantage = inner.advantage;
  outer.precision.assign(outer.precision.size(), 0.0);
  outer.parameters = separation.components - 1;
  for (std::size_t k = 0; k < outer.column.size(); ++k) {
    const int component = separation.component[k];
    outer.column[k] = component == base ? -1 : component - (component > base ? 1 : 0);
  }
  return outer;
}

}  // namespace

std::optional<ComponentRatings> rate_components(Design& design, const Separation& separation, Errors errors) {
  ComponentRatings result;
  result.inner = inner_design(design, separation);
  auto inner = solve(result.inner, {.prior = Prior::none});
  if (!inner) return std::nullopt;
  result.maximum = std::move(inner->maximum);
  result.point = result.maximum.point;
  const Eigen::MatrixXd parameters = parameter_covariance(result.inner, result.maximum, errors);
  const int column = result.inner.advantage_column;
  if (column >= 0) result.advantage_variance = parameters(column, column);
  result.covariance = expanded(result.inner, parameters);

  int base = 0;
  const auto components = separation.members();
  for (const std::vector<int>& members : components) {
    if (has_anchor(design, members)) {
      base = separation.component[static_cast<std::size_t>(members[0])];
      continue;
    }
    double sum = 0;
    for (const int k : members) sum += result.point.ratings[static_cast<std::size_t>(k)];
    for (const int k : members)
      result.point.ratings[static_cast<std::size_t>(k)] -= sum / static_cast<double>(members.size());
    subtract_mean(result.covariance, members, members);
  }
  Design outer = outer_design(design, separation, result.point, base);
  const auto apart = solve(outer, {.prior = Prior::jeffreys});
  if (!apart) return std::nullopt;
  result.point.ratings = apart->maximum.point.ratings;
  result.covariance += expanded(outer, parameter_covariance(outer, apart->maximum, Errors::fisher));
  const std::vector<int> reference = separation.reference(design);
  if (!reference.empty()) design.reference = reference;
  if (!design.anchored) subtract_mean(result.covariance, all_engines(design), design.reference);
  return result;
}

}  // namespace ebiri::rating
