// A loss on time needs proof, and nobody thinks longer than allowed: facts that hold on a machine of any
// speed and under any load. Figures and more cases: tests/bench/clocks_bench.cpp.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "referee/process/machine.hpp"
#include "tests/faults/load.hpp"
#include "tests/faults/spending.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using namespace tests;
using player::Fault;

namespace {

std::string text(const player::Reply& reply) {
  if (const auto* fault = std::get_if<Fault>(&reply)) return fault->detail;
  if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) return interrupted->machine;
  return "an answer";
}

void pinned(const std::function<void()>& work) {
  std::thread{[&] {
    REQUIRE(process::pin_thread(process::allowed_processors().front()));
    work();
  }}.join();
}

}  // namespace

TEST_CASE("proof: who uses less than half of the limit never loses on time, however busy the core is") {
  pinned([] {
    for (const int processes : {1, 24}) {
      const Load load{processes, Load::Sessions::own};
      for (const std::string& way : computing_ways)
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
  for (const std::string& way : computing_ways) {
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
      for (const std::string& way : computing_ways)
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
