// A loss on time needs proof, and no engine may think longer than allowed. These facts hold on any machine
// under any load. Figures and more cases: tests/bench/clocks_bench.cpp.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "referee/process/capabilities.hpp"
#include "referee/process/machine.hpp"
#include "referee/process/meter.hpp"
#include "tests/faults/load.hpp"
#include "tests/faults/spending.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using namespace tests;
using player::Fault;

namespace {

std::string text(const player::Reply& reply) {
  if (const auto* fault = std::get_if<Fault>(&reply)) return fault->detail;
  if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) return interrupted->problem;
  return "an answer";
}

// Sanitizers look for other errors than load does, and make each start of an engine several times slower.
constexpr int loaded(int processes) { return EBIRI_TEST_SAMPLING != 0 ? std::min(processes, 3) : processes; }
std::vector<std::string> ways() {
  if (EBIRI_TEST_SAMPLING != 0) return {computing_ways.front(), computing_ways.back()};
  return computing_ways;
}

void pinned(const std::function<void()>& work) {
  std::thread{[&] {
    REQUIRE(process::pin_thread(process::allowed_processors().front()));
    work();
  }}.join();
}

}  // namespace

// The honest engine uses a small part of its limit, as the start of a separate program for each move can cost
// many times its work on a busy machine; its wall time is still far above the limit.
TEST_CASE("proof: an engine that uses less than half of the limit never loses on time on a busy core") {
  pinned([] {
    for (const int processes : {1, loaded(16)}) {
      const Load load{processes, Load::Sessions::own};
      for (const std::string& way : ways())
        for (const bool told : {false, true}) {
          CAPTURE(processes, way, told);
          const auto reply = ask({way, 10ms, told}, 100ms, 3);
          INFO(text(reply));
          CHECK(std::holds_alternative<player::Answer>(reply));
        }
    }
  });
}

TEST_CASE("proof: an engine that shares the referee's core never loses on time below the limit either") {
  const Load load{static_cast<int>(process::allowed_processors().size()) * 6, Load::Sessions::own};
  for (const std::string& way : ways()) {
    CAPTURE(way);
    const auto reply = ask({way, 20ms, true}, 100ms, 3);
    INFO(text(reply));
    CHECK(std::holds_alternative<player::Answer>(reply));
  }
}

TEST_CASE("proof: an engine that uses more CPU time than the limit is caught on a busy core") {
  pinned([] {
    for (const int processes : {0, 3}) {
      const Load load{processes, Load::Sessions::own};
      for (const std::string& way : ways())
        for (const bool told : {false, true}) {
          CAPTURE(processes, way, told);
          const auto reply = ask({way, 80ms, told}, 40ms, 1);
          INFO(text(reply));
          CHECK(lost_on_time(reply));
        }
    }
  });
}

TEST_CASE("proof: a game becomes void if other processes keep the engine waiting beyond the busy limit") {
  pinned([] {
    const Load load{8, Load::Sessions::own};
    const auto reply = ask({"itself", 200ms, false}, 100ms, 1, {}, 1ms);
    INFO(text(reply));
    const auto* interrupted = std::get_if<player::Interrupted>(&reply);
    REQUIRE(interrupted != nullptr);
    CHECK(interrupted->reason == "busy-machine");
    CHECK(interrupted->problem.starts_with("cannot prove that "));
    CHECK(interrupted->time);
  });
}

TEST_CASE("proof: a sandbox does not change these results") {
  const auto capabilities = process::Capabilities::find();
  if (!capabilities->sandbox_problem.empty()) {
    WARN("no sandbox: " + capabilities->sandbox_problem);
    return;
  }
  const process::Confinement sandbox{process::Isolation::sandbox, {}, capabilities, 1};
  pinned([&] {
    const Load load{loaded(8), Load::Sessions::own};
    for (const std::string& way : ways()) {
      CAPTURE(way);
      const auto honest = ask({way, 20ms, true}, 160ms, 3, sandbox);
      INFO(text(honest));
      CHECK(std::holds_alternative<player::Answer>(honest));
      const auto greedy = ask({way, 80ms, true}, 40ms, 1, sandbox);
      INFO(text(greedy));
      CHECK(lost_on_time(greedy));
    }
  });
}

TEST_CASE("proof: an engine with lowered priority is charged for its waits") {
  pinned([] {
    const Load load{8, Load::Sessions::own};
    const auto reply = ask({"in-the-background", 90ms}, 100ms, 1);
    INFO(text(reply));
    CHECK(lost_on_time(reply));
  });
}

TEST_CASE("proof: an engine that uses more cores than allowed is caught if nothing prevents it") {
  if (process::allowed_processors().size() < 2) {
    WARN("one processor");
    return;
  }
  const auto reply = ask({"on-all-cores", 1s}, 60s, 1, {.cores = 1});
  INFO(text(reply));
  // If other processes hold the cores, several threads may not get more than one.
  if (const auto* answer = std::get_if<player::Answer>(&reply)) {
    CHECK(answer->thought.cpu <= answer->thought.wall + 50ms);
  } else {
    const auto* fault = std::get_if<Fault>(&reply);
    REQUIRE(fault != nullptr);
    CHECK(fault->kind == Fault::Kind::cores);
    CHECK(matches("used * of CPU time in *, with `cores: 1`", fault->detail));
  }

  const auto capabilities = process::Capabilities::find();
  if (!capabilities->sandbox_problem.empty()) {
    WARN("no sandbox: " + capabilities->sandbox_problem);
    return;
  }
  const auto kept = ask({"on-all-cores", 200ms}, 60s, 1, {process::Isolation::sandbox, {}, capabilities, 1});
  INFO(text(kept));
  CHECK(std::holds_alternative<player::Answer>(kept));
}

TEST_CASE("proof: an engine that leaves the counter of its CPU time is caught") {
  if (process::perf_error() != 0) {
    WARN("no perf events");
    return;
  }
  // Root can read every file, so this needs an ordinary user.
  const pid_t other = ::fork();
  REQUIRE(other >= 0);
  if (other == 0) {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 &&
        (::setresgid(nobody, nobody, nobody) != 0 || ::setresuid(nobody, nobody, nobody) != 0))
      ::_exit(2);
    if (!process::CpuCounter{{{}, Descriptor{process::open_own_cpu_event()}}}.cpu()) ::_exit(2);
    const auto reply = ask({"in-an-unreadable-copy", 200ms}, 60s, 1);
    const auto* fault = std::get_if<Fault>(&reply);
    if (fault == nullptr) fmt::print(stderr, "{}\n", text(reply));
    ::_exit(fault != nullptr && fault->kind == Fault::Kind::evasion ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(other, &status, 0) == other);
  if (WEXITSTATUS(status) == 2) {
    WARN("no perf events for ordinary users");
    return;
  }
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("proof: an engine that sleeps or is stopped while the core is free loses on time") {
  pinned([] {
    for (const char* way : {"asleep", "while-stopped"}) {
      CAPTURE(way);
      const auto reply = ask({way, 400ms}, 100ms, 1);
      INFO(text(reply));
      CHECK(lost_on_time(reply));
    }
  });
}

TEST_CASE("proof: an engine that the kernel blocks loses on time only if the core was idle") {
  pinned([] {
    const auto idle = [] { return process::idle_times(process::allowed_processors()).front(); };
    const auto before = idle();
    const auto alone = ask({"while-blocked", 400ms}, 100ms, 1);
    INFO(text(alone));
    CHECK((lost_on_time(alone) || idle() - before < 300ms));  // other tests may want the core
    const Load load{1, Load::Sessions::own};
    const auto among_others = ask({"while-blocked", 400ms}, 100ms, 1);
    INFO(text(among_others));
    CHECK_FALSE(lost_on_time(among_others));
  });
}
