// The standings of a tournament: one row for each engine, ready to be printed in any form.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/judgement.hpp"
#include "referee/rating/fit.hpp"
#include "referee/rating/settings.hpp"
#include "referee/rating/tally.hpp"
#include "referee/rating/tie_breaks.hpp"
#include "referee/report/sprt_report.hpp"

namespace ebiri::report {

/// Data of a run for its table, except its games. Empty texts are not printed.
struct RunMeta {
  std::string name;
  std::string format;                 ///< `round robin`
  std::string variant, ruleset;       ///< `oware`, `abapa repetition=third`
  std::optional<std::uint64_t> seed;  ///< nothing if the table joins runs
  std::string limit;                  ///< `100ms/move`
  std::string openings;               ///< `openings/oware-4ply.txt`, `8 random plies` …
  std::string version;                ///< `ebiri 1.0.0 (a1b2c3d)`
  std::string config_hash;
  std::string isolation;                      ///< of engines; `none` is not printed
  std::int64_t games_planned = 0;             ///< 0 if unknown
  std::vector<rating::Bye> byes;              ///< given so far
  std::vector<rating::BracketPlace> bracket;  ///< of a knockout, in table order, without engines that left
  std::vector<std::string> withdrawn;         ///< a sentence for each withdrawn engine
  rating::Scoring scoring;                    ///< the rules for points, ratings and places
  std::vector<std::string> left_out;          ///< engines whose games are not in the table
  std::string analysis;                       ///< the judge of moves and its limit, if rows have an accuracy
  std::string first_engine;        ///< the engine from whose view a match is shown; empty: the leader
  int extended_from = 0;           ///< pairs planned before the run was extended; 0: it was not
  Outlook outlook;                 ///< for a match of two engines
  std::optional<SprtReport> test;  ///< if set, the table has only the games that count for it
};

/// One engine. Shares are 0..1; a value that needs games is empty without them.
struct StandingsRow {
  std::size_t engine = 0;  ///< index into `Standings::fit`
  std::string name;
  std::size_t group = 0;
  rating::RankRange rank;                  ///< within the group, by rating
  bool rated = false;                      ///< if not, `rank`, `elo`, `error95`, `low` and `high` are unset
  bool marked = false;                     ///< a prior, not only the games, sets the rating
  std::optional<rating::RankRange> place;  ///< among all engines, in the order of points or of a bracket
  std::vector<std::optional<double>> tie_breaks;  ///< the run's tie-breaks, if points give the places
  double elo = 0;
  double error95 = 0;                 ///< half the width of the 95 % interval
  double low = 0, high = 0;           ///< its ends; the interval need not be symmetric
  std::optional<double> superiority;  ///< over the next row; nothing unless `Fit::comparable`
  std::int64_t games = 0;
  std::int64_t bye_games = 0;   ///< games won without an opponent, not in `games`
  double points = 0;            ///< by the rules of the run, for `games` and `bye_games`
  std::optional<double> score;  ///< a win 1, a draw 1/2, per game
  rating::Trinomial results{};
  std::optional<double> score_as_first, score_as_second, draws;
  rating::Pentanomial pairs{};
  std::int64_t unique_games = 0;
  std::optional<double> margin;                         ///< mean of own seeds minus the opponent's
  std::optional<double> margin_rating, margin_error95;  ///< seeds, relative to the group's mean
  std::int64_t moves = 0;
  std::chrono::microseconds move_time{}, move_time_p99{};
  rating::Forfeits forfeits;
  rating::Conduct conduct;
  std::optional<analysis::Sum> judged;  ///< its moves, if the run was analysed
};

/// If ratings give the order, the rows of a group are together: largest group first, strongest engine first,
/// unrated groups last. If points or a bracket give it, all rows are in the order of their places.
struct Standings {
  RunMeta meta;
  std::vector<StandingsRow> rows;
  rating::Fit fit;
  std::int64_t games = 0, unique_games = 0;
  std::int64_t voids = 0;             ///< void attempts of games
  std::int64_t voids_by_machine = 0;  ///< of `voids`: because the machine was busy
  std::int64_t voids_caused = 0;      ///< of the other `voids`: because of an engine's own processes
  std::int64_t plies = 0;
  std::int64_t pairs = 0, repeated_pairs = 0;  ///< opening pairs; those that repeat an earlier one
  std::int64_t repeated_lone_games = 0;        ///< outside of completed pairs: games equal to earlier ones
  rating::Forfeits forfeits;
  std::optional<MatchBlock> match;  ///< if the run has two engines, and games or a test

  /// Whether points or a bracket give the places, so that groups are not separate tables.
  bool by_places() const { return meta.scoring.rank_by == rating::RankBy::points || !meta.bracket.empty(); }

  /// Share of games that repeat an earlier one, 0..1.
  double repetitions() const;

  /// The same share among rated games. If ratings count repeats once, repeated pairs and repeated lone games
  /// are not rated; a rated pair can still have one repeated game.
  double rated_repetitions() const;
};

/// Precondition: `fit` is the fit of this `tally` under `meta.scoring.rating`.
Standings make_standings(RunMeta meta, const rating::Tally& tally, rating::Fit fit);

}  // namespace ebiri::report
