// A sequential test while its games are played.
#pragma once

#include <bitset>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "referee/rating/sprt_settings.hpp"

namespace ebiri::rating {

/// ln of the greatest likelihood that distributions of scores under H1 give to the sample, over the same
/// under H0 (generalised SPRT). Exact, not the normal approximation, so it may be looked at after every
/// unit. Precondition: settings without problems and not `bayesian` (see `without_draw_model`).
/// Source: M. Van den Bergh, notes to Fishtest (README.md).
double log_likelihood_ratio(const Sample& sample, const SprtSettings& settings);

/// What the first engine made of the two games of an opening pair.
struct PairScores {
  Score as_south = Score::draw;
  Score as_north = Score::draw;
  std::optional<std::uint64_t> games = {};  ///< hash of the moves of both; nothing if they are not known

  bool operator==(const PairScores&) const = default;
};

/// Takes opening pairs in any order and judges them in the order of the schedule: it looks at the log
/// likelihood ratio after every pair of the longest complete beginning of the schedule, and the first one
/// that reaches a bound decides. So the verdict, and what it rests on, do not depend on how many games are
/// played at a time, nor on short games being over sooner. A pair whose two games an earlier pair has too is
/// a repeat: it is no evidence, and too many of them end the test without a verdict. One thread at a time.
class Sprt {
 public:
  /// Precondition: settings without problems.
  explicit Sprt(const SprtSettings& settings);

  /// Pair number `pair` (from 0) is over. Void pairs (`nullopt`) are passed over. Precondition: each
  /// number once.
  void add(std::int64_t pair, std::optional<PairScores> scores);

  const SprtSettings& settings() const { return settings_; }
  TestDecision decision() const { return decision_; }

  /// Whether repeats have ended the test: `most_repeats_in_a_row`, or more than half of the last
  /// `recent_pairs`. Void pairs are no part of either.
  bool repeating() const { return repeating_; }
  static constexpr int most_repeats_in_a_row = 20;
  static constexpr int recent_pairs = 50;

  /// Whether later pairs count for nothing.
  bool over() const { return repeating_ || decision_ != TestDecision::undecided; }

  double ratio() const { return ratio_; }  ///< the log likelihood ratio after the last pair that counts

  /// The log likelihood ratio after each pair that counts.
  const std::vector<double>& ratios() const { return ratios_; }

  // What counts: the beginning of the schedule that is complete, up to the pair that ended the test.
  /// `[x][y]`: `x` is the first engine's score as south, `y` the second engine's.
  const PairTable& table() const { return table_; }
  const Pentanomial& pairs() const { return pairs_; }
  const Trinomial& games() const { return games_; }
  std::int64_t counted() const;                  ///< pairs that are neither void nor repeats
  std::int64_t voids() const { return voids_; }  ///< void pairs passed over
  std::int64_t repeats() const { return repeats_; }
  std::int64_t next() const { return next_; }  ///< number of the first pair that does not count (yet)
  std::int64_t waiting() const;                ///< pairs that are over, behind one that is not
  /// Pairs that were over behind the one that ended the test, without void ones.
  std::int64_t beyond() const { return beyond_; }

 private:
  void judge(const PairScores& scores);
  bool is_repeat(const PairScores& scores);
  void count(const PairScores& scores);

  SprtSettings settings_;
  TestDecision decision_ = TestDecision::undecided;
  double ratio_ = 0;
  std::vector<double> ratios_;
  PairTable table_{};
  Pentanomial pairs_{};
  Trinomial games_{};
  std::int64_t voids_ = 0, next_ = 0, beyond_ = 0, repeats_ = 0;
  boost::unordered_flat_set<std::uint64_t> seen_;  // games of the pairs that count
  std::bitset<recent_pairs> recent_;               // the last pairs: which are repeats, the latest first
  int repeats_in_a_row_ = 0;
  bool repeating_ = false;
  std::map<std::int64_t, std::optional<PairScores>> waiting_;
};

}  // namespace ebiri::rating
