#include "referee/run/schedule_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace ebiri::run {

namespace {

// The number of pairs per slot that a run with a test or with withdrawals may be ahead of the judged pairs.
// It is small, because pairs after the deciding one are wasted.
constexpr std::int64_t pairs_ahead_per_slot = 4;

}  // namespace

Result<void> ScheduleSource::take(const match::GameSummary&) {
  const auto& orphans = state_.tournament()->orphans();
  if (orphans.empty()) return {};
  return Error{fmt::format("game {} of the journal does not follow from the results of earlier games",
                           orphans.front())};
}

// Queues enough determined games to keep the slots busy, but not much more than a test may need.
Result<Step> ScheduleSource::next(const tournament::GameQueue& queue, std::size_t) {
  if (state_.test_over())
    return Step{.then = Step::Then::finish,
                .sentences = {report::headline(*state_.test()) + "; finishing the running games"}};
  const tournament::Tournament& tournament = *state_.tournament();
  if (handed_out_ == tournament.schedule().size()) return Step{.then = Step::Then::drain};
  auto most = static_cast<std::int64_t>(queue.ahead());
  if (queue.waiting() >= queue.ahead()) return Step{};
  if (const auto judged = state_.pairs_judged(); judged) {
    const auto bound = *judged + pairs_ahead_per_slot * static_cast<std::int64_t>(queue.at_a_time());
    most = std::min(most, bound - (tournament.schedule()[handed_out_].pair - 1));
    if (most <= 0) return Step{};
  }
  return Step{.tasks = tasks_for(arena_, tournament, handed_out_, static_cast<std::size_t>(most))};
}

}  // namespace ebiri::run
