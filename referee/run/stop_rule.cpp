#include "referee/run/stop_rule.hpp"

#include <fmt/format.h>

#include <tuple>

namespace ebiri::run {

void StopControl::standings(const report::Standings& standings) {
  if (standings.rows.size() != 2 || standings.pairs < rule_.least_pairs || !reason_.empty()) return;
  const auto& [first, second] = std::tie(standings.rows[0], standings.rows[1]);
  if (!first.rated || !second.rated || first.group != second.group) return;
  const auto [low, high] = standings.fit.difference_interval(first.engine, second.engine);
  const double error = (high - low) / 2, superiority = first.superiority.value_or(0);
  if (error <= rule_.elo_error)
    reason_ = fmt::format("the error is at most {:g} Elo", rule_.elo_error);
  else if (superiority >= rule_.superiority)
    reason_ = fmt::format(
        "{} is stronger with a likelihood of {:.1f}%; a match stopped this way overstates the difference",
        first.name, 100 * rule_.superiority);
}

void StopControl::tick(const LoopState& state, const tournament::GameQueue&) {
  if (reason_.empty() && state.elapsed >= rule_.time)
    reason_ = fmt::format("{} seconds have passed", rule_.time.count());
}

Control::Requests StopControl::take() {
  Requests requests = inner_.take();
  if (requests.quits > 0 || reason_.empty() || asked_) return requests;
  asked_ = true;
  requests.quits = 1;
  return requests;
}

}  // namespace ebiri::run
