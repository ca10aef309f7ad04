// The raids of faulty_bot without isolation, with limits and in a sandbox. Expectations follow `enforce` if
// this machine lacks a protection; tests/cli/isolation_test.py covers `isolation-required`.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "referee/process/line_channel.hpp"
#include "tests/faults/catalogue.hpp"
#include "tests/prepared.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using process::Child;
using process::Isolation;
using process::LineChannel;
using tests::processes_left;

namespace {

const std::shared_ptr<const process::Capabilities>& means() {
  static const auto found = process::Capabilities::find();
  return found;
}

bool has_sandbox() { return means()->sandbox_problem.empty(); }

// An instrumented engine reserves more memory than a limit for a single process allows.
const bool instrumented = EBIRI_TEST_SAMPLING != 0;

process::Limits tight() {
  process::Limits limits{.memory = 120'000'000, .processes = 20, .disk = 10'000'000};
  if (instrumented && !means()->cgroups.memory) limits.memory = 0;
  return limits;
}

struct Loot {
  std::string got;   // the engine's output on stderr
  std::string exit;  // how it ended, if it ended before its answer
};

// Plays the beginning of a game up to the first answer. Returns false if there is none.
bool play_first_move(LineChannel& channel) {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  (void)channel.write("ugi\nisready\nuginewgame\nposition startpos\ngo\n", deadline);
  LineChannel::Event event{LineChannel::Status::line, {}};
  while (event.status == LineChannel::Status::line && !event.line.starts_with("bestmove"))
    event = channel.read(deadline);
  return event.status == LineChannel::Status::line;
}

Loot raid(const std::string& name, const process::Confinement& confinement, int argument = 0) {
  auto child = Child::spawn({.argv = {EBIRI_FAULTY_BOT, name, "1", tests::mark(), std::to_string(argument)},
                             .directory = {},
                             .confinement = confinement});
  if (!child) return {child.error().message, {}};
  LineChannel channel{*child, {}, -1};
  const bool answered = play_first_move(channel);
  channel.drain_errors();
  const auto exit = child->stop(answered ? 0ms : 10000ms);
  std::string got = channel.errors();
  if (got.ends_with('\n')) got.pop_back();
  return {std::move(got), answered ? "" : exit.describe()};
}

Loot raid(const std::string& name, Isolation isolation, int argument = 0) {
  return raid(name, process::enforce(isolation, tight(), means()).confinement, argument);
}

// A port of this machine that accepts connections and ignores them.
class Server {
 public:
  Server() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(socket_.get(), generic, size) == 0);
    REQUIRE(::listen(socket_.get(), 8) == 0);
    REQUIRE(::getsockname(socket_.get(), generic, &size) == 0);
    port_ = ::ntohs(address.sin_port);
  }
  int port() const { return port_; }

 private:
  Descriptor socket_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  int port_ = 0;
};

}  // namespace

TEST_CASE("confined: exactly the protections that this machine lacks are reported") {
  const auto enforced = process::enforce(Isolation::sandbox, tight(), means());
  unsigned missing = 0;
  missing += has_sandbox() ? 0U : 1U;
  missing += means()->cgroups.memory || tight().memory == 0 ? 0U : 1U;
  missing += means()->cgroups.processes || has_sandbox() ? 0U : 1U;
  CHECK(enforced.missing.size() == missing);
  CHECK((enforced.confinement.isolation == Isolation::sandbox) == has_sandbox());
  INFO(enforced.describe());
  CHECK(enforced.describe().starts_with(has_sandbox() ? "sandbox" : "limits in place of a sandbox"));
}

TEST_CASE("confined: a fork bomb is limited") {
  CHECK(raid("raid-processes", Isolation::none).got == "300");
  CHECK(processes_left() == 0);
  const auto limits = process::enforce(Isolation::limits, tight(), means());
  if (means()->cgroups.processes) CHECK(raid("raid-processes", limits.confinement).got == "19");
  if (!means()->cgroups.processes)
    CHECK(limits.describe().find("any number of processes") != std::string::npos);
  CHECK(processes_left() == 0);
  if (has_sandbox()) CHECK(raid("raid-processes", Isolation::sandbox).got == "19");
  CHECK(processes_left() == 0);
}

TEST_CASE("confined: one engine's fork bomb leaves others their own share") {
  const auto isolation = has_sandbox() ? Isolation::sandbox : Isolation::limits;
  const auto confinement = process::enforce(isolation, tight(), means()).confinement;
  auto bomb = Child::spawn({.argv = {EBIRI_FAULTY_BOT, "raid-processes", "1", tests::mark()},
                            .directory = {},
                            .confinement = confinement});
  REQUIRE(bomb);
  LineChannel channel{*bomb, {}, -1};
  REQUIRE(play_first_move(channel));
  CHECK(raid("", confinement).exit.empty());  // while all processes of the bomb are alive
  bomb->stop(0ms);
  CHECK(processes_left() == 0);
}

TEST_CASE("confined: the memory of one process is limited") {
  CHECK(raid("raid-memory", Isolation::none).got == "300");
  if (tight().memory == 0) return;
  for (const Isolation isolation : {Isolation::limits, Isolation::sandbox}) {
    const Loot loot = raid("raid-memory", isolation);
    INFO(loot.got << " / " << loot.exit);
    if (means()->cgroups.memory) CHECK(loot.exit == "signal 9 (SIGKILL), out of memory");
    if (!means()->cgroups.memory) CHECK((!loot.got.empty() && std::stoi(loot.got) < 120));
  }
}

TEST_CASE("confined: the memory of children is limited") {
  CHECK(raid("raid-memory-through-children", Isolation::none).got == "300");
  if (!means()->cgroups.memory) {
    const auto missing = process::enforce(Isolation::limits, {.processes = 0}, means()).missing;
    REQUIRE(missing.size() == 1);
    CHECK(missing.front().starts_with("`memory` is enforced for each process of an engine"));
    return;
  }
  for (const Isolation isolation : {Isolation::limits, Isolation::sandbox}) {
    const Loot loot = raid("raid-memory-through-children", isolation);
    INFO(loot.got << " / " << loot.exit);
    CHECK((!loot.exit.empty() || std::stoi(loot.got) <= 120));
    CHECK(processes_left() == 0);
  }
}

TEST_CASE("confined: the use of the disk is limited") {
  CHECK(raid("raid-disk", Isolation::none).got == "32");
  CHECK(raid("raid-one-file", Isolation::none).got == "20");
  CHECK(raid("raid-one-file", Isolation::limits).got == "10");  // eight files of 10 MB each
  if (!has_sandbox()) return;
  for (const char* name : {"raid-disk", "raid-shared-memory"}) {
    const Loot loot = raid(name, Isolation::sandbox);
    INFO(name << " " << loot.got);
    CHECK(std::stoi(loot.got) <= 10);
    CHECK(std::stoi(loot.got) >= 5);
  }
}

TEST_CASE("confined: a sandbox hides files, processes and networks, and blocks signals") {
  const Server server;
  CHECK(raid("raid-network", Isolation::none, server.port()).got == "yes");
  CHECK(raid("raid-network", Isolation::limits, server.port()).got == "yes");
  CHECK(raid("raid-signal", Isolation::none, ::getpid()).got == "yes");
  CHECK(std::stoi(raid("raid-processes-list", Isolation::none).got) > 2);
  CHECK(std::stoi(raid("raid-folder", Isolation::none).got) > 1);
  if (!has_sandbox()) return;
  CHECK(raid("raid-network", Isolation::sandbox, server.port()).got != "yes");
  CHECK(raid("raid-signal", Isolation::sandbox, ::getpid()).got == "No such process");
  CHECK(raid("raid-processes-list", Isolation::sandbox).got == "2");  // itself and its gate
  CHECK(raid("raid-folder", Isolation::sandbox).got == "1");          // itself
  CHECK(raid("raid-places", Isolation::sandbox).got == "nothing");
  CHECK(raid("raid-terminal", Isolation::sandbox).got == "no");
  CHECK(raid("raid-environment", Isolation::sandbox).got ==
        "PATH=/usr/bin:/bin,HOME=/tmp,LANG=C.UTF-8,PWD=/tmp,");
}

TEST_CASE("confined: the CPU time of a process is limited") {
  auto limits = tight();
  limits.cpu = 1s;
  const auto confinement = process::enforce(Isolation::sandbox, limits, means()).confinement;
  CHECK(raid("spin", confinement).exit == "signal 24 (SIGXCPU)");
}
