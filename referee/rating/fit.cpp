#include "referee/rating/fit.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/random/binomial_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

#include "referee/rating/likelihood.hpp"
#include "referee/rating/separation.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rating {

namespace {

// The members of each group, which games connect. Larger groups come first.
std::vector<std::vector<std::size_t>> groups_of(const Problem& problem) {
  std::vector<std::size_t> parent(problem.engines.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t engine) {
    while (parent[engine] != engine) engine = parent[engine] = parent[parent[engine]];
    return engine;
  };
  for (const Encounter& encounter : problem.encounters) {
    const auto [first, second] = south_results(encounter);
    if (games(first) + games(second) > 0) parent[root(encounter.first)] = root(encounter.second);
  }
  std::vector<std::vector<std::size_t>> members(problem.engines.size());
  for (std::size_t engine = 0; engine < parent.size(); ++engine) members[root(engine)].push_back(engine);
  std::erase_if(members, [](const auto& group) { return group.empty(); });
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return members;
}

// In the logistic model draws reduce the variance p(1-p) of a game's score by a quarter of their frequency.
// The frequency is assumed to be proportional to p(1-p).
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

// Writes what the fit gives besides ratings and errors.
void write_parameters(Group& group, const Design& design, const Maximum& maximum) {
  const Point& point = maximum.point;
  group.log_likelihood = maximum.log_likelihood;
  group.draws = {draw_rate(design.model, point.draw), design.draw_column >= 0};
  group.scale = elo_scale(design, point);
  group.advantage.elo = point.advantage / units_per_elo * group.scale;
  group.advantage.fitted = design.advantage_column >= 0;
  group.advantage.expected_score = chances(design.model, point.advantage, point.draw).score();
}

// Boost computes in long double by default, which takes twice as long.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using StudentsT = boost::math::students_t_distribution<double, InDouble>;

// The quantile for 95 % intervals: Student's t if the errors are estimated from clusters.
double quantile_for(Errors errors, double clusters) {
  if (errors == Errors::fisher) return z95;
  return boost::math::quantile(StudentsT(std::max(1.0, clusters - 1)), 0.975);
}

void set_error(Advantage& advantage, double error, double quantile) {
  advantage.error = error;
  advantage.error95 = quantile * error;
}

// Writes the errors of ratings and advantage, which are given in natural units.
void write_errors(Fit& fit, Group& group, const Design& design, const Eigen::MatrixXd& ratings,
                  double advantage_variance) {
  const auto openings = static_cast<double>(design.openings.size());
  const double quantile =
      design.advantage_by_opening(group.errors) ? quantile_for(group.errors, openings) : z95;
  const double square = std::pow(group.scale / units_per_elo, 2);
  for (std::size_t i = 0; i < group.engines.size(); ++i) {
    for (std::size_t j = 0; j < group.engines.size(); ++j) {
      fit.covariance[group.engines[i]][group.engines[j]] =
          ratings(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * square;
    }
  }
  if (advantage_variance > 0) set_error(group.advantage, std::sqrt(advantage_variance * square), quantile);
}

// The ratings of one group from one resample, in Elo.
struct Replicate {
  std::vector<double> elo;
  double advantage = 0;
};

using Replicates = std::vector<Replicate>;

using Generator = boost::random::mt19937_64;

// Replaces the counts by a random sample of the same size, drawn from their frequencies.
void redraw(Generator& generator, std::span<std::int64_t> counts) {
  std::int64_t seen = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  std::int64_t left = seen;
  for (std::int64_t& count : counts) {
    const std::int64_t before = count;
    const double share = seen == 0 ? 0 : static_cast<double>(before) / static_cast<double>(seen);
    count = boost::random::binomial_distribution<std::int64_t>{left, share}(generator);
    seen -= before;
    left -= count;
  }
}

void redraw(Generator& generator, Encounter& encounter) {
  std::array<std::int64_t, 9> cells{};
  for (std::size_t k = 0; k < 9; ++k) cells[k] = encounter.pairs[k / 3][k % 3];
  redraw(generator, cells);
  for (std::size_t k = 0; k < 9; ++k) encounter.pairs[k / 3][k % 3] = cells[k];
  redraw(generator, encounter.first_begins);
  redraw(generator, encounter.second_begins);
}

// Errors by the bootstrap (B. Efron 1979): resamples the opening pairs of every encounter, with replacement,
// and rates them, `Options::replicates` times. Games without a partner are resampled separately. Each search
// begins at `near`. Replicate `k` depends on (seed, k) only. The time depends on the number of encounters,
// not of games. Precondition: `design` has no draw parameter.
Replicates bootstrap(const Design& design, const Point& near, const Options& options) {
  Replicates replicates;
  Options plain = options;
  if (plain.prior == Prior::none) plain.prior = Prior::automatic;  // resampled results may be perfect scores
  for (int k = 0; k < options.replicates; ++k) {
    Generator generator{derive_seed({options.seed, static_cast<std::uint64_t>(k)})};
    Design drawn = design;
    for (Encounter& encounter : drawn.encounters) redraw(generator, encounter);
    drawn.rows = rows_of(drawn.encounters);
    const auto solution = solve(drawn, plain, &near);
    if (!solution) continue;
    const Point& point = solution->maximum.point;
    replicates.push_back(
        {ratings_in_elo(drawn, point), point.advantage / units_per_elo * elo_scale(drawn, point)});
  }
  return replicates;
}

// The 2.5 % and the 97.5 % quantile of one engine's ratings.
Interval interval95(const Replicates& replicates, std::size_t engine) {
  std::vector<double> elo;
  for (const Replicate& one : replicates) elo.push_back(one.elo[engine]);
  std::sort(elo.begin(), elo.end());
  const auto quantile = [&](double share) {
    const double place = share * static_cast<double>(elo.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, elo.size() - 1);
    return elo[below] + (place - static_cast<double>(below)) * (elo[above] - elo[below]);
  };
  return {quantile(0.025), quantile(0.975)};
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
        fit.covariance[group.engines[i]][group.engines[j]] +=
            (one.elo[i] - mean.elo[i]) * (one.elo[j] - mean.elo[j]) / (count - 1);
    }
    squares += (one.advantage - mean.advantage) * (one.advantage - mean.advantage);
  }
  if (group.advantage.fitted) set_error(group.advantage, std::sqrt(squares / (count - 1)), z95);
  for (std::size_t k = 0; k < size; ++k) fit.intervals[group.engines[k]] = interval95(replicates, k);
}

// The information that the rows of one engine have about its rating.
struct Evidence {
  double information = 0;
  double score = 0;  // expected score, rows weighted by their information
};

std::vector<Evidence> evidence_of(const Design& design, const Point& point) {
  std::vector<Evidence> all(design.column.size());
  for (const Row& row : design.rows) {
    const double weight = curvature(design.model, row.results, lead(point, row), point.draw).uu;
    const double score = chances(design, point, row).score();
    Evidence& first = all[row.first];
    Evidence& second = all[row.second];
    first.information += weight;
    first.score += weight * score;
    second.information += weight;
    second.score += weight * (1 - score);
  }
  for (Evidence& one : all) one.score = one.information > 0 ? one.score / one.information : 0.5;
  return all;
}

// The number of independent observations of each engine: openings if they are clusters, otherwise pairs and
// games without a partner. A pair counts once for `per-game` errors, too, which makes intervals wider.
std::vector<double> clusters_of(const Design& design, Errors errors) {
  const bool by_opening = design.clustered_by_opening(errors);
  std::vector<double> all(design.column.size(), by_opening ? static_cast<double>(design.openings.size()) : 0);
  for (const Encounter& met : design.encounters) {
    std::int64_t clusters = games(met.first_begins) + games(met.second_begins);
    for (const Trinomial& row : met.pairs) clusters += games(row);
    for (const std::size_t k : {met.first, met.second})
      if (!by_opening) all[k] += static_cast<double>(clusters);
  }
  return all;
}

// Quantiles of the posterior Beta(n s, n (1 - s)), where s is the score under Jeffreys' prior (L. Brown, T.
// Cai, A. DasGupta, Statist. Sci. 16 (2001)). After a perfect score one side is almost unbounded.
Interval credible_scores(double score, double games) {
  const boost::math::beta_distribution<double, InDouble> posterior(score * games, (1 - score) * games);
  const double low = boost::math::quantile(posterior, 0.025);
  const double high = boost::math::quantile(posterior, 0.975);
  return {std::max(low, 1e-6), std::min(high, 1 - 1e-6)};
}

// An error of e natural units is that of a rating from 1 / (e^2 s (1 - s)) games with the score s. The
// interval of E. Wilson (J. Amer. Statist. Assoc. 22 (1927)) for such a score is +-2 asinh(z e / 2) on the
// scale of ratings, for every s and the quantile z. The errors of unmarked ratings were estimated from the
// games of `inner`.
void write_intervals(Fit& fit, const Group& group, const Design& design, const Design& inner,
                     const Point& point) {
  const std::vector<Evidence> evidence = evidence_of(design, point);
  const std::vector<double> clusters = clusters_of(inner, group.errors);
  const auto engines_in_mean = static_cast<double>(design.reference.size());
  for (std::size_t k = 0; k < group.engines.size(); ++k) {
    const std::size_t engine = group.engines[k];
    const bool in_mean = !design.anchored && std::ranges::binary_search(design.reference, k);
    // Ratings are relative to a mean that includes the engine: if its lead over all others grows by 1, its
    // rating grows by only this share.
    const double share = in_mean && engines_in_mean > 1 ? (engines_in_mean - 1) / engines_in_mean : 1;
    const double unit = share * group.scale / units_per_elo;
    const double error = fit.error(engine) / unit;
    const double elo = fit.elo[engine];
    if (group.method == Group::Method::likelihood || !fit.marked[engine]) {
      const double quantile = quantile_for(group.errors, clusters[k]);
      const double half = unit * 2 * std::asinh(quantile * error / 2);
      fit.intervals[engine] = {elo - half, elo + half};
      continue;
    }
    const double s = std::clamp(evidence[k].score, 1e-6, 1 - 1e-6);
    const Interval scores = credible_scores(s, 1 / (error * error * s * (1 - s)));
    const auto rating = [&](double score) {
      return elo + unit * (std::log(score / (1 - score)) - std::log(s / (1 - s)));
    };
    fit.intervals[engine] = {rating(scores.low), rating(scores.high)};
  }
}

// Uses Jeffreys' prior to estimate an advantage that the games leave infinite, and fixes it at that value.
void hold_advantage(Group& group, Design& design) {
  Design all = design;
  const auto solution = solve(all, {.prior = Prior::jeffreys});
  if (solution) {
    const int column = design.advantage_column;
    const double variance = parameter_covariance(all, solution->maximum, Errors::fisher)(column, column);
    set_error(group.advantage, std::sqrt(variance) / units_per_elo, z95);
    design.fixed_advantage = solution->maximum.point.advantage;
  }
  group.advantage.marked = true;
  fix(design, &Design::advantage_column);
}

void mark_all(Fit& fit, const Group& group) {
  for (const std::size_t engine : group.engines) fit.marked[engine] = true;
}

// Rates a group with several components (separation.hpp): the games determine the ratings within a component,
// and Jeffreys' prior the distances between components. Returns false if rounding prevents that.
bool rate_by_components(Fit& fit, Group& group, Design design, const Separation& separated) {
  const Errors errors = group.errors == Errors::bootstrap ? Errors::paired_regularised : group.errors;
  const auto rated = rate_components(design, separated, errors);
  if (!rated) return false;
  group.method = Group::Method::penalised;
  group.prior_needed = true;
  group.errors = rated->inner.parameters > 0 ? errors : Errors::fisher;
  write_parameters(group, rated->inner, rated->maximum);
  group.check = check(rated->inner, rated->maximum);
  write_ratings(fit, group, design, rated->point);
  write_errors(fit, group, rated->inner, rated->covariance, rated->advantage_variance);
  mark_all(fit, group);
  for (const std::size_t k : separated.reference(design)) fit.marked[group.engines[k]] = false;
  write_intervals(fit, group, design, rated->inner, rated->point);
  return true;
}

// Rates all engines by one likelihood, with or without a prior for all of them.
void rate_together(Fit& fit, Group& group, Design design, const Options& options, bool advantage_held) {
  const std::optional<Design> games =  // the games as played, for resampling
      group.errors == Errors::bootstrap ? std::optional(design) : std::nullopt;
  const std::optional<Solution> solution = solve(design, options);
  if (!solution) {
    group.method = Group::Method::unbounded;
    return;
  }
  const Maximum* maximum = &solution->maximum;
  group.method = solution->method;
  group.prior_needed = solution->prior_needed || advantage_held;
  const bool prior = group.method != Group::Method::likelihood;
  const bool from_pairs = group.errors == Errors::paired_regularised || group.errors == Errors::bootstrap;
  if (prior && from_pairs) group.errors = Errors::fisher;
  const bool marked = group.prior_needed || group.method == Group::Method::penalised;
  if (marked) mark_all(fit, group);
  write_parameters(group, design, *maximum);
  if (marked && group.advantage.fitted) group.advantage.marked = true;
  if (group.method != Group::Method::virtual_draws) group.check = check(design, *maximum);
  write_ratings(fit, group, design, maximum->point);
  if (group.errors == Errors::bootstrap) {
    write_replicates(fit, group, bootstrap(*games, maximum->point, options));
  } else {
    const Eigen::MatrixXd parameters = parameter_covariance(design, *maximum, group.errors);
    const int column = design.advantage_column;
    write_errors(fit, group, design, rating_covariance(design, parameters),
                 column >= 0 ? parameters(column, column) : 0);
    write_intervals(fit, group, design, design, maximum->point);
  }
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
    fix(design, &Design::advantage_column);
  }
  const Options& options = problem.options;
  bool advantage_held = false;
  const bool by_need = options.prior == Prior::automatic || options.prior == Prior::none;
  if (design.model == Model::logistic && by_need) {
    Separation separated = separation(design);
    if (!separated.finite() && options.prior == Prior::none) {
      group.method = Group::Method::unbounded;
      return group;
    }
    advantage_held = separated.advantage_infinite;
    if (separated.advantage_infinite) {
      hold_advantage(group, design);
      separated = separation(design);
    }
    if (!separated.finite() && rate_by_components(fit, group, design, separated)) {
      if (advantage_held) mark_all(fit, group);
      return group;
    }
  }
  rate_together(fit, group, std::move(design), options, advantage_held);
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
  const auto [first, second] = south_results(encounter);
  add(first, encounter.first, encounter.second);
  add(second, encounter.second, encounter.first);
}

// Adds each pair as an opening of its own, because unknown openings are not one opening.
void add_each_alone(std::vector<PairTable>& openings, const PairTable& pairs) {
  for (std::size_t x = 0; x < 3; ++x) {
    for (std::size_t y = 0; y < 3; ++y) {
      PairTable one{};
      one[x][y] = 1;
      openings.insert(openings.end(), static_cast<std::size_t>(pairs[x][y]), one);
    }
  }
}

double normal_distribution(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

}  // namespace

Encounter encounter_of(const Meeting& meeting, std::size_t first, std::size_t second, Repetitions counted) {
  const bool once = counted == Repetitions::once;
  const auto lone = [&](const OneWay& games) { return once ? games.distinct_unpaired : games.unpaired; };
  return {.first = first,
          .second = second,
          .pairs = once ? meeting.distinct_pairs : meeting.pairs,
          .first_begins = lone(meeting.first_south),
          .second_begins = lone(meeting.second_south)};
}

Problem problem_of(const Tally& tally, Options options) {
  Problem problem{.engines = tally.engines(), .encounters = {}, .options = std::move(options)};
  const auto index = [&](const std::string& name) {
    const auto place = std::lower_bound(problem.engines.begin(), problem.engines.end(), name);
    return static_cast<std::size_t>(place - problem.engines.begin());
  };
  const Repetitions counted = problem.options.repetitions;
  problem.encounters.reserve(tally.meetings().size());
  for (const auto& [names, meeting] : tally.meetings())
    problem.encounters.push_back(encounter_of(meeting, index(names.first), index(names.second), counted));
  for (const auto& [opening, played] : tally.openings()) {
    const PairTable& pairs = counted == Repetitions::once ? played.distinct_pairs : played.pairs;
    if (opening == 0 && tally.openings().size() > 1)
      add_each_alone(problem.openings, pairs);
    else
      problem.openings.push_back(pairs);
  }
  return problem;
}

double expected_score(double difference) { return 1 / (1 + std::exp(-difference * units_per_elo)); }

bool Fit::partly_marked(const Group& of) const {
  const auto marks = std::ranges::count_if(of.engines, [&](std::size_t k) { return marked[k]; });
  return marks > 0 && marks < std::ssize(of.engines);
}

bool Fit::comparable(std::size_t a, std::size_t b) const {
  return group[a] == group[b] && group_of(a).rated();
}

double Fit::error(std::size_t engine) const { return std::sqrt(std::max(0.0, covariance[engine][engine])); }

double Fit::error95(std::size_t engine) const { return (intervals[engine].high - intervals[engine].low) / 2; }

double Fit::difference_error(std::size_t a, std::size_t b) const {
  if (a == b) return 0;
  return std::sqrt(std::max(0.0, covariance[a][a] + covariance[b][b] - 2 * covariance[a][b]));
}

Interval Fit::difference_interval(std::size_t a, std::size_t b) const {
  const Group& both = group_of(a);
  if (both.engines.size() == 2 && !both.anchored && a != b) {  // a rating is half of the difference
    return {2 * intervals[a].low, 2 * intervals[a].high};
  }
  const double half = z95 * difference_error(a, b);
  return {elo[a] - elo[b] - half, elo[a] - elo[b] + half};
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

std::optional<std::size_t> Fit::rated(const std::string& name) const {
  const auto found = std::ranges::find(engines, name);
  const auto engine = static_cast<std::size_t>(found - engines.begin());
  return found != engines.end() && group_of(engine).rated() ? std::optional{engine} : std::nullopt;
}

Fit fit(const Problem& problem) {
  const std::size_t size = problem.engines.size();
  Fit result{.engines = problem.engines,
             .group = std::vector<std::size_t>(size),
             .elo = std::vector<double>(size),
             .marked = std::vector<bool>(size),
             .points = std::vector<double>(size),
             .games = std::vector<std::int64_t>(size),
             .covariance = std::vector(size, std::vector<double>(size)),
             .intervals = std::vector<Interval>(size)};
  for (const Encounter& encounter : problem.encounters) count(result, encounter);
  for (std::vector<std::size_t>& members : groups_of(problem)) {
    for (const std::size_t engine : members) result.group[engine] = result.groups.size();
    result.groups.push_back(rate(result, problem, std::move(members)));
  }
  return result;
}

std::vector<HistoryPoint> history(const match::GameList& games, std::int64_t every, const Options& options,
                                  Tally& tally) {
  assert(every >= 1);
  std::vector<HistoryPoint> result;
  const auto look = [&] {
    if (result.empty() || result.back().games != tally.games())
      result.push_back({tally.games(), fit(problem_of(tally, options))});
  };
  for (const std::size_t index : match::in_order(games)) {
    tally.add(games[index]);
    if (tally.games() > 0 && tally.games() % every == 0) look();
  }
  if (tally.games() > 0) look();
  return result;
}

}  // namespace ebiri::rating
