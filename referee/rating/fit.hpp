// Ratings from the games of a tally. README.md has the model and its formulas.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/rating/settings.hpp"
#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// The games of two engines; `first` and `second` are indexes into `Problem::engines`.
struct Encounter {
  std::size_t first = 0, second = 0;
  PairTable pairs{};          ///< completed opening pairs; the first engine is `first`
  Trinomial first_begins{};   ///< results of `first` as south in games without a partner
  Trinomial second_begins{};  ///< results of `second` as south in games without a partner
};

/// The input of a fit. Encounters have any order; each unordered pair of engines occurs at most once.
struct Problem {
  std::vector<std::string> engines;  ///< distinct names
  std::vector<Encounter> encounters;
  Options options{};
  std::vector<PairTable> openings{};  ///< the pairs of all encounters by opening, or nothing if unknown
};

/// The games of a meeting, whose engines have the indexes `first` and `second`.
Encounter encounter_of(const Meeting& meeting, std::size_t first, std::size_t second, Repetitions counted);

/// The games of `tally`, with or without repetitions as the options say. Engines and encounters are sorted by
/// name.
Problem problem_of(const Tally& tally, Options options = {});

/// The advantage of the first mover in one group.
struct Advantage {
  double elo = 0;      ///< on the scale of the ratings
  double error = 0;    ///< standard error; 0 unless `fitted` or `marked`
  double error95 = 0;  ///< half the width of the 95 % interval
  bool fitted = false;
  bool marked = false;          ///< its size depends on the prior; a `*` in tables
  bool identifiable = true;     ///< false: the games do not determine it, and `fixed_advantage` is used
  double expected_score = 0.5;  ///< of the first mover between equal engines, 0..1

  bool operator==(const Advantage&) const = default;
};

/// The share of draws, in a model of draws.
struct DrawRate {
  double rate = 0;  ///< between equal engines without first-mover advantage, 0..1
  bool fitted = false;

  bool operator==(const DrawRate&) const = default;
};

/// Goodness of fit: the sum, over all ordered pairs (first mover, second mover), of the squared residual of
/// their score divided by its variance. A ratio far above one means intransitive engines or repeated games.
struct FitCheck {
  double chi_squared = 0;
  int degrees = 0;  ///< >= 1

  double ratio() const { return chi_squared / degrees; }
  bool operator==(const FitCheck&) const = default;
};

/// Engines that games connect. Ratings of different groups are not comparable.
struct Group {
  enum class Method : std::uint8_t {
    unplayed,       ///< one engine without games: no rating
    likelihood,     ///< plain maximum likelihood
    penalised,      ///< Jeffreys' prior, for everything or only for what the games leave infinite
    virtual_draws,  ///< virtual draws were added
    unbounded,      ///< no ratings: no finite maximum with `Prior::none`, or the search failed
  };

  std::vector<std::size_t> engines;  ///< ascending
  Method method = Method::likelihood;
  Errors errors = Errors::paired_regularised;  ///< the kind of this group's error bars
  bool anchored = false;  ///< ratings and errors are relative to the anchors, else to the mean of the
                          ///< unmarked engines, or of all if all are marked
  Advantage advantage;
  DrawRate draws;
  double scale = 1;                  ///< factor from the model's own unit to Elo: README.md
  double log_likelihood = 0;         ///< of games and virtual draws; in the logistic model, of their scores
  std::optional<FitCheck> check;     ///< if there are degrees of freedom
  std::vector<std::size_t> extreme;  ///< engines that lost or won all their games
  bool prior_needed = false;         ///< `Prior::automatic` used a prior: the games do not suffice

  bool rated() const { return method != Method::unplayed && method != Method::unbounded; }
  bool operator==(const Group&) const = default;
};

struct RankRange {
  int best = 1, worst = 1;  ///< 1-based

  bool operator==(const RankRange&) const = default;
};

/// The number of standard errors on each side of the mean that contain 95 % of a normal distribution.
inline constexpr double z95 = 1.959963984540054;

/// A range of Elo, or of a mean score.
struct Interval {
  double low = 0, high = 0;

  bool operator==(const Interval&) const = default;
};

/// The ratings of all engines, with their errors. Vectors are indexed like `engines`; all numbers are finite.
struct Fit {
  std::vector<std::string> engines;
  std::vector<Group> groups;       ///< larger first, then by first engine
  std::vector<std::size_t> group;  ///< of each engine
  std::vector<double> elo;         ///< 0 for an unrated engine
  std::vector<bool> marked;        ///< the rating depends on the prior; a `*` in tables
  std::vector<double> points;
  std::vector<std::int64_t> games;
  std::vector<std::vector<double>> covariance;  ///< of the ratings, Elo^2; 0 between groups
  std::vector<Interval> intervals;  ///< 95 %; very long on one side after a perfect score; 0 if unrated

  const Group& group_of(std::size_t engine) const { return groups[group[engine]]; }

  /// Whether only some engines of the group are marked; without anchors the mean of the others is then 0.
  bool partly_marked(const Group& of) const;

  /// Whether the ratings of two engines are on one scale.
  bool comparable(std::size_t a, std::size_t b) const;

  /// Standard error of a rating (relative to the group's mean, or to its anchors).
  double error(std::size_t engine) const;

  /// Half the width of the 95 % interval of a rating, which need not be symmetric.
  double error95(std::size_t engine) const;

  /// The 95 % interval of the difference of two ratings, `a` minus `b`.
  Interval difference_interval(std::size_t a, std::size_t b) const;

  /// Standard error of the difference of two ratings, which does not depend on the reference.
  double difference_error(std::size_t a, std::size_t b) const;

  /// Likelihood of superiority: probability that `a` is stronger than `b`, 0..1. One half if they are not
  /// comparable, or if both the difference and its error are zero.
  double superiority(std::size_t a, std::size_t b) const;

  /// The possible places of an engine in its group. Another engine counts as above or below it if the
  /// superiority is at least 97.5 %.
  RankRange ranks(std::size_t engine) const;

  /// The index of a rated engine with that name; nothing if there is none.
  std::optional<std::size_t> rated(const std::string& name) const;

  bool operator==(const Fit&) const = default;
};

/// The expected score of a player `difference` Elo stronger than its opponent.
double expected_score(double difference);

/// Maximum-likelihood ratings and first-mover advantage with their errors. Never fails: `Group::method`
/// reports a group without ratings. Deterministic to the last bit. Preconditions: indexes in range, `first`
/// != `second`, counts >= 0, anchors name engines.
Fit fit(const Problem& problem);

/// The ratings after the first `games` games.
struct HistoryPoint {
  std::int64_t games = 0;
  Fit fit;
};

/// Adds all games to `tally` in the order of their numbers, and returns the ratings after every `every` games
/// and at the end. Void games are not counted. Precondition: `every` >= 1.
std::vector<HistoryPoint> history(const match::GameList& games, std::int64_t every, const Options& options,
                                  Tally& tally);

}  // namespace ebiri::rating
