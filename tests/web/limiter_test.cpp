#include "referee/web/limiter.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

using namespace std::chrono_literals;
using ebiri::web::Limiter;

TEST_CASE("limiter: each client may act a number of times in a window") {
  Limiter limiter{2, 1min};
  const Limiter::Clock::time_point begin{};
  CHECK(limiter.allows("a", begin));
  CHECK(limiter.allows("a", begin + 10s));
  CHECK_FALSE(limiter.allows("a", begin + 20s));
  CHECK(limiter.allows("b", begin + 20s));
  CHECK_FALSE(limiter.allows("a", begin + 59s));  // refused actions do not count
  CHECK(limiter.allows("a", begin + 60s));
  CHECK_FALSE(limiter.allows("a", begin + 61s));
  CHECK(limiter.allows("a", begin + 70s));
}

TEST_CASE("limiter: a flood of new clients uses bounded memory, and new clients are served after it") {
  Limiter limiter{2, 1min};
  const Limiter::Clock::time_point begin{};
  CHECK(limiter.allows("known", begin));
  for (int i = 0; i < 20'000; ++i) limiter.allows("stranger " + std::to_string(i), begin);
  CHECK(limiter.allows("known", begin));
  CHECK_FALSE(limiter.allows("late", begin + 59s));
  CHECK(limiter.allows("late", begin + 61s));
}
