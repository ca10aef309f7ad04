#include "referee/player/patience.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri;
using namespace ebiri::player;
using namespace std::chrono_literals;

namespace {

constexpr Duration limit = 100ms;
constexpr std::optional<Duration> disputed = 10s, strict = std::nullopt;

}  // namespace

TEST_CASE("patience: an answer is late by what is the engine's own") {
  CHECK(timing_of_answer({.wall = 100ms}, limit, disputed) == Timing::in_time);
  CHECK(timing_of_answer({.wall = 101ms}, limit, disputed) == Timing::late);
  CHECK(timing_of_answer({.wall = 400ms, .wait = 300ms}, limit, disputed) == Timing::in_time);
  CHECK(timing_of_answer({.wall = 400ms, .wait = 299ms}, limit, disputed) == Timing::late);
  CHECK(timing_of_answer({.wall = 400ms, .wait = 250ms, .lag = 50ms}, limit, disputed) == Timing::in_time);
}

TEST_CASE("patience: without disputes only the referee's own delay is no time of the engine") {
  CHECK(timing_of_answer({.wall = 400ms, .wait = 300ms}, limit, strict) == Timing::late);
  CHECK(timing_of_answer({.wall = 120ms, .lag = 20ms}, limit, strict) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 100ms, .wait = 100ms}, true, limit, strict) == Timing::late);
}

TEST_CASE("patience: silence is late when the time is used up and nobody else holds the cores") {
  CHECK(timing_of_silence({.wall = 99ms}, false, limit, disputed) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 100ms}, false, limit, disputed) == Timing::late);
  CHECK(timing_of_silence({.wall = 100ms}, true, limit, disputed) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 9s, .wait = 8950ms}, false, limit, disputed) == Timing::in_time);
}

TEST_CASE("patience: for a core is waited as long as is allowed, and not longer") {
  CHECK(timing_of_silence({.wall = 10100ms, .wait = 10050ms}, false, limit, disputed) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 10101ms, .wait = 10050ms}, false, limit, disputed) == Timing::busy);
  CHECK(timing_of_silence({.wall = 10101ms}, true, limit, disputed) == Timing::busy);
  CHECK(timing_of_silence({.wall = 10101ms}, false, limit, disputed) == Timing::late);  // it was not waiting
}

TEST_CASE("patience: what an engine used is its own, whatever else it seems to wait for") {
  CHECK(timing_of_silence({.wall = 300ms, .wait = 250ms, .own = 99ms}, true, limit, disputed) ==
        Timing::in_time);
  CHECK(timing_of_silence({.wall = 300ms, .wait = 250ms, .own = 100ms}, true, limit, disputed) ==
        Timing::late);
  CHECK(timing_of_silence({.wall = 11s, .own = 4s}, true, limit, disputed) == Timing::late);
}
