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

/// The logarithm of a ratio: the greatest likelihood of the sample under H1 over the greatest under H0
/// (generalised SPRT). Exact, because a test may stop after few units, where the normal approximation fails.
/// Precondition: settings without problems and not `bayesian` (see `without_draw_model`).
/// Source: M. Van den Bergh, notes to Fishtest (README.md).
double log_likelihood_ratio(const Sample& sample, const SprtSettings& settings);

/// The first engine's scores in the two games of an opening pair.
struct PairScores {
  Score as_south = Score::draw;
  Score as_north = Score::draw;
  std::optional<std::uint64_t> games = {};  ///< hash of moves and results; nothing if moves are not known
};

/// Takes opening pairs in any order and judges them in the order of the schedule. It judges a pair when all
/// earlier pairs are finished. The first log likelihood ratio that reaches a bound decides the test. So the
/// verdict and its pairs depend neither on the number of games at a time nor on the length of games. A pair
/// with the same two games as an earlier pair is a repeat. Too many repeats end the test without a verdict.
///
/// Judged pairs: every pair before the first unfinished one, up to the pair that ended the test. Evidence:
/// judged pairs that are neither void nor repeats. The ratio is computed after each of these. One thread at a
/// time.
class Sprt {
 public:
  /// Precondition: settings without problems.
  explicit Sprt(const SprtSettings& settings);

  /// Pair number `pair` (from 0) is finished; `nullopt` if it is void. Precondition: each number is
  /// added once.
  void add(std::int64_t pair, std::optional<PairScores> scores);

  const SprtSettings& settings() const { return settings_; }
  TestDecision decision() const { return decision_; }

  /// Whether repeats have ended the test: `max_repeats_in_a_row`, or more than half of the last
  /// `recent_pairs`. Void pairs are left out.
  bool repeating() const { return repeating_; }
  static constexpr int max_repeats_in_a_row = 20;
  static constexpr int recent_pairs = 50;

  /// Whether the test has ended, by its verdict or by repeats. Later pairs are not judged.
  bool over() const { return repeating_ || decision_ != TestDecision::undecided; }

  double ratio() const { return ratio_; }  ///< the log likelihood ratio of the evidence so far

  /// The log likelihood ratio after each pair of the evidence.
  const std::vector<double>& ratios() const { return ratios_; }

  // The evidence.
  const PairTable& table() const { return table_; }
  Pentanomial pairs() const { return by_points(table_); }
  const Trinomial& games() const { return games_; }
  std::int64_t counted() const;                      ///< pairs of the evidence
  std::int64_t voids() const { return voids_; }      ///< void judged pairs
  std::int64_t repeats() const { return repeats_; }  ///< judged pairs that are repeats
  std::int64_t next() const { return next_; }        ///< number of the first pair that is not judged (yet)
  std::int64_t waiting() const;  ///< finished pairs, void ones too, after an unfinished one
  /// Finished pairs after the one that ended the test; without void ones.
  std::int64_t beyond() const { return beyond_; }

 private:
  void judge(const PairScores& scores);
  void count(const PairScores& scores);

  SprtSettings settings_;
  TestDecision decision_ = TestDecision::undecided;
  double ratio_ = 0;
  std::vector<double> ratios_;
  PairTable table_{};
  Trinomial games_{};
  std::int64_t voids_ = 0, next_ = 0, beyond_ = 0, repeats_ = 0;
  boost::unordered_flat_set<std::uint64_t> seen_;  // `PairScores::games` of the judged pairs
  std::bitset<recent_pairs> recent_;               // whether each of the last judged pairs is a repeat
  int repeats_in_a_row_ = 0;
  bool repeating_ = false;
  std::map<std::int64_t, std::optional<PairScores>> waiting_;
};

}  // namespace ebiri::rating
