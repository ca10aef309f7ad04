// Time management: the time that one move should take.
#include <algorithm>

#include "bots/sdk/cpp/bot.hpp"

namespace ebiri::sdk {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int moves_expected = 25;

TimePlan plan_clock(const Budget& budget) {
  const microseconds left = *budget.clock;
  const microseconds increment = budget.increment.value_or(milliseconds(0));
  const microseconds usable = left - std::min<microseconds>(milliseconds(20), left / 2);
  const int moves = std::clamp(budget.moves_to_go.value_or(moves_expected), 1, moves_expected);
  const microseconds share = left / moves + increment * 3 / 4;
  const microseconds ceiling = moves == 1 ? usable : std::min(usable, left / 3 + increment / 2);
  return {.comfortable = budget.asked + std::min(share, ceiling),
          .latest = budget.asked + std::min(share * 4, ceiling)};
}

}  // namespace

TimePlan plan(const Budget& budget) {
  TimePlan plan;
  if (budget.clock) plan = plan_clock(budget);
  if (!budget.move_time) return plan;
  const microseconds whole = *budget.move_time;
  const Clock::time_point end = budget.asked + (whole - std::min<microseconds>(milliseconds(10), whole / 4));
  plan.latest = plan.latest ? std::min(*plan.latest, end) : end;
  plan.comfortable = plan.comfortable ? std::min(*plan.comfortable, end) : end;
  return plan;
}

}  // namespace ebiri::sdk
