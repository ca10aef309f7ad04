#include "referee/rating/fit.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "referee/rating/bootstrap.hpp"
#include "referee/rating/likelihood.hpp"
#include "referee/rating/sandwich.hpp"

namespace ebiri::rating {

namespace {

bool played(const Encounter& encounter) {
  std::int64_t count = games(encounter.first_begins) + games(encounter.second_begins);
  for (const Trinomial& row : encounter.pairs) count += games(row);
  return count > 0;
}

// Members of each connected component, larger components first.
std::vector<std::vector<std::size_t>> components(const Problem& problem) {
  std::vector<std::size_t> parent(problem.engines.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t engine) {
    while (parent[engine] != engine) engine = parent[engine] = parent[parent[engine]];
    return engine;
  };
  for (const Encounter& encounter : problem.encounters) {
    if (played(encounter)) parent[root(encounter.first)] = root(encounter.second);
  }
  std::vector<std::vector<std::size_t>> members(problem.engines.size());
  for (std::size_t engine = 0; engine < parent.size(); ++engine) members[root(engine)].push_back(engine);
  std::erase_if(members, [](const auto& group) { return group.empty(); });
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return members;
}

// In the logistic model a draw takes a quarter off a game's variance p(1-p); draws are assumed to be as
// frequent, relative to p(1-p), between unequal engines as between equal ones.
std::optional<FitCheck> check(const Design& design, const Maximum& maximum) {
  double squares = 0;
  double variance = 0;
  for (const Row& row : design.rows) {
    const Chances p = chances(design, maximum.point, row);
    const double residual = row.results.score() - row.results.games() * p.score();
    const double spread = row.results.games() * p.variance();
    squares += residual * residual / spread;
    variance += spread;
  }
  const double left_by_draws = design.model == Model::logistic ? 1 - total(design).draws / (4 * variance) : 1;
  const int degrees = static_cast<int>(design.rows.size()) - design.parameters;
  if (degrees < 1 || left_by_draws < 0.01) return std::nullopt;
  return FitCheck{squares / left_by_draws, degrees};
}

void write_ratings(Fit& fit, const Group& group, const Design& design, const Point& point) {
  const std::vector<double> elo = ratings_in_elo(design, point);
  for (std::size_t k = 0; k < elo.size(); ++k) fit.elo[group.engines[k]] = elo[k];
}

void write_nuisances(Group& group, const Design& design, const Maximum& maximum) {
  const Point& point = maximum.point;
  group.log_likelihood = maximum.log_likelihood;
  group.draws = {draw_rate(design.model, point.draw), design.draw_column >= 0};
  group.scale = elo_scale(design, point);
  group.advantage.elo = point.advantage / units_per_elo * group.scale;
  group.advantage.fitted = design.advantage_column >= 0;
  group.advantage.expected_score = chances(design.model, point.advantage, point.draw).score();
}

void write_errors(Fit& fit, Group& group, const Design& design, const Maximum& maximum) {
  const double square = std::pow(group.scale / units_per_elo, 2);
  const Eigen::MatrixXd parameters = parameter_covariance(design, maximum, group.errors);
  const Eigen::MatrixXd ratings = rating_covariance(design, parameters);
  for (std::size_t i = 0; i < group.engines.size(); ++i) {
    for (std::size_t j = 0; j < group.engines.size(); ++j) {
      fit.covariance(group.engines[i], group.engines[j]) =
          ratings(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * square;
    }
  }
  const int column = design.advantage_column;
  if (column >= 0) group.advantage.error = std::sqrt(std::max(0.0, parameters(column, column) * square));
}

void write_replicates(Fit& fit, Group& group, const Replicates& replicates) {
  assert(replicates.size() >= 2);
  const auto count = static_cast<double>(replicates.size());
  const std::size_t size = group.engines.size();
  Replicate mean{std::vector<double>(size), 0};
  for (const Replicate& one : replicates) {
    for (std::size_t k = 0; k < size; ++k) mean.elo[k] += one.elo[k] / count;
    mean.advantage += one.advantage / count;
  }
  double squares = 0;
  for (const Replicate& one : replicates) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j)
        fit.covariance(group.engines[i], group.engines[j]) +=
            (one.elo[i] - mean.elo[i]) * (one.elo[j] - mean.elo[j]) / (count - 1);
    }
    squares += (one.advantage - mean.advantage) * (one.advantage - mean.advantage);
  }
  group.advantage.error = std::sqrt(squares / (count - 1));
  fit.intervals.resize(fit.engines.size());
  for (std::size_t k = 0; k < size; ++k) fit.intervals[group.engines[k]] = interval95(replicates, k);
}

Group rate(Fit& fit, const Problem& problem, std::vector<std::size_t> members) {
  Group group;
  group.engines = std::move(members);
  group.errors = problem.options.errors;
  group.advantage.elo = problem.options.fixed_advantage;
  group.advantage.expected_score = expected_score(group.advantage.elo);
  for (const std::size_t k : group.engines) {
    const bool all = fit.points[k] == 0 || fit.points[k] == static_cast<double>(fit.games[k]);
    if (all && fit.games[k] > 0) group.extreme.push_back(k);
  }
  Design design = design_of(problem, group.engines);
  group.anchored = design.anchored;
  if (design.rows.empty()) {
    group.method = Group::Method::unplayed;
    return group;
  }
  if (design.advantage_column >= 0 && !advantage_identifiable(design)) {
    group.advantage.identifiable = false;
    fix_advantage(design);
  }
  const std::optional<Design> games =  // as they were played, to draw from
      group.errors == Errors::bootstrap ? std::optional(design) : std::nullopt;
  const std::optional<Solution> solution = solve(design, problem.options);
  if (!solution) {
    group.method = Group::Method::unbounded;
    return group;
  }
  const Maximum* maximum = &solution->maximum;
  group.method = solution->method;
  group.prior_needed = solution->prior_needed;
  const bool prior = group.method != Group::Method::likelihood;
  const bool from_pairs = group.errors == Errors::paired_regularised || group.errors == Errors::bootstrap;
  if (prior && from_pairs) group.errors = Errors::fisher;
  group.steps = maximum->steps;
  write_nuisances(group, design, *maximum);
  if (group.method != Group::Method::virtual_draws) group.check = check(design, *maximum);
  write_ratings(fit, group, design, maximum->point);
  if (group.errors == Errors::bootstrap) {
    write_replicates(fit, group, bootstrap(*games, maximum->point, problem.options));
  } else {
    write_errors(fit, group, design, *maximum);
  }
  return group;
}

void count(Fit& fit, const Encounter& encounter) {
  const auto add = [&](const Trinomial& results, std::size_t south, std::size_t north) {
    const std::int64_t played = games(results);
    fit.games[south] += played;
    fit.games[north] += played;
    fit.points[south] += points(results);
    fit.points[north] += static_cast<double>(played) - points(results);
  };
  add(encounter.first_begins, encounter.first, encounter.second);
  add(encounter.second_begins, encounter.second, encounter.first);
  for (std::size_t x = 0; x < 3; ++x) {
    Trinomial column{};
    for (std::size_t y = 0; y < 3; ++y) column[y] = encounter.pairs[y][x];
    Trinomial first{};
    first[x] = games(encounter.pairs[x]);
    Trinomial second{};
    second[x] = games(column);
    add(first, encounter.first, encounter.second);
    add(second, encounter.second, encounter.first);
  }
}

double normal_distribution(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

}  // namespace

Problem problem_of(const Tally& tally, Options options) {
  Problem problem{.engines = tally.engines(), .encounters = {}, .options = std::move(options)};
  const auto index = [&](const std::string& name) {
    const auto place = std::lower_bound(problem.engines.begin(), problem.engines.end(), name);
    return static_cast<std::size_t>(place - problem.engines.begin());
  };
  const bool once = problem.options.repetitions == Repetitions::once;
  const auto lone = [&](const OneWay& games) { return once ? games.distinct_unpaired : games.unpaired; };
  for (const auto& [names, meeting] : tally.meetings()) {
    problem.encounters.push_back({.first = index(names.first),
                                  .second = index(names.second),
                                  .pairs = once ? meeting.distinct_pairs : meeting.pairs,
                                  .first_begins = lone(meeting.first_south),
                                  .second_begins = lone(meeting.second_south)});
  }
  return problem;
}

double expected_score(double difference) { return 1 / (1 + std::exp(-difference * units_per_elo)); }

bool Fit::comparable(std::size_t a, std::size_t b) const {
  return group[a] == group[b] && group_of(a).rated();
}

double Fit::error(std::size_t engine) const { return std::sqrt(std::max(0.0, covariance(engine, engine))); }

double Fit::error95(std::size_t engine) const {
  if (group_of(engine).errors != Errors::bootstrap || intervals.empty()) return z95 * error(engine);
  return (intervals[engine].high - intervals[engine].low) / 2;
}

double Fit::difference_error(std::size_t a, std::size_t b) const {
  if (a == b) return 0;
  return std::sqrt(std::max(0.0, covariance(a, a) + covariance(b, b) - 2 * covariance(a, b)));
}

double Fit::superiority(std::size_t a, std::size_t b) const {
  if (a == b || !comparable(a, b)) return 0.5;
  const double difference = elo[a] - elo[b];
  const double spread = difference_error(a, b);
  if (spread > 0) return normal_distribution(difference / spread);
  return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
}

RankRange Fit::ranks(std::size_t engine) const {
  const std::vector<std::size_t>& others = group_of(engine).engines;
  RankRange range{.best = 1, .worst = static_cast<int>(others.size())};
  for (const std::size_t other : others) {
    if (superiority(other, engine) >= 0.975) ++range.best;
    if (superiority(engine, other) >= 0.975) --range.worst;
  }
  return range;
}

Fit fit(const Problem& problem) {
  const std::size_t size = problem.engines.size();
  Fit result{.engines = problem.engines,
             .groups = {},
             .group = std::vector<std::size_t>(size),
             .elo = std::vector<double>(size),
             .points = std::vector<double>(size),
             .games = std::vector<std::int64_t>(size),
             .covariance = Square(size)};
  for (const Encounter& encounter : problem.encounters) count(result, encounter);
  for (std::vector<std::size_t>& members : components(problem)) {
    for (const std::size_t engine : members) result.group[engine] = result.groups.size();
    result.groups.push_back(rate(result, problem, std::move(members)));
  }
  return result;
}

std::vector<Moment> history(const match::GameList& games, std::int64_t every, const Options& options,
                            Tally& tally) {
  assert(every >= 1);
  std::vector<Moment> moments;
  const auto look = [&] {
    if (moments.empty() || moments.back().games != tally.games())
      moments.push_back({tally.games(), fit(problem_of(tally, options))});
  };
  for (const std::size_t index : match::in_order(games)) {
    tally.add(games[index]);
    if (tally.games() > 0 && tally.games() % every == 0) look();
  }
  if (tally.games() > 0) look();
  return moments;
}

}  // namespace ebiri::rating
