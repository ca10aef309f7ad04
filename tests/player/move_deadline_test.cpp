#include "referee/player/move_deadline.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri;
using namespace ebiri::player;
using namespace std::chrono_literals;

namespace {

constexpr Duration limit = 100ms;
constexpr std::optional<Duration> disputed = 10s, strict = std::nullopt;

}  // namespace

TEST_CASE("move deadline: the lower bound is the wall time less both waits, and never below what ran") {
  CHECK(lower_bound({.wall = 100ms}, disputed) == 100ms);
  CHECK(lower_bound({.wall = 100ms, .engine_wait = 30ms, .referee_wait = 20ms}, disputed) == 50ms);
  CHECK(lower_bound({.wall = 100ms, .running = 70ms, .engine_wait = 30ms, .referee_wait = 20ms}, disputed) ==
        70ms);
  CHECK(lower_bound({.wall = 100ms, .running = 20ms, .asleep = 30ms, .engine_wait = 100ms}, disputed) ==
        50ms);
  CHECK(lower_bound({.wall = 100ms, .engine_wait = 80ms, .referee_wait = 80ms}, disputed) == 0ms);
  CHECK(lower_bound({.wall = 100ms, .running = 120ms}, disputed) == 100ms);
}

TEST_CASE("move deadline: an answer is late only if the lower bound is over the limit") {
  CHECK(timing_of_answer({.wall = 100ms}, limit, disputed) == Timing::in_time);
  CHECK(timing_of_answer({.wall = 101ms}, limit, disputed) == Timing::late);
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 300ms}, limit, disputed) == Timing::in_time);
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 299ms}, limit, disputed) == Timing::late);
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 250ms, .referee_wait = 50ms}, limit, disputed) ==
        Timing::in_time);
  CHECK(timing_of_answer({.wall = 400ms, .running = 101ms, .referee_wait = 390ms}, limit, disputed) ==
        Timing::late);
}

TEST_CASE("move deadline: without disputes only the referee's own waits are no time of the engine") {
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 300ms}, limit, strict) == Timing::late);
  CHECK(timing_of_answer({.wall = 120ms, .referee_wait = 20ms}, limit, strict) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 101ms, .engine_wait = 100ms}, true, limit, strict) == Timing::late);
}

TEST_CASE("move deadline: silence is late once the lower bound passes the limit") {
  CHECK(timing_of_silence({.wall = 100ms}, false, limit, disputed) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 101ms}, false, limit, disputed) == Timing::late);
  CHECK(timing_of_silence({.wall = 101ms}, true, limit, disputed) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 9s, .engine_wait = 8900ms}, false, limit, disputed) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 9s, .referee_wait = 8900ms}, false, limit, disputed) == Timing::in_time);
}

TEST_CASE("move deadline: where nothing is proven, a game is given up after the busy limit and not before") {
  CHECK(timing_of_silence({.wall = 10100ms, .engine_wait = 10050ms}, false, limit, disputed) ==
        Timing::in_time);
  CHECK(timing_of_silence({.wall = 10101ms, .engine_wait = 10050ms}, false, limit, disputed) == Timing::busy);
  CHECK(timing_of_silence({.wall = 10101ms}, true, limit, disputed) == Timing::busy);
  CHECK(timing_of_silence({.wall = 10101ms}, false, limit, disputed) == Timing::late);  // it was not waiting
}

TEST_CASE("move deadline: time in which the engine ran is its own, whatever else seems to wait") {
  CHECK(timing_of_silence({.wall = 300ms, .running = 100ms, .engine_wait = 250ms}, true, limit, disputed) ==
        Timing::in_time);
  CHECK(timing_of_silence({.wall = 300ms, .running = 101ms, .engine_wait = 250ms}, true, limit, disputed) ==
        Timing::late);
  CHECK(timing_of_silence({.wall = 11s, .running = 4s}, true, limit, disputed) == Timing::late);
}

namespace {

// An engine that is asked at `asked` and answers, or not, when the clock says so.
struct Asked {
  process::Meter meter;  // counts nothing
  process::Deadline asked = std::chrono::steady_clock::now();
  MoveDeadline deadline{meter, asked, limit, disputed};

  // The referee waits from `begin` to `until`, and wakes at `now`.
  Timing answer_after(Duration begin, Duration until, Duration now) {
    deadline.note_wait(asked + begin, asked + until, asked + now);
    return deadline.judge_answer(asked + now);
  }
};

}  // namespace

TEST_CASE("move deadline: a referee that wakes too late excuses the answer by so much") {
  CHECK(Asked{}.answer_after(0ms, 100ms, 150ms) == Timing::in_time);
  CHECK(Asked{}.answer_after(0ms, 160ms, 150ms) == Timing::late);  // it woke in time
  Asked twice;
  twice.deadline.note_wait(twice.asked, twice.asked + 60ms, twice.asked + 90ms);  // for a reason of its own
  CHECK(twice.answer_after(90ms, 130ms, 130ms) == Timing::in_time);
  CHECK(twice.deadline.lower() <= limit);
  CHECK(twice.deadline.upper() == 130ms);
}

TEST_CASE(
    "move deadline: a suspended machine, or a stopped referee, excuses the whole wait in which it was") {
  Asked suspended;
  CHECK(suspended.answer_after(0ms, 100ms, 8h) == Timing::in_time);
  CHECK(suspended.deadline.lower() == 0ms);
  CHECK(suspended.deadline.upper() == 8h);
  CHECK(suspended.deadline.referee_was_stopped());

  Asked early;  // before it began to wait
  CHECK(early.answer_after(10s, 10s + 50ms, 10s + 1ms) == Timing::in_time);
  CHECK(early.deadline.lower() <= 1ms);

  Asked later;  // after 80 ms in which it could have answered
  later.deadline.note_wait(later.asked, later.asked + 100ms, later.asked + 80ms);  // an info line
  CHECK(later.answer_after(80ms, 100ms, 10s) == Timing::in_time);
  CHECK(later.deadline.lower() == 80ms);
}
