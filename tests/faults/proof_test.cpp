// A loss on time needs proof, and nobody thinks longer than allowed: facts that hold on a machine of any
// speed and under any load. Figures and more cases: tests/bench/clocks_bench.cpp.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "referee/process/machine.hpp"
#include "tests/faults/catalogue.hpp"
#include "tests/faults/load.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using namespace tests;
using player::Duration;
using player::EnginePlayer;
using player::Fault;

namespace {

struct Case {
  std::string way;  ///< of spending.cpp
  Duration cpu{};   ///< for each move
  bool told = false;
};

player::EngineSetup spender(const Case& wanted) {
  return faulty({"use", wanted.way, std::to_string(wanted.cpu.count()), wanted.told ? "told" : "silent"});
}

// Asks for up to `moves` moves of the start position; the first reply that is no answer, or the last answer.
player::Reply ask(const Case& wanted, Duration limit, int moves) {
  EnginePlayer engine{spender(wanted)};
  REQUIRE(std::holds_alternative<player::Ready>(engine.begin({.variant = "oware", .ruleset = "abapa"})));
  const player::Budget budget{.move_time = limit, .patience = limit, .busy_limit = 60s};
  player::Reply reply;
  for (int move = 0; move < moves; ++move) {
    reply = engine.ask({.base = std::nullopt, .moves = {}}, budget);
    if (!std::holds_alternative<player::Answer>(reply)) return reply;
  }
  return reply;
}

std::string text(const player::Reply& reply) {
  if (const auto* fault = std::get_if<Fault>(&reply)) return fault->detail;
  if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) return interrupted->machine;
  return "an answer";
}

bool lost_on_time(const player::Reply& reply) {
  const auto* fault = std::get_if<Fault>(&reply);
  return fault != nullptr && fault->kind == Fault::Kind::time;
}

void pinned(const std::function<void()>& work) {
  std::thread{[&] {
    REQUIRE(process::pin_thread(process::allowed_processors().front()));
    work();
  }}.join();
}

const std::vector<std::string> honest_ways{"itself",     "in-a-thread",  "in-threads",   "in-a-child",
                                           "in-a-chain", "in-an-orphan", "in-a-session", "in-a-program"};

}  // namespace

TEST_CASE("proof: who uses less than half of the limit never loses on time, however busy the core is") {
  pinned([] {
    for (const int processes : {1, 24}) {
      const Load load{processes, Load::Sessions::own};
      for (const std::string& way : honest_ways)
        for (const bool told : {false, true}) {
          CAPTURE(processes, way, told);
          const auto reply = ask({way, 4ms, told}, 10ms, 3);
          INFO(text(reply));
          CHECK(std::holds_alternative<player::Answer>(reply));
        }
    }
  });
}

TEST_CASE("proof: the same without a core of its own") {
  const Load load{static_cast<int>(process::allowed_processors().size()) * 8, Load::Sessions::own};
  for (const std::string& way : honest_ways) {
    CAPTURE(way);
    const auto reply = ask({way, 4ms, true}, 10ms, 3);
    INFO(text(reply));
    CHECK(std::holds_alternative<player::Answer>(reply));
  }
}

TEST_CASE("proof: who uses more CPU time than the limit allows is caught, however busy the core is") {
  pinned([] {
    for (const int processes : {0, 8}) {
      const Load load{processes, Load::Sessions::own};
      for (const std::string& way : honest_ways)
        for (const bool told : {false, true}) {
          CAPTURE(processes, way, told);
          const auto reply = ask({way, 40ms, told}, 20ms, 1);
          INFO(text(reply));
          CHECK(lost_on_time(reply));
        }
    }
  });
}

TEST_CASE("proof: who sleeps or is stopped while nobody else wants the core loses on time") {
  pinned([] {
    for (const char* way : {"asleep", "while-stopped"}) {
      CAPTURE(way);
      const auto reply = ask({way, 400ms}, 100ms, 1);
      INFO(text(reply));
      CHECK(lost_on_time(reply));
    }
  });
}
