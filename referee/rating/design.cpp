#include "referee/rating/design.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace ebiri::rating {

namespace {

void add_row(std::vector<Row>& rows, const Row& row) {
  if (row.results.games() > 0) rows.push_back(row);
}

Results results_of(const Trinomial& counts) {
  return {.wins = static_cast<double>(counts[2]),
          .draws = static_cast<double>(counts[1]),
          .losses = static_cast<double>(counts[0])};
}

// Sets the anchors. Without anchors, the last engine becomes the gauge.
void take_anchors(Design& design, const Problem& problem, const std::vector<std::size_t>& members) {
  for (const Anchor& anchor : problem.options.anchors) {
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (problem.engines[members[k]] != anchor.engine) continue;
      design.start_ratings[k] = anchor.elo * units_per_elo;
      design.anchored = true;
      const double deviation = anchor.deviation * units_per_elo;
      if (anchor.deviation > 0)
        design.precision[k] = 1 / (deviation * deviation);
      else
        design.column[k] = -1;
    }
  }
  if (!design.anchored) design.column.back() = -1;
}

}  // namespace

Design design_of(const Problem& problem, const std::vector<std::size_t>& members) {
  Design design;
  design.model = problem.options.model;
  design.column.assign(members.size(), 0);
  design.start_ratings.assign(members.size(), 0.0);
  design.precision.assign(members.size(), 0.0);
  take_anchors(design, problem, members);
  design.reference = all_engines(design);
  for (int& column : design.column)
    if (column >= 0) column = design.parameters++;
  if (problem.options.fit_advantage) design.advantage_column = design.parameters++;
  design.fixed_advantage = problem.options.fixed_advantage * units_per_elo;

  const auto local = [&](std::size_t engine) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), engine) -
                                    members.begin());
  };
  for (Encounter encounter : problem.encounters) {
    if (!std::binary_search(members.begin(), members.end(), encounter.first)) continue;
    encounter.first = local(encounter.first);
    encounter.second = local(encounter.second);
    design.encounters.push_back(encounter);
  }
  std::sort(design.encounters.begin(), design.encounters.end(), [](const auto& a, const auto& b) {
    return std::minmax(a.first, a.second) < std::minmax(b.first, b.second);
  });
  design.rows = rows_of(design.encounters);
  if (design.encounters.size() < problem.encounters.size()) return design;
  std::copy_if(problem.openings.begin(), problem.openings.end(), std::back_inserter(design.openings),
               [](const PairTable& pairs) { return pairs != PairTable{}; });
  return design;
}

std::pair<Trinomial, Trinomial> south_results(const Encounter& encounter) {
  std::pair results{encounter.first_begins, encounter.second_begins};
  for (std::size_t x = 0; x < 3; ++x) {
    for (std::size_t y = 0; y < 3; ++y) {
      results.first[x] += encounter.pairs[x][y];
      results.second[y] += encounter.pairs[x][y];
    }
  }
  return results;
}

std::vector<Row> rows_of(const std::vector<Encounter>& encounters) {
  std::vector<Row> rows;
  for (const Encounter& encounter : encounters) {
    const auto [first, second] = south_results(encounter);
    add_row(rows, {encounter.first, encounter.second, results_of(first)});
    add_row(rows, {encounter.second, encounter.first, results_of(second)});
  }
  return rows;
}

std::vector<std::size_t> all_engines(const Design& design) {
  std::vector<std::size_t> all(design.column.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void fix(Design& design, int Design::*column) {
  if (design.*column < 0) return;
  design.*column = -1;
  --design.parameters;
}

Results total(const Design& design) {
  Results sum;
  for (const Row& row : design.rows) {
    sum.wins += row.results.wins;
    sum.draws += row.results.draws;
    sum.losses += row.results.losses;
  }
  return sum;
}

void add_draw_parameter(Design& design, const Options& options) {
  if (design.model == Model::logistic) return;
  constexpr double default_rate = 0.273;  // a draw parameter of 97.3 Elo in the model of Rao and Kupper
  const Results all = total(design);
  double rate = all.draws / all.games();
  if (options.fixed_draw_rate) {
    rate = *options.fixed_draw_rate;
  } else if (all.draws == all.games()) {
    rate = default_rate;
  } else if (all.draws > 0) {
    design.draw_column = design.parameters++;
  }
  design.fixed_draw = draw_parameter(design.model, rate);
}

void add_virtual_draws(Design& design, double per_engine) {
  std::vector<double> played(design.column.size());
  for (const Row& row : design.rows) {
    played[row.first] += row.results.games();
    played[row.second] += row.results.games();
  }
  for (const Encounter& encounter : design.encounters) {
    const auto [first, second] = south_results(encounter);
    const auto met = static_cast<double>(games(first) + games(second));
    if (met == 0) continue;
    const double draws = per_engine / 4 * met * (1 / played[encounter.first] + 1 / played[encounter.second]);
    add_row(design.rows, {encounter.first, encounter.second, {.draws = draws}});
    add_row(design.rows, {encounter.second, encounter.first, {.draws = draws}});
  }
}

Point start(const Design& design) {
  return {design.start_ratings, design.fixed_advantage, design.fixed_draw};
}

Point moved(const Design& design, Point point, const Eigen::VectorXd& step) {
  for (std::size_t k = 0; k < design.column.size(); ++k) {
    if (design.column[k] >= 0) point.ratings[k] += step[design.column[k]];
  }
  if (design.advantage_column >= 0) point.advantage += step[design.advantage_column];
  if (design.draw_column >= 0) point.draw += step[design.draw_column];
  return point;
}

double lead(const Point& point, const Row& row) {
  return point.ratings[row.first] - point.ratings[row.second] + point.advantage;
}

Chances chances(const Design& design, const Point& point, const Row& row) {
  return chances(design.model, lead(point, row), point.draw);
}

Eigen::MatrixXd sum_of_curvatures(const Design& design, const std::vector<Curvature>& curvature) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(design.parameters, design.parameters);
  for (std::size_t k = 0; k < design.rows.size(); ++k) {
    const Row& row = design.rows[k];
    const auto& [uu, ut, tt] = curvature[k];  // of the lead `d` + `a`, and of `t`
    add_form(design, row, {uu, uu, uu, ut, ut, tt}, sum);
  }
  return sum;
}

Eigen::VectorXd sum_of_gradients(const Design& design, const std::vector<Gradient>& gradient) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(design.parameters);
  for (std::size_t k = 0; k < design.rows.size(); ++k) {
    const int first = design.column[design.rows[k].first];
    const int second = design.column[design.rows[k].second];
    if (first >= 0) sum[first] += gradient[k].u;
    if (second >= 0) sum[second] -= gradient[k].u;
    if (design.advantage_column >= 0) sum[design.advantage_column] += gradient[k].u;
    if (design.draw_column >= 0) sum[design.draw_column] += gradient[k].t;
  }
  return sum;
}

void add_form(const Design& design, const Row& row, const QuadraticForm& form, Eigen::MatrixXd& sum) {
  const int first = design.column[row.first];
  const int second = design.column[row.second];
  const int a = design.advantage_column;
  const int t = design.draw_column;
  const auto add_symmetric = [&](int i, int j, double value) {
    if (i < 0 || j < 0) return;
    sum(i, j) += value;
    if (i != j) sum(j, i) += value;
  };
  add_symmetric(first, first, form.dd);
  add_symmetric(second, second, form.dd);
  add_symmetric(first, second, -form.dd);
  add_symmetric(first, a, form.da);
  add_symmetric(second, a, -form.da);
  add_symmetric(a, a, form.aa);
  add_symmetric(first, t, form.dt);
  add_symmetric(second, t, -form.dt);
  add_symmetric(a, t, form.at);
  add_symmetric(t, t, form.tt);
}

void add_precision(const Design& design, Eigen::MatrixXd& sum) {
  for (std::size_t k = 0; k < design.column.size(); ++k) {
    if (design.column[k] >= 0) sum(design.column[k], design.column[k]) += design.precision[k];
  }
}

double variance_along(const Design& design, const Row& row, const Eigen::MatrixXd& covariance) {
  const int first = design.column[row.first];
  const int second = design.column[row.second];
  const int a = design.advantage_column;
  const auto entry = [&](int i, int j) { return i < 0 || j < 0 ? 0.0 : covariance(i, j); };
  return entry(first, first) + entry(second, second) + entry(a, a) - 2 * entry(first, second) +
         2 * entry(first, a) - 2 * entry(second, a);
}

}  // namespace ebiri::rating
