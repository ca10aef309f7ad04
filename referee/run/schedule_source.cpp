#include "referee/run/schedule_source.hpp"

#include <fmt/format.h>

namespace ebiri::run {

Result<void> ScheduleSource::take(const match::GameSummary&) {
  const auto& orphans = state_.tournament()->orphans();
  if (orphans.empty()) return {};
  return Error{fmt::format("game {} of the journal does not follow from the results of earlier games",
                           orphans.front())};
}

// Queues enough determined games to keep the slots busy.
Result<Step> ScheduleSource::next(const tournament::GameQueue& queue, std::size_t) {
  if (state_.test_over())
    return Step{.then = Step::Then::finish,
                .sentences = {report::headline(*state_.test()) + "; finishing the running games"}};
  const tournament::Tournament& tournament = *state_.tournament();
  if (handed_out_ == tournament.schedule().size()) return Step{.then = Step::Then::drain};
  if (queue.waiting() >= queue.ahead()) return Step{};
  return Step{.tasks = tasks_for(arena_, tournament, handed_out_, queue.ahead())};
}

}  // namespace ebiri::run
