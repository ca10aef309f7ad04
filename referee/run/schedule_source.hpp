// The games of a tournament as tasks.
#pragma once

#include "referee/run/arena.hpp"
#include "referee/run/loop.hpp"
#include "referee/run/run_state.hpp"

namespace ebiri::run {

/// Queues the remaining games of a tournament's schedule, until all are played or its test is decided. If the
/// schedule depends on results, it grows with them. `take` fails if a game disagrees with the game of that
/// number in the schedule.
class ScheduleSource final : public TaskSource {
 public:
  /// Both outlive it. Precondition: `state` has a tournament, that of `arena`.
  ScheduleSource(const Arena& arena, RunState& state) : arena_(arena), state_(state) {}

  Result<void> take(const match::GameSummary& game) override;
  Result<Step> next(const tournament::GameQueue& queue, std::size_t pending) override;
  report::Standings standings() override { return state_.standings(); }
  std::optional<report::SprtReport> test() override { return state_.test(); }
  bool complete() const override { return state_.over(); }

 private:
  const Arena& arena_;
  RunState& state_;
  std::size_t handed_out_ = 0;  // games of the schedule
};

}  // namespace ebiri::run
