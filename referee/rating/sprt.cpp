#include "referee/rating/sprt.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>

namespace ebiri::rating {

namespace {

using Numbers = std::vector<double>;

// Maximises sum share * ln p over the distributions p with sum p * slope = 0. By Lagrange's method,
// p = share / weight, where weight = 1 + tilt * slope, and `tilt` makes the sum zero.
//
// Let d be the least slope if the observed mean slope is positive, otherwise the greatest; q = slope / d
// (`multiples_`); and tilt = (1 / u - 1) / d. Then weight = 1 - q + q / u, and u = 1 is no tilt.
//
// The sum, share * q * u / ((1 - q) * u + q) over all scores, grows with u >= 1 and is concave. So Newton's
// method approaches its zero from below, from any start. Shares that are almost zero make u large; the
// weights stay exact.
class Tilt {
 public:
  // Returns false if all slopes have one sign, because then no distribution exists. Begins where the last
  // call ended.
  bool solve(const Numbers& shares, const Numbers& slopes) {
    const auto [least, greatest] = std::ranges::minmax(slopes);
    if (!(least < 0 && greatest > 0)) return false;
    double mean = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) mean += shares[k] * slopes[k];
    multiples_ = slopes;
    for (double& multiple : multiples_) multiple /= mean > 0 ? least : greatest;
    constexpr int max_steps = 200;  // it takes five, or forty for a share of 1e-12
    for (int step = 0; step < max_steps && advance(shares); ++step) {
    }
    return true;
  }

  double weight(std::size_t k) const { return (1 - multiples_[k]) + multiples_[k] / u_; }

  double log_weight(std::size_t k) const {
    const double above_one = (1 / u_ - 1) * multiples_[k];
    return above_one > -0.5 ? std::log1p(above_one) : std::log(weight(k));
  }

 private:
  bool advance(const Numbers& shares) {
    double value = 0;
    double derivative = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const double tilted = multiples_[k] / ((1 - multiples_[k]) * u_ + multiples_[k]);
      value += shares[k] * tilted;
      derivative += shares[k] * tilted * tilted;
    }
    const double step = -value * u_ / derivative;
    u_ = std::max(1.0, u_ + step);
    return std::abs(step) > 1e-10 * u_;  // convergence is quadratic
  }

  Numbers multiples_;
  double u_ = 1;
};

// The likeliest distribution of scores under a hypothesis.
struct ConstrainedFit {
  Numbers probabilities;
  double log_likelihood = 0;  // relative to the observed shares, so never positive
};

class ConstrainedLikelihood {
 public:
  explicit ConstrainedLikelihood(const Sample& sample)
      : sample_(sample),
        shares_(sample.counts),
        seen_(moments(sample)) {
    for (double& share : shares_) share /= seen_.units;
  }

  double log_likelihood_with_mean(double mean) const {
    Numbers slopes = sample_.scores;
    for (double& slope : slopes) slope -= mean;
    Tilt tilt;
    const bool possible = tilt.solve(shares_, slopes);
    assert(possible);
    return possible ? log_likelihood(tilt) : 0;
  }

  // Under the hypothesis (mean - 1/2) / standard deviation = `ratio`.
  double log_likelihood_with_ratio(double ratio) const {
    const Numbers uniform(shares_.size(), 1 / static_cast<double>(shares_.size()));
    const auto found = fit_from(uniform, ratio);
    return found ? found->log_likelihood : by_continuation(ratio);
  }

 private:
  double log_likelihood(const Tilt& tilt) const {
    double sum = 0;
    for (std::size_t k = 0; k < shares_.size(); ++k) sum -= sample_.counts[k] * tilt.log_weight(k);
    return sum;
  }

  // Linearises the hypothesis at `p`, moves `p` to the likeliest distribution, and repeats until `p` stays
  // the same.
  std::optional<ConstrainedFit> fit_from(Numbers p, double ratio) const {
    Numbers slopes(p.size());
    Tilt tilt;
    constexpr int max_rounds = 500;
    for (int round = 0; round < max_rounds; ++round) {
      linearise(ratio, p, slopes);
      if (!tilt.solve(shares_, slopes)) return std::nullopt;
      double change = 0;
      for (std::size_t k = 0; k < p.size(); ++k) {
        const double next = shares_[k] / tilt.weight(k);
        change = std::max(change, std::abs(next - p[k]));
        p[k] = next;
      }
      if (change <= 1e-14) return ConstrainedFit{std::move(p), log_likelihood(tilt)};
    }
    return std::nullopt;
  }

  void linearise(double ratio, const Numbers& p, Numbers& slopes) const {
    double mean = 0;
    for (std::size_t k = 0; k < p.size(); ++k) mean += p[k] * sample_.scores[k];
    double variance = 0;
    for (std::size_t k = 0; k < p.size(); ++k)
      variance += p[k] * (sample_.scores[k] - mean) * (sample_.scores[k] - mean);
    const double half_width = ratio * std::sqrt(variance) / 2;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const double deviation = sample_.scores[k] - mean;
      slopes[k] = sample_.scores[k] - 0.5 - half_width * (1 + deviation * deviation / variance);
    }
  }

  // Goes from the observed ratio, which the shares explain, to the wanted one in steps that are
  // small enough.
  double by_continuation(double wanted) const {
    double at = (seen_.mean - 0.5) / std::sqrt(seen_.variance);
    double step = wanted - at;
    ConstrainedFit best{shares_, 0};
    while (at != wanted && std::abs(step) > 1e-9) {
      const double next = std::abs(wanted - at) <= std::abs(step) ? wanted : at + step;
      if (auto found = fit_from(best.probabilities, next)) {
        best = std::move(*found);
        at = next;
      } else {
        step /= 2;
      }
    }
    return best.log_likelihood;
  }

  const Sample& sample_;
  Numbers shares_;
  Moments seen_;
};

}  // namespace

double log_likelihood_ratio(const Sample& sample, const SprtSettings& settings) {
  assert(settings.model != SprtModel::bayesian);
  const ConstrainedLikelihood likelihood(sample);
  if (settings.model == SprtModel::logistic) {
    const SprtScores means = scores(settings, 0, sample.unit);
    return likelihood.log_likelihood_with_mean(means.h1) - likelihood.log_likelihood_with_mean(means.h0);
  }
  const double factor = std::sqrt(games_in(sample.unit));  // from the ratio of a game to that of a unit
  return likelihood.log_likelihood_with_ratio(settings.elo1 / normalised_elo_unit * factor) -
         likelihood.log_likelihood_with_ratio(settings.elo0 / normalised_elo_unit * factor);
}

Sprt::Sprt(const SprtSettings& settings) : settings_(settings) { assert(problems(settings).empty()); }

void Sprt::add(std::int64_t pair, std::optional<PairScores> scores) {
  assert(pair >= 0);
  if (over() && pair >= next_) {
    beyond_ += scores ? 1 : 0;
    return;
  }
  assert(pair >= next_);
  [[maybe_unused]] const bool once = waiting_.emplace(pair, scores).second;
  assert(once);
  while (!over() && !waiting_.empty() && waiting_.begin()->first == next_) {
    const auto first = waiting_.extract(waiting_.begin()).mapped();
    ++next_;
    if (first) judge(*first);
    voids_ += first ? 0 : 1;
  }
  if (!over()) return;
  for (const auto& [number, late] : waiting_) beyond_ += late ? 1 : 0;
  waiting_.clear();
}

void Sprt::judge(const PairScores& scores) {
  const bool repeat = scores.games && !seen_.insert(*scores.games).second;
  recent_ <<= 1U;
  recent_[0] = repeat;
  repeats_in_a_row_ = repeat ? repeats_in_a_row_ + 1 : 0;
  if (!repeat) return count(scores);
  ++repeats_;
  repeating_ = repeats_in_a_row_ == max_repeats_in_a_row || 2 * recent_.count() > recent_.size();
}

void Sprt::count(const PairScores& scores) {
  const auto south = static_cast<std::size_t>(scores.as_south);
  const auto north = static_cast<std::size_t>(scores.as_north);
  ++table_[south][2 - north];
  ++games_[south];
  ++games_[north];
  ratio_ = log_likelihood_ratio(Sample::of(pairs()), without_draw_model(settings_, games_));
  ratios_.push_back(ratio_);
  decision_ = rating::decision(settings_, ratio_);
}

std::int64_t Sprt::counted() const { return std::ssize(ratios_); }

std::int64_t Sprt::waiting() const { return static_cast<std::int64_t>(waiting_.size()); }

}  // namespace ebiri::rating
