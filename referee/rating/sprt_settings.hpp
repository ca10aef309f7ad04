// Hypotheses and error rates of a sequential probability ratio test.
#pragma once

#include <string>
#include <vector>

#include "referee/rating/sample.hpp"

namespace ebiri::rating {

/// The unit of the hypotheses of a test.
enum class SprtModel {
  normalized,  ///< nElo: the length of a test hardly depends on draws and openings
  logistic,    ///< Elo by the mean score
  bayesian,    ///< Elo as in BayesElo; estimates the draw rate, so it needs results of single games
};

/// A test of two simple hypotheses about the strength of the first engine relative to the second.
struct SprtSettings {
  SprtModel model = SprtModel::normalized;
  double elo0 = 0;      ///< H0, in the units of the model
  double elo1 = 10;     ///< H1, greater
  double alpha = 0.05;  ///< probability of accepting H1 when H0 is true
  double beta = 0.05;   ///< probability of accepting H0 when H1 is true

  bool operator==(const SprtSettings&) const = default;
};

/// All problems with the settings, one sentence each; empty if they are valid.
std::vector<std::string> problems(const SprtSettings& settings);

/// The bounds of the log likelihood ratio. The test continues while the ratio is between them.
struct SprtBounds {
  double lower = 0;  ///< ln(beta / (1 - alpha)): here or below it accepts H0
  double upper = 0;  ///< ln((1 - beta) / alpha): here or above it accepts H1
};

SprtBounds bounds(const SprtSettings& settings);

enum class TestDecision { undecided, h0, h1 };

TestDecision decision(const SprtSettings& settings, double log_likelihood_ratio);

/// The same test in logistic Elo, given the draws seen so far; only `bayesian` settings change.
SprtSettings without_draw_model(const SprtSettings& settings, const Trinomial& games);

/// Mean scores of a unit under the two hypotheses.
struct SprtScores {
  double h0 = 0, h1 = 0;
};

/// The mean score at this Elo in the units of the model. `variance` is that of a unit's score; only
/// `normalized` uses it. Precondition: not `bayesian` (see `without_draw_model`).
double score_of(SprtModel model, double elo, double variance, Unit unit);

SprtScores scores(const SprtSettings& settings, double variance, Unit unit);

}  // namespace ebiri::rating
