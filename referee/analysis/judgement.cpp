#include "referee/analysis/judgement.hpp"

#include <algorithm>
#include <cmath>

namespace ebiri::analysis {

namespace {

using rules::Side;

// In two-row games a capture usually takes two or three seeds. In four-row games it takes at least twice as
// many, which are sown again, so the thresholds are four times as high.
constexpr std::array<Scale, 5> scales{{
    {.variant = "oware", .per_seed = 0.29, .inaccuracy = 1, .mistake = 3, .blunder = 6},
    {.variant = "kalah", .per_seed = 0.25, .inaccuracy = 1, .mistake = 3, .blunder = 6},
    {.variant = "namnam", .per_seed = 0.27, .inaccuracy = 1, .mistake = 3, .blunder = 6},
    {.variant = "omweso", .per_seed = 0.07, .inaccuracy = 4, .mistake = 12, .blunder = 24},
    {.variant = "bao", .per_seed = 0.08, .inaccuracy = 4, .mistake = 12, .blunder = 24},
}};

constexpr double max_points = 0.99;  // of a lead

// South's lead, capped at `largest_lead(scale)`; a known win counts as that lead.
double lead(const Value& value, const Scale& scale) {
  if (value.result) return *value.result * largest_lead(scale);
  return std::clamp(value.seeds, -largest_lead(scale), largest_lead(scale));
}

// Rounds to a step that is finer than any engine's score, so that files are small and values can be read back
// exactly.
double rounded(double number) { return std::round(number * 1e4) / 1e4; }

double for_side(double for_south, Side side) { return side == Side::south ? for_south : -for_south; }

}  // namespace

const Scale& scale_of(std::string_view variant) {
  const auto found = std::ranges::find(scales, variant, &Scale::variant);
  return found == scales.end() ? scales.front() : *found;
}

double largest_lead(const Scale& scale) { return std::log(max_points / (1 - max_points)) / scale.per_seed; }

double points(const Value& value, Side side, const Scale& scale) {
  if (value.result) return (1 + for_side(*value.result, side)) / 2;
  return 1 / (1 + std::exp(-scale.per_seed * for_side(lead(value, scale), side)));
}

bool lost(const Value& value, Side side, const Scale& scale) {
  return for_side(lead(value, scale), side) <= -largest_lead(scale);
}

Loss loss(const Value& before, const Value& after, Side mover, const Scale& scale) {
  const double seeds = for_side(lead(before, scale) - lead(after, scale), mover);
  if (seeds <= 0) return {};
  const double lost = points(before, mover, scale) - points(after, mover, scale);
  return {.seeds = rounded(seeds), .points = rounded(std::max(0.0, lost))};
}

Mark mark(const Loss& loss, const Scale& scale) {
  if (loss.seeds >= scale.blunder) return Mark::blunder;
  if (loss.seeds >= scale.mistake) return Mark::mistake;
  return loss.seeds >= scale.inaccuracy ? Mark::inaccuracy : Mark::none;
}

std::string_view word(Mark mark) {
  static constexpr std::string_view words[] = {"", "inaccuracy", "mistake", "blunder"};
  return words[static_cast<std::size_t>(mark)];
}

char letter(Mark mark) { return std::string_view{"-imb"}[static_cast<std::size_t>(mark)]; }

double accuracy(const Loss& loss) {
  return std::clamp(103.1668 * std::exp(-0.04354 * 100 * loss.points) - 3.1669, 0.0, 100.0);
}

void Sum::add(const Loss& loss, const Scale& scale) {
  ++moves;
  ++marks[static_cast<std::size_t>(mark(loss, scale))];
  accuracies += analysis::accuracy(loss);
  seeds += loss.seeds;
}

std::optional<double> Sum::accuracy() const {
  if (moves == 0) return std::nullopt;
  return accuracies / static_cast<double>(moves);
}

std::optional<double> Sum::seeds_a_move() const {
  if (moves == 0) return std::nullopt;
  return seeds / static_cast<double>(moves);
}

}  // namespace ebiri::analysis
