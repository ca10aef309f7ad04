#include "referee/match/clock.hpp"

#include <algorithm>

namespace ebiri::match {

Duration Clock::hard_limit() const {
  std::optional<Duration> limit = left_;
  if (terms_.limit.move) limit = std::min<Duration>(*terms_.limit.move, limit.value_or(Duration::max()));
  return limit ? *limit + terms_.margin : Duration{terms_.patience};
}

void Clock::charge(Duration used) {
  if (!left_) return;
  used = std::max(used, Duration::zero());
  *left_ = std::max(*left_ - used, Duration::zero()) +
           terms_.limit.increment.value_or(std::chrono::milliseconds{0});
  ++moves_;
  if (terms_.limit.moves && moves_ % *terms_.limit.moves == 0) *left_ += *terms_.limit.base;
}

void Clock::add_opponent_time(Duration used) {
  if (left_ && terms_.limit.hourglass.value_or(false)) *left_ += std::max(used, Duration::zero());
}

std::optional<int> Clock::moves_to_go() const {
  if (!terms_.limit.moves) return std::nullopt;
  return *terms_.limit.moves - moves_ % *terms_.limit.moves;
}

player::Budget budget(const Clock& south, const Clock& north, rules::Side mover) {
  const auto in_ms = [](const std::optional<Duration>& time) {
    return time ? std::optional{std::chrono::floor<std::chrono::milliseconds>(*time)} : std::nullopt;
  };
  const Clock& own = mover == rules::Side::south ? south : north;
  player::Budget result{.go = {.movestogo = own.moves_to_go(),
                               .movetime = own.terms().limit.move,
                               .depth = own.terms().limit.depth,
                               .nodes = own.terms().limit.nodes},
                        .hard_limit = own.hard_limit(),
                        .margin = own.terms().margin,
                        .busy_limit = own.terms().busy_limit};
  if (own.left()) {
    result.go.p1time = in_ms(south.left());
    result.go.p2time = in_ms(north.left());
    result.go.p1inc = south.terms().limit.increment;
    result.go.p2inc = north.terms().limit.increment;
  }
  return result;
}

}  // namespace ebiri::match
