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

// `turns` in a shell take a few hundred milliseconds of CPU time.
const char* const turns = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; ";

void await(LineChannel& channel, std::string_view line) { REQUIRE(channel.read(soon()).line == line); }

void ask(LineChannel& channel) { REQUIRE(channel.write("go\n", soon()) == LineChannel::Status::line); }

struct Stretch {
  Usage usage;
  std::chrono::steady_clock::duration wall;
};

// From the question to a child until it is done.
Stretch stretch(Child& child) {
  LineChannel channel{child, {}, -1};
  const auto begin = std::chrono::steady_clock::now();
  child.meter().lap();
  ask(channel);
  await(channel, "done");
  const auto usage = child.meter().lap();
  return {usage, std::chrono::steady_clock::now() - begin};
}

/// A process on our processor that wants it all the time.
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

TEST_CASE("meter: each stretch has the CPU time that was used in it") {
  Child child = running_shell(std::string{"read a; "} + turns + "echo one; read a; echo two; read a");
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
  Command command = shell(std::string{"read a; "} + turns + "echo done; read a");
  command.accounting = false;
  Child child = std::move(Child::spawn(command).value());
  const Usage usage = stretch(child).usage;
  CHECK(usage.cpu == Duration::zero());
  CHECK(usage.wait == Duration::zero());
  CHECK(child.meter().state() == Meter::State::asleep);
  CHECK_FALSE(child.meter().counts());
}

TEST_CASE("meter: helpers count, alive or waited for, near or far") {
  for (const std::string& helper :
       {std::string{"("} + turns + "echo done; read b </dev/null; sleep 100) & wait; read a",  // alive
        std::string{"("} + turns + ":); echo done; read a",                                    // waited for
        std::string{"setsid sh -c '"} + turns + "echo done; sleep 100' & read a"}) {           // moved away
    CAPTURE(helper);
    Child child = running_shell(helper);
    LineChannel channel{child, {}, -1};
    await(channel, "done");
    CHECK(child.meter().so_far().cpu > 20ms);
  }
}

TEST_CASE("meter: processes that no parent waited for do not hide later use") {
  // The shell hands its helper over to the supervisor, where it ends; then the shell works itself.
  Child child = running_shell(std::string{"(("} + turns + "echo one; read b) & ); read a; " + turns +
                              "echo two; read a");
  LineChannel channel{child, {}, -1};
  await(channel, "one");
  const auto limit = soon();
  while (child.meter().so_far().cpu <= 20ms) REQUIRE(std::chrono::steady_clock::now() < limit);
  child.meter().lap();
  ask(channel);
  await(channel, "two");
  CHECK(child.meter().so_far().cpu > 20ms);
}

TEST_CASE("meter: the CPU time of a known helper counts in its own stretch, even with rare scans") {
  // A script around an engine: all work is its helper's. A turn of its own takes a millisecond, its
  // opponent's three.
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
    Child child = running_shell(std::string{"read a; "} + turns + "echo done; read a");
    const auto [usage, wall] = stretch(child);
    // Three rivals leave it half of the core, or more where the kernel weighs sessions and theirs is busy on
    // other cores too.
    CHECK(usage.wait > usage.cpu / 10);
    // The counters are read one after the other, and a rival may run between two readings.
    CHECK(usage.wait + usage.cpu <= wall + wall / 8);
  }}.join();
}

TEST_CASE("meter: on one core, all that its helpers use is time in which it runs") {
  std::thread{[] {
    REQUIRE(pin_thread(allowed_processors().front()));
    const std::string helper = std::string{"("} + turns + turns + ":) & ";
    Child child = running_shell("read a; " + helper + helper + helper + turns + "echo done; read a");
    const auto [usage, wall] = stretch(child);
    // Parents tell of the dead in steps of 10 ms, of which one may be of an earlier stretch.
    CHECK(usage.running >= usage.cpu - 10ms);
    CHECK(usage.running <= wall + 5ms);  // the counters are read one after the other
  }}.join();
}

TEST_CASE("meter: waits of an engine with lowered priority do not count") {
  std::thread{[] {
    REQUIRE(pin_thread(allowed_processors().front()));
    const Rival one, two, three;
    Child child = running_shell(std::string{"read a; "} + turns + "echo done; read a");
    REQUIRE(::setpriority(PRIO_PROCESS, static_cast<id_t>(child.pid()), 10) == 0);
    CHECK(stretch(child).usage.wait == 0us);
  }}.join();
}
