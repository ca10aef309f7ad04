#include "referee/player/move_deadline.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri;
using namespace ebiri::player;
using namespace std::chrono_literals;

namespace {

constexpr Duration limit = 100ms;
constexpr std::optional<Duration> busy_limit = 10s, no_busy_limit = std::nullopt;

}  // namespace

TEST_CASE("move deadline: the lower bound is the wall time minus both waits, but at least the running time") {
  CHECK(lower_bound({.wall = 100ms}, busy_limit) == 100ms);
  CHECK(lower_bound({.wall = 100ms, .engine_wait = 30ms, .referee_wait = 20ms}, busy_limit) == 50ms);
  CHECK(lower_bound({.wall = 100ms, .running = 70ms, .engine_wait = 30ms, .referee_wait = 20ms},
                    busy_limit) == 70ms);
  CHECK(lower_bound({.wall = 100ms, .running = 20ms, .asleep = 30ms, .engine_wait = 100ms}, busy_limit) ==
        50ms);
  CHECK(lower_bound({.wall = 100ms, .engine_wait = 80ms, .referee_wait = 80ms}, busy_limit) == 0ms);
  CHECK(lower_bound({.wall = 100ms, .running = 120ms}, busy_limit) == 100ms);
}

TEST_CASE("move deadline: an answer is late only if the lower bound is over the limit") {
  CHECK(timing_of_answer({.wall = 100ms}, limit, busy_limit) == Timing::in_time);
  CHECK(timing_of_answer({.wall = 101ms}, limit, busy_limit) == Timing::late);
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 300ms}, limit, busy_limit) == Timing::in_time);
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 299ms}, limit, busy_limit) == Timing::late);
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 250ms, .referee_wait = 50ms}, limit, busy_limit) ==
        Timing::in_time);
  CHECK(timing_of_answer({.wall = 400ms, .running = 101ms, .referee_wait = 390ms}, limit, busy_limit) ==
        Timing::late);
}

TEST_CASE("move deadline: without a busy limit, only the referee's waits are not charged") {
  CHECK(timing_of_answer({.wall = 400ms, .engine_wait = 300ms}, limit, no_busy_limit) == Timing::late);
  CHECK(timing_of_answer({.wall = 120ms, .referee_wait = 20ms}, limit, no_busy_limit) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 101ms, .engine_wait = 100ms}, true, limit, no_busy_limit) == Timing::late);
}

TEST_CASE("move deadline: silence is late once the lower bound passes the limit") {
  CHECK(timing_of_silence({.wall = 100ms}, false, limit, busy_limit) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 101ms}, false, limit, busy_limit) == Timing::late);
  CHECK(timing_of_silence({.wall = 101ms}, true, limit, busy_limit) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 9s, .engine_wait = 8900ms}, false, limit, busy_limit) == Timing::in_time);
  CHECK(timing_of_silence({.wall = 9s, .referee_wait = 8900ms}, false, limit, busy_limit) == Timing::in_time);
}

TEST_CASE("move deadline: without proof, a game becomes void only after the busy limit") {
  CHECK(timing_of_silence({.wall = 10100ms, .engine_wait = 10050ms}, false, limit, busy_limit) ==
        Timing::in_time);
  CHECK(timing_of_silence({.wall = 10101ms, .engine_wait = 10050ms}, false, limit, busy_limit) ==
        Timing::busy);
  CHECK(timing_of_silence({.wall = 10101ms}, true, limit, busy_limit) == Timing::busy);
  CHECK(timing_of_silence({.wall = 10101ms}, false, limit, busy_limit) ==
        Timing::late);  // it was not waiting
}

TEST_CASE("move deadline: running time is charged even if the engine also seems to wait") {
  CHECK(timing_of_silence({.wall = 300ms, .running = 100ms, .engine_wait = 250ms}, true, limit, busy_limit) ==
        Timing::in_time);
  CHECK(timing_of_silence({.wall = 300ms, .running = 101ms, .engine_wait = 250ms}, true, limit, busy_limit) ==
        Timing::late);
  CHECK(timing_of_silence({.wall = 11s, .running = 4s}, true, limit, busy_limit) == Timing::late);
}

namespace {

// A request, and the referee's waits for its answer. All times are relative to the request.
struct Asked {
  process::Meter meter;  // counts nothing
  process::Deadline asked = std::chrono::steady_clock::now();
  MoveDeadline deadline{meter, asked, limit, busy_limit};

  // The referee waits from `begin`, should wake at `until`, and wakes at `now` with an answer.
  Timing answer_after(Duration begin, Duration until, Duration now) {
    deadline.note_wait(asked + begin, asked + until, asked + now);
    return deadline.judge_answer(asked + now);
  }
};

}  // namespace

TEST_CASE("move deadline: the delay of a referee that wakes too late is not charged") {
  CHECK(Asked{}.answer_after(0ms, 100ms, 150ms) == Timing::in_time);
  CHECK(Asked{}.answer_after(0ms, 160ms, 150ms) == Timing::late);  // it woke in time
  Asked twice;
  twice.deadline.note_wait(twice.asked, twice.asked + 60ms, twice.asked + 90ms);
  CHECK(twice.answer_after(90ms, 130ms, 130ms) == Timing::in_time);
  CHECK(twice.deadline.lower() <= limit);
  CHECK(twice.deadline.upper() == 130ms);
}

TEST_CASE("move deadline: a wait in which the machine or the referee stopped is not charged at all") {
  Asked suspended;
  CHECK(suspended.answer_after(0ms, 100ms, 8h) == Timing::in_time);
  CHECK(suspended.deadline.lower() == 0ms);
  CHECK(suspended.deadline.upper() == 8h);
  CHECK(suspended.deadline.referee_was_stopped());

  Asked early;  // stopped before the wait began
  CHECK(early.answer_after(10s, 10s + 50ms, 10s + 1ms) == Timing::in_time);
  CHECK(early.deadline.lower() <= 1ms);

  Asked later;  // stopped after 80 ms in which the engine could have answered
  later.deadline.note_wait(later.asked, later.asked + 100ms, later.asked + 80ms);  // an info line
  CHECK(later.answer_after(80ms, 100ms, 10s) == Timing::in_time);
  CHECK(later.deadline.lower() == 80ms);
}
