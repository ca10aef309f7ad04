#include "referee/rating/separation.hpp"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <tuple>
#include <utility>

namespace ebiri::rating {

namespace {

// The bound d[to] <= d[from] + sign * a.
struct Bound {
  int from = 0, to = 0, sign = 0;
};

std::vector<Bound> bounds(const Design& design) {
  std::vector<Bound> result;
  for (const Row& row : design.rows) {
    if (row.results.wins + row.results.draws > 0) result.push_back({row.first, row.second, 1});
    if (row.results.losses + row.results.draws > 0) result.push_back({row.second, row.first, -1});
  }
  int last = -1;
  for (std::size_t k = 0; k < design.column.size(); ++k) {
    if (!design.is_anchor(k)) continue;
    const int anchor = static_cast<int>(k);
    if (last >= 0) result.insert(result.end(), {{last, anchor, 0}, {anchor, last, 0}});
    last = anchor;
  }
  return result;
}

// The component of each engine, and their number.
std::pair<std::vector<int>, int> strong_components(int engines, const std::vector<Bound>& bounds) {
  using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  edges.reserve(bounds.size());
  for (const Bound& bound : bounds)
    edges.emplace_back(static_cast<std::size_t>(bound.from), static_cast<std::size_t>(bound.to));
  const Graph graph(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(),
                    static_cast<std::size_t>(engines));
  std::vector<int> component(static_cast<std::size_t>(engines));
  const int count = boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
  return {std::move(component), count};
}

// Whether the predecessors `before` contain a cycle.
bool circular(const std::vector<int>& before) {
  std::vector<int> seen_from(before.size(), -1);
  for (int start = 0; start < static_cast<int>(before.size()); ++start) {
    int at = start;
    while (at >= 0 && seen_from[static_cast<std::size_t>(at)] < 0) {
      seen_from[static_cast<std::size_t>(at)] = start;
      at = before[static_cast<std::size_t>(at)];
    }
    if (at >= 0 && seen_from[static_cast<std::size_t>(at)] == start) return true;
  }
  return false;
}

// Whether some `d` satisfies the bounds with this `advantage`, +1 or -1, by the method of Bellman and Ford.
// If none does, there is a negative cycle. It appears in the tree of shortest paths long before the last
// round.
bool has_direction(int engines, const std::vector<Bound>& bounds, int advantage) {
  std::vector<int> distance(static_cast<std::size_t>(engines), 0);
  std::vector<int> before(static_cast<std::size_t>(engines), -1);
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (const Bound& bound : bounds) {
      const auto to = static_cast<std::size_t>(bound.to);
      const int through = distance[static_cast<std::size_t>(bound.from)] + advantage * bound.sign;
      if (through >= distance[to]) continue;
      distance[to] = through;
      before[to] = bound.from;
      shorter = true;
    }
    if (shorter && circular(before)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::vector<int>> Separation::members() const {
  std::vector<std::vector<int>> members(static_cast<std::size_t>(components));
  for (std::size_t k = 0; k < component.size(); ++k)
    members[static_cast<std::size_t>(component[k])].push_back(static_cast<int>(k));
  return members;
}

std::vector<int> Separation::reference(const Design& design) const {
  std::vector<std::vector<int>> all = members();
  for (std::size_t k = 0; k < component.size(); ++k) {
    if (design.is_anchor(k)) return all[static_cast<std::size_t>(component[k])];
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  const bool alone = all.size() == 1 || all[0].size() > all[1].size();
  return alone ? all[0] : std::vector<int>{};
}

Separation separation(const Design& design) {
  std::vector<Bound> all = bounds(design);
  Separation result;
  std::tie(result.component, result.components) = strong_components(design.engines(), all);
  if (design.advantage_column < 0) return result;
  std::erase_if(all, [&](const Bound& bound) {  // bounds between components restrict no direction
    return result.component[static_cast<std::size_t>(bound.from)] !=
           result.component[static_cast<std::size_t>(bound.to)];
  });
  result.advantage_infinite =
      has_direction(design.engines(), all, 1) || has_direction(design.engines(), all, -1);
  return result;
}

}  // namespace ebiri::rating
