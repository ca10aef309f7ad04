#include "referee/explain/perft.hpp"

#include <fmt/format.h>

#include <chrono>

#include "referee/rules/describe.hpp"

namespace ebiri::explain {

Result<TimedPerft> timed_perft(const rules::Rules& rules, const std::string& position, int depth) {
  const auto begin = std::chrono::steady_clock::now();
  const auto count = rules.perft(position, depth);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  if (!count) return count.error();
  return TimedPerft{depth, *count, spent.count()};
}

Result<std::vector<Branch>> divided_perft(const rules::Rules& rules, const std::string& position, int depth) {
  std::vector<Branch> branches;
  const auto game = rules.from_position(position);
  if (!game) return game.error();
  for (const std::string& move : (*game)->legal_moves()) {
    auto next = (*game)->clone();
    next->play(move);
    const auto count = rules.perft(next->position(), depth - 1);
    if (!count) return count.error();
    branches.push_back({move, *count});
  }
  return branches;
}

Result<Speed> measure_speed(const rules::Rules& rules) {
  constexpr int repetitions = 3;
  constexpr double long_enough = 0.1;  // seconds; the next depth takes several times as long
  if (rules.start()->arrangement()) {
    const auto fixed = with_fixed_start(rules);
    if (!fixed) return Error{fmt::format("{} has no option for a fixed start", rules::full_name(rules))};
    return measure_speed(*fixed);
  }
  Speed speed{rules::full_name(rules), rules.start()->position(), {}};
  const auto count = [&](int depth) -> Result<void> {
    auto counted = timed_perft(rules, speed.position, depth);
    if (!counted) return counted.error();
    if (depth != speed.best.depth || counted->seconds < speed.best.seconds) speed.best = *counted;
    return {};
  };
  while (speed.best.seconds < long_enough && speed.best.depth < deepest_perft)
    if (auto counted = count(speed.best.depth + 1); !counted) return counted.error();
  for (int again = 1; again < repetitions; ++again)
    if (auto counted = count(speed.best.depth); !counted) return counted.error();
  return speed;
}

}  // namespace ebiri::explain
