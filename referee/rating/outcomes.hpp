// The chances of a game's results under each model, as a log likelihood with its derivatives. Internal
// to this room.
//
// The chances depend on `u`, the lead of the row's first engine in natural units (ratings and first move
// together), and on the model's draw parameter `t`. With s(x) = 1 / (1 + exp(-x)):
//
//   logistic     expected score s(u); log likelihood of the score S of n games: S u - n ln(1 + e^u)
//   Rao-Kupper   win s(u - t), loss s(-u - t), draw the rest; t > 0
//   Davidson     win : draw : loss = e^(u/2) : e^t : e^(-u/2)
#pragma once

#include "referee/rating/settings.hpp"

namespace ebiri::rating {

/// Results of the engine that moved first; real numbers because of virtual draws.
struct Results {
  double wins = 0, draws = 0, losses = 0;

  double games() const { return wins + draws + losses; }
  double score() const { return wins + draws / 2; }
};

struct Chances {
  double win = 0, draw = 0, loss = 0;  ///< the logistic model has no draws: `win` is the expected score

  double score() const { return win + draw / 2; }
  /// The variance of the score of one game.
  double variance() const { return win * loss + draw * (win + loss) / 4; }
};

Chances chances(Model model, double u, double t);

double log_likelihood(Model model, const Results& results, double u, double t);

/// The first derivatives of the log likelihood.
struct Gradient {
  double u = 0, t = 0;
};

Gradient gradient(Model model, const Results& results, double u, double t);

/// Minus the second derivatives of the log likelihood.
struct Curvature {
  double uu = 0, ut = 0, tt = 0;
};

Curvature curvature(Model model, const Results& results, double u, double t);

/// Converts between the draw rate of equal engines (0..1) and the draw parameter. With a rate of zero both
/// models become the logistic one. For the logistic model the result is 0.
double draw_parameter(Model model, double rate);
double draw_rate(Model model, double t);

/// The factor that gives rating differences, near zero, the expected scores of the logistic model.
double scale(Model model, double draw_rate);

}  // namespace ebiri::rating
