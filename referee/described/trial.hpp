// Trial games between random, equal and unequal players, to judge a described game.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "referee/described/described.hpp"

namespace ebiri::described {

struct TrialSettings {
  std::chrono::milliseconds time{30'000};  ///< of all games together
  int max_games = 200;                     ///< of each series
  int strong_nodes = 1000;                 ///< positions that the strong player searches per move
  int weak_nodes = 30;
  int opening_plies = 2;  ///< random turns at the start, so that games differ
  std::uint64_t seed = 1;
};

/// The results of games between the same players.
struct Series {
  int games = 0;
  /// Points of the first player, or in `uneven` of the stronger one: 1 for a win, 1/2 for a draw.
  double points = 0;
  int draws = 0;
  int voids = 0;
  int limited = 0;     ///< games that the limit of turns ended
  double plies = 0;    ///< of all games
  double choices = 0;  ///< legal turns of all positions
  double margin = 0;   ///< sum of the winning margins, as shares of all seeds

  double score() const { return games > 0 ? points / games : 0.5; }
  double mean_plies() const { return games > 0 ? plies / games : 0; }
  double mean_choices() const { return plies > 0 ? choices / plies : 0; }
  double share(int number) const { return games > 0 ? static_cast<double>(number) / games : 0; }

  /// Half the width of the 95 % interval of the score.
  double error95() const;
};

struct Trial {
  Series random;  ///< random turns only
  Series even;    ///< strong players against each other
  Series uneven;  ///< a strong player against a weak one
  /// Rules of `dropping`, `lap-end` and `turn-end` that no watched lap used: `lap-end: theirs -> stop`.
  std::vector<std::string> unused;
  std::vector<std::string> example;  ///< the moves of an even game
  std::string ending;                ///< the end of the example
};

/// Plays the three series in turn until one of the limits is reached. If the limit of games is reached
/// first, the result depends only on the arguments.
Trial try_game(const DescribedGame& game, const TrialSettings& settings);

/// One finding about a game.
struct Finding {
  std::string topic;  ///< one word
  bool good = true;
  std::string text;
};

/// The findings of a trial: whether games end, their length, choices, balance, draws, the success of stronger
/// players, and the use of the rules.
std::vector<Finding> findings(const Trial& trial);

/// The quality of a game, 0 to 1, from the topics of `findings`.
double quality(const Trial& trial);

}  // namespace ebiri::described
