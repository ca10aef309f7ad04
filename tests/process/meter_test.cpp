#include "referee/process/meter.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <thread>

#include "referee/process/line_channel.hpp"
#include "tests/process/children.hpp"

using namespace ebiri::process;
using namespace ebiri::process::tests;
using namespace std::chrono_literals;

namespace {

// In a shell, this loop takes a few hundred milliseconds of CPU time.
const char* const loop = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; ";

void await(LineChannel& channel, std::string_view line) { REQUIRE(channel.read(soon()).line == line); }

void ask(LineChannel& channel) { REQUIRE(channel.write("go\n", soon()) == LineChannel::Status::line); }

struct Measured {
  Usage usage;
  std::chrono::steady_clock::duration wall;
};

// Measures a child from the request to its answer.
Measured measure(Child& child) {
  LineChannel channel{child, {}, -1};
  const auto begin = std::chrono::steady_clock::now();
  child.meter().lap();
  ask(channel);
  await(channel, "done");
  const auto usage = child.meter().lap();
  return {usage, std::chrono::steady_clock::now() - begin};
}

/// A process that keeps this thread's processor busy.
class Rival {
 public:
  Rival() : process_(::fork()) {
    if (process_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    volatile unsigned long rounds = 0;
    while (true) rounds = rounds + 1;
  }
  ~Rival() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }

 private:
  pid_t process_;
};

}  // namespace

TEST_CASE("meter: each interval has the CPU time that was used in it") {
  Child child = running_shell(std::string{"read a; "} + loop + "echo one; read a; echo two; read a");
  LineChannel channel{child, {}, -1};
  child.meter().lap();
  ask(channel);
  await(channel, "one");
  const auto busy = child.meter().lap();
  ask(channel);
  await(channel, "two");
  const auto idle = child.meter().lap();
  CHECK(busy.cpu > 20ms);
  CHECK(idle.cpu < busy.cpu / 4);
}

TEST_CASE("meter: without accounting nothing is counted") {
  Command command = shell(std::string{"read a; "} + loop + "echo done; read a");
  command.accounting = false;
  Child child = std::move(Child::spawn(command).value());
  const Usage usage = measure(child).usage;
  CHECK(usage.cpu == Duration::zero());
  CHECK(usage.wait == Duration::zero());
  CHECK(child.meter().state() == Meter::State::undisturbed);
  CHECK_FALSE(child.meter().counts());
}

TEST_CASE("meter: helpers count while they live, after a wait, and in other sessions") {
  for (const std::string& helper :
       {std::string{"("} + loop + "echo done; read b </dev/null; sleep 100) & wait; read a",  // alive
        std::string{"("} + loop + ":); echo done; read a",                                    // waited for
        std::string{"setsid sh -c '"} + loop + "echo done; sleep 100' & read a"}) {           // other session
    CAPTURE(helper);
    Child child = running_shell(helper);
    LineChannel channel{child, {}, -1};
    await(channel, "done");
    CHECK(child.meter().so_far().cpu > 20ms);
  }
}

TEST_CASE("meter: processes that no parent waited for do not hide later use") {
  // The helper becomes a child of the supervisor and ends there. Then the shell itself works.
  Child child =
      running_shell(std::string{"(("} + loop + "echo one; read b) & ); read a; " + loop + "echo two; read a");
  LineChannel channel{child, {}, -1};
  await(channel, "one");
  const auto limit = soon();
  while (child.meter().so_far().cpu <= 20ms) REQUIRE(std::chrono::steady_clock::now() < limit);
  child.meter().lap();
  ask(channel);
  await(channel, "two");
  CHECK(child.meter().so_far().cpu > 20ms);
}

TEST_CASE("meter: the CPU time of a known helper counts in the right interval, even with rare scans") {
  // A script around an engine: its helper does all the work. The engine's turn takes a millisecond, the
  // opponent's turn three.
  Child child = running_shell(
      "exec 3<&0; (while read a <&3; do i=0; while [ $i -lt 500 ]; do i=$((i+1)); done; echo done; done) & "
      "wait");
  LineChannel channel{child, {}, -1};
  ask(channel);
  await(channel, "done");
  child.meter().lap();
  child.meter().set_accuracy(1s);
  ebiri::process::Duration own{}, others{};
  for (int turn = 0; turn < 100; ++turn) {
    child.meter().lap();
    ask(channel);
    await(channel, "done");
    own += child.meter().lap().cpu;
    const auto end = std::chrono::steady_clock::now() + 3ms;
    while (std::chrono::steady_clock::now() < end) {
    }
    others += child.meter().lap().cpu;
  }
  CHECK(own > 10ms);
  CHECK(others < own / 4);
}

TEST_CASE("meter: a wait for a core that other processes hold is not work") {
  std::thread{[] {
    REQUIRE(pin_thread(allowed_processors().front()));
    const Rival one, two, three;
    Child child = running_shell(std::string{"read a; "} + loop + "echo done; read a");
    const auto [usage, wall] = measure(child);
    // Three rivals leave it at most half of the core; more if the kernel shares time among sessions and
    // theirs is also busy on other cores.
    CHECK(usage.wait > usage.cpu / 10);
    // The counters are read one after the other, and a rival may run between two readings.
    CHECK(usage.wait + usage.cpu <= wall + wall / 8);
  }}.join();
}

TEST_CASE("meter: on one core, the running time of an engine includes the CPU time of its helpers") {
  std::thread{[] {
    REQUIRE(pin_thread(allowed_processors().front()));
    const std::string helper = std::string{"("} + loop + loop + ":) & ";
    Child child = running_shell("read a; " + helper + helper + helper + loop + "echo done; read a");
    const auto [usage, wall] = measure(child);
    // Parents report ended children in steps of 10 ms, and one step may belong to an earlier interval.
    CHECK(usage.running >= usage.cpu - 10ms);
    CHECK(usage.running <= wall + 5ms);  // the counters are read one after the other
  }}.join();
}

TEST_CASE("meter: waits of an engine with lowered priority do not count") {
  if (::getpriority(PRIO_PROCESS, 0) >= 10) SKIP("this process has a low priority itself");
  std::thread{[] {
    REQUIRE(pin_thread(allowed_processors().front()));
    const Rival one, two, three;
    Child child = running_shell(std::string{"read a; "} + loop + "echo done; read a");
    REQUIRE(::setpriority(PRIO_PROCESS, static_cast<id_t>(child.pid()), 10) == 0);
    CHECK(measure(child).usage.wait == 0us);
  }}.join();
}
