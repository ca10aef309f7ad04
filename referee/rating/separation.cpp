#include "referee/rating/separation.hpp"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace ebiri::rating {

namespace {

// The bound d[to] <= d[from] + sign * a.
struct Bound {
  std::size_t from = 0, to = 0;
  int sign = 0;
};

std::vector<Bound> bounds(const Design& design) {
  std::vector<Bound> result;
  for (const Row& row : design.rows) {
    if (row.results.wins + row.results.draws > 0) result.push_back({row.first, row.second, 1});
    if (row.results.losses + row.results.draws > 0) result.push_back({row.second, row.first, -1});
  }
  std::optional<std::size_t> last;
  for (std::size_t k = 0; k < design.column.size(); ++k) {
    if (!design.is_anchor(k)) continue;
    if (last) result.insert(result.end(), {{*last, k, 0}, {k, *last, 0}});
    last = k;
  }
  return result;
}

// The component of each engine, and their number.
std::pair<std::vector<int>, int> strong_components(std::size_t engines, const std::vector<Bound>& bounds) {
  using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  edges.reserve(bounds.size());
  for (const Bound& bound : bounds) edges.emplace_back(bound.from, bound.to);
  const Graph graph(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), engines);
  std::vector<int> component(engines);
  const int count = boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
  return {std::move(component), count};
}

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// Whether the predecessors `before`, an engine or `none`, contain a cycle.
bool circular(const std::vector<std::size_t>& before) {
  std::vector<std::size_t> seen_from(before.size(), none);
  for (std::size_t start = 0; start < before.size(); ++start) {
    std::size_t at = start;
    while (at != none && seen_from[at] == none) {
      seen_from[at] = start;
      at = before[at];
    }
    if (at != none && seen_from[at] == start) return true;
  }
  return false;
}

// Whether some `d` satisfies the bounds with this `advantage`, +1 or -1, by the method of Bellman and Ford.
// If none does, there is a negative cycle. The predecessors then contain a cycle, usually after few rounds.
bool has_direction(std::size_t engines, const std::vector<Bound>& bounds, int advantage) {
  std::vector<int> distance(engines, 0);
  std::vector<std::size_t> before(engines, none);
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (const Bound& bound : bounds) {
      const int through = distance[bound.from] + advantage * bound.sign;
      if (through >= distance[bound.to]) continue;
      distance[bound.to] = through;
      before[bound.to] = bound.from;
      shorter = true;
    }
    if (shorter && circular(before)) return false;
  }
  return true;
}

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

bool has_anchor(const Design& design, const std::vector<std::size_t>& members) {
  return std::ranges::any_of(members, [&](std::size_t k) { return design.is_anchor(k); });
}

// The last engine of each component is its gauge, except in the component with the anchors.
Design inner_design(const Design& design, const Separation& separation) {
  Design inner = with_games(design, separation, true);
  for (const std::vector<std::size_t>& members : separation.members()) {
    if (has_anchor(design, members)) continue;
    for (const std::size_t k : members) inner.column[k] = 0;
    inner.column[members.back()] = -1;
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
  fix(outer, &Design::advantage_column);
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

std::vector<std::vector<std::size_t>> Separation::members() const {
  std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(components));
  for (std::size_t k = 0; k < component.size(); ++k)
    members[static_cast<std::size_t>(component[k])].push_back(k);
  return members;
}

std::vector<std::size_t> Separation::reference(const Design& design) const {
  std::vector<std::vector<std::size_t>> all = members();
  for (std::size_t k = 0; k < component.size(); ++k) {
    if (design.is_anchor(k)) return all[static_cast<std::size_t>(component[k])];
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  const bool alone = all.size() == 1 || all[0].size() > all[1].size();
  return alone ? all[0] : std::vector<std::size_t>{};
}

Separation separation(const Design& design) {
  std::vector<Bound> all = bounds(design);
  Separation result;
  std::tie(result.component, result.components) = strong_components(design.column.size(), all);
  if (design.advantage_column < 0) return result;
  // Components can move apart, so bounds between them exclude no advantage.
  std::erase_if(all, [&](const Bound& bound) { return !same_component(result, bound.from, bound.to); });
  result.advantage_infinite =
      has_direction(design.column.size(), all, 1) || has_direction(design.column.size(), all, -1);
  return result;
}

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
  for (const std::vector<std::size_t>& members : separation.members()) {
    if (has_anchor(design, members)) {
      base = separation.component[members[0]];
      continue;
    }
    double sum = 0;
    for (const std::size_t k : members) sum += result.point.ratings[k];
    for (const std::size_t k : members) result.point.ratings[k] -= sum / static_cast<double>(members.size());
    subtract_mean(result.covariance, members, members);
  }
  Design outer = outer_design(design, separation, result.point, base);
  const auto apart = solve(outer, {.prior = Prior::jeffreys});
  if (!apart) return std::nullopt;
  result.point.ratings = apart->maximum.point.ratings;
  result.covariance += expanded(outer, parameter_covariance(outer, apart->maximum, Errors::fisher));
  const std::vector<std::size_t> reference = separation.reference(design);
  if (!reference.empty()) design.reference = reference;
  if (!design.anchored) subtract_mean(result.covariance, all_engines(design), design.reference);
  return result;
}

}  // namespace ebiri::rating
