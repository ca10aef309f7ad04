// Chooses the next games of the practice ladder.
#pragma once

#include <vector>

#include "referee/contest/practice/field.hpp"
#include "referee/contest/practice/practice.hpp"
#include "referee/rating/settings.hpp"
#include "referee/rating/tally.hpp"
#include "referee/record/digest.hpp"
#include "referee/support/pace.hpp"

namespace ebiri::contest {

/// Records the pairs that were played or are being played, and chooses the next one. Pair p has the games
/// 2p - 1 and 2p. Not thread-safe.
class PracticePairs {
 public:
  /// `played`: every game of the journal.
  explicit PracticePairs(const match::GameList& played);

  /// Finds the pairs that an interruption left half-played, and puts them first. Call it once, with the same
  /// games, as soon as there is an arena.
  void find_halves(const match::GameList& played, const run::Arena& arena);

  /// Call it when there are new results. The next choice updates the table, unless updates would take more
  /// than a tenth of the time, as with hundreds of entries and very short games.
  void results_changed() { rated_ = false; }

  /// Call it when the field has changed. The next choice updates the table in any case.
  void field_changed() {
    rated_ = false;
    rating_pace_.reset();
  }

  /// Chooses the games of the next pair, and counts the pair as being played. `tally` has the
  /// finished games between `players`. Precondition: at least two players, the engines of `arena`.
  tournament::Task next(const std::vector<PracticePlayer>& players, const run::Arena& arena,
                        const rating::Tally& tally);

 private:
  struct Half {  // the missing game of a pair
    tournament::Pairing missing;
    int attempt = 1;
  };

  void rate(const std::vector<PracticePlayer>& players, const rating::Tally& tally, rating::Options options);

  PracticeLedger ledger_;
  std::vector<Half> halves_;  // in reverse order: the last one is played next
  std::vector<PracticeEntry> table_;
  bool rated_ = false;       // whether `table_` includes all results
  Pace rating_pace_{{}, 9};  // so that ratings take at most a tenth of the time
};

}  // namespace ebiri::contest
