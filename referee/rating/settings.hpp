// Settings of ratings, points and tie-breaks. README.md explains the choices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ebiri::rating {

/// The model of a game's result, given the ratings.
enum class Model : std::uint8_t {
  logistic,    ///< models the expected score only, not draws
  davidson,    ///< Davidson 1970
  rao_kupper,  ///< Rao and Kupper 1967: the model of BayesElo
};

/// The prior that is added, either always or only if the maximum likelihood ratings are not finite.
enum class Prior : std::uint8_t {
  automatic,  ///< only if needed: `jeffreys`, or `draws` in a model of draws
  none,       ///< plain maximum likelihood; a group without a finite maximum is unrated
  jeffreys,   ///< always: Jeffreys' prior (Firth's penalised likelihood), or `draws` in a model of draws
  draws,      ///< virtual draws against the opponents met, on average `Options::prior_draws` per engine
};

/// The estimator of the error bars.
enum class Errors : std::uint8_t {
  fisher,              ///< curvature of the likelihood: too wide with unbalanced openings
  per_game,            ///< sandwich; each game is one observation
  paired,              ///< sandwich; each opening pair is one observation
  paired_regularised,  ///< `paired` and one virtual pair per encounter; Fisher where a prior sets all ratings
  bootstrap,           ///< ratings of resampled opening pairs
};

/// Whether opening pairs that repeat an earlier one count once or always. Repetitions by deterministic
/// engines are not new evidence.
enum class Repetitions : std::uint8_t { once, all };

/// An engine of known rating.
struct Anchor {
  std::string engine;
  double elo = 0;
  double deviation = 0;  ///< Elo; 0: exact, else the standard deviation of a normal prior

  bool operator==(const Anchor&) const = default;
};

struct Options {
  Model model = Model::logistic;
  bool fit_advantage = true;   ///< of moving first; otherwise it is `fixed_advantage`
  double fixed_advantage = 0;  ///< Elo on the model's own scale; also used if the games do not determine it
  std::optional<double> fixed_draw_rate;  ///< between equal engines, > 0 and < 1; nothing: fitted
  std::vector<Anchor> anchors;            ///< distinct engines
  Prior prior = Prior::automatic;
  double prior_draws = 2;  ///< >= 0
  Errors errors = Errors::paired_regularised;
  Repetitions repetitions = Repetitions::once;
  int replicates = 1000;   ///< of the bootstrap, >= 2
  std::uint64_t seed = 1;  ///< of the bootstrap

  bool operator==(const Options&) const = default;
};

/// The points of a game in the table. Ratings do not use them.
struct Points {
  double win = 1;
  double draw = 0.5;
  double loss = 0;
  double forfeit = 0;                   ///< a game lost by the engine's own fault
  std::optional<double> akawumbi = {};  ///< a win by akawumbi (Omweso); nothing: `win`

  bool operator==(const Points&) const = default;
};

/// The order of a table's rows.
enum class RankBy : std::uint8_t { rating, points };

/// The criteria that decide between engines with equal points.
enum class TieBreak : std::uint8_t {
  direct_encounter,   ///< points from games among the tied engines, if all of them have met
  wins,               ///< games won
  sonneborn_berger,   ///< each opponent's points times the points taken from it
  buchholz,           ///< the opponents' points, once for each round
  buchholz_cut_1,     ///< `buchholz` without the lowest value
  buchholz_median_1,  ///< `buchholz` without the lowest and the highest value
  koya,               ///< points taken from opponents that scored half or more
  seed_difference,    ///< own seeds minus the opponents'
};

/// The customary order. In a round robin the Buchholz values of tied engines are the same, so that
/// Sonneborn-Berger decides; in a Swiss system Buchholz does.
inline std::vector<TieBreak> default_tie_breaks() {
  return {TieBreak::direct_encounter, TieBreak::wins,           TieBreak::buchholz_cut_1, TieBreak::buchholz,
          TieBreak::sonneborn_berger, TieBreak::seed_difference};
}

/// How a table counts and orders results.
struct Scoring {
  Points points;
  RankBy rank_by = RankBy::rating;
  std::vector<TieBreak> tie_breaks = default_tie_breaks();
  Options rating;

  bool operator==(const Scoring&) const = default;
};

/// The names of choices in configs and tables.
template <class Choice>
using Words = std::vector<std::pair<std::string, Choice>>;

inline Words<Model> model_words() {
  return {{"logistic", Model::logistic}, {"davidson", Model::davidson}, {"rao-kupper", Model::rao_kupper}};
}

inline Words<Errors> errors_words() {
  return {{"fisher", Errors::fisher},
          {"per-game", Errors::per_game},
          {"paired", Errors::paired},
          {"paired-regularised", Errors::paired_regularised},
          {"bootstrap", Errors::bootstrap}};
}

inline Words<TieBreak> tie_break_words() {
  return {{"direct-encounter", TieBreak::direct_encounter},
          {"wins", TieBreak::wins},
          {"sonneborn-berger", TieBreak::sonneborn_berger},
          {"buchholz", TieBreak::buchholz},
          {"buchholz-cut-1", TieBreak::buchholz_cut_1},
          {"buchholz-median-1", TieBreak::buchholz_median_1},
          {"koya", TieBreak::koya},
          {"seed-difference", TieBreak::seed_difference}};
}

/// Precondition: `words` has a word for `choice`.
template <class Choice>
std::string word_for(Choice choice, const Words<Choice>& words) {
  return std::ranges::find(words, choice, &std::pair<std::string, Choice>::second)->first;
}

}  // namespace ebiri::rating
