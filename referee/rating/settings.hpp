// How games become ratings. README.md tells what the choices mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ebiri::rating {

/// What the chances of a game's results are, given the ratings.
enum class Model : std::uint8_t {
  logistic,    ///< of the expected score alone: draws need no model
  davidson,    ///< Davidson 1970
  rao_kupper,  ///< Rao and Kupper 1967: the model of BayesElo
};

/// What is done when the games have no finite most likely ratings, or always.
enum class Prior : std::uint8_t {
  automatic,  ///< plain maximum likelihood where it exists, elsewhere `jeffreys`; in a model of draws `draws`
  none,       ///< plain maximum likelihood; a group without one is left unrated
  jeffreys,   ///< Jeffreys' prior (Firth's penalised likelihood) everywhere; of the logistic model only
  draws,      ///< virtual draws against the opponents met, `Options::prior_draws` per engine
};

/// Where the error bars come from.
enum class Errors : std::uint8_t {
  fisher,              ///< curvature of the likelihood: too wide with unbalanced openings
  per_game,            ///< sandwich, each game on its own
  paired,              ///< sandwich, each opening pair on its own
  paired_regularised,  ///< `paired` and one virtual pair per encounter; Fisher where a prior was needed
  bootstrap,           ///< opening pairs drawn again and again, each time rated anew
};

/// What becomes of opening pairs that repeat an earlier one, move for move: engines that do not vary
/// their play give no new evidence with them.
enum class Repetitions : std::uint8_t { once, all };

/// An engine of known rating.
struct Anchor {
  std::string engine;
  double elo = 0;
  double deviation = 0;  ///< Elo: 0 holds the rating fast; otherwise it is known so well, as a normal prior

  bool operator==(const Anchor&) const = default;
};

struct Options {
  Model model = Model::logistic;
  bool fit_advantage = true;   ///< of moving first; otherwise it is `fixed_advantage`
  double fixed_advantage = 0;  ///< Elo on the model's own scale; also used where the games cannot tell it
  std::optional<double> fixed_draw_rate;  ///< between equals, > 0 and < 1; nothing: fitted by the games
  std::vector<Anchor> anchors;            ///< distinct engines
  Prior prior = Prior::automatic;
  double prior_draws = 2;  ///< >= 0
  Errors errors = Errors::paired_regularised;
  Repetitions repetitions = Repetitions::once;
  int replicates = 1000;   ///< of the bootstrap, >= 2
  std::uint64_t seed = 1;  ///< of the bootstrap

  bool operator==(const Options&) const = default;
};

/// What a game counts in the table's points; ratings know a win, half of it and nothing.
struct Points {
  double win = 1;
  double draw = 0.5;
  double loss = 0;
  double forfeit = 0;                   ///< a game lost by the engine's own fault
  std::optional<double> akawumbi = {};  ///< a win by akawumbi (Omweso); nothing: as any win

  bool operator==(const Points&) const = default;
};

/// What puts the rows of a table in order.
enum class RankBy : std::uint8_t { rating, points };

/// What decides between engines with the same points.
enum class TieBreak : std::uint8_t {
  direct_encounter,   ///< points among the tied, if all of them have met
  wins,               ///< games won
  sonneborn_berger,   ///< each opponent's points times the points taken from it
  buchholz,           ///< the opponents' points, once for each round
  buchholz_cut_1,     ///< without the lowest
  buchholz_median_1,  ///< without the lowest and the highest
  koya,               ///< points taken from those who scored half or more
  seed_difference,    ///< own seeds minus the opponents'
};

/// The customary order. In a round robin the Buchholz values of tied engines are the same, so that
/// Sonneborn-Berger decides; in a Swiss system they come first.
inline std::vector<TieBreak> default_tie_breaks() {
  return {TieBreak::direct_encounter, TieBreak::wins,           TieBreak::buchholz_cut_1, TieBreak::buchholz,
          TieBreak::sonneborn_berger, TieBreak::seed_difference};
}

/// What a table makes of the results.
struct Scoring {
  Points points;
  RankBy rank_by = RankBy::rating;
  std::vector<TieBreak> tie_breaks = default_tie_breaks();
  Options rating;

  bool operator==(const Scoring&) const = default;
};

/// What configs and tables call the choices.
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

template <class Choice>
std::string word_for(Choice choice, const Words<Choice>& words) {
  for (const auto& [name, meaning] : words) {
    if (meaning == choice) return name;
  }
  return {};
}

}  // namespace ebiri::rating
