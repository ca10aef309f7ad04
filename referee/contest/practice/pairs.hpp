// Which games the practice ladder plays next.
#pragma once

#include <chrono>
#include <vector>

#include "referee/contest/practice/field.hpp"
#include "referee/contest/practice/practice.hpp"
#include "referee/rating/settings.hpp"
#include "referee/rating/tally.hpp"
#include "referee/record/digest.hpp"

namespace ebiri::contest {

/// Pairs that were played, are being played, and come next. Pair p has the games 2p - 1 and 2p. One thread.
class PracticePairs {
 public:
  /// `played`: every game that the journal has.
  explicit PracticePairs(const match::GameList& played);

  /// Finds the pairs that an interruption has left half played: they come first. To be called once, when an
  /// arena is there, with the same games.
  void find_halves(const match::GameList& played, const run::Arena& arena);

  /// There are new results: the table is made anew before the next choice, unless that would take more than a
  /// tenth of the time, as with hundreds of entries and games of a moment.
  void rate_anew() { rated_ = false; }

  /// The field is another one: in any case.
  void rate_new_field() {
    rated_ = false;
    next_rating_ = {};
  }

  /// The next pair's games, from now on counted as being played. `tally` has all games that are over.
  /// Precondition: two players at least, who are the engines of `arena`.
  tournament::Task next(const std::vector<PracticePlayer>& players, const run::Arena& arena,
                        const rating::Tally& tally);

 private:
  struct Half {  // what is missing of a pair
    tournament::Pairing missing;
    int attempt = 1;
  };

  void rate(const std::vector<PracticePlayer>& players, const rating::Tally& tally, rating::Options options);

  contest::PracticeLedger ledger_;
  std::vector<Half> halves_;  // the first one last
  std::vector<contest::PracticeEntry> table_;
  bool rated_ = false;  // `table_` has all results
  std::chrono::steady_clock::time_point next_rating_{};
};

}  // namespace ebiri::contest
