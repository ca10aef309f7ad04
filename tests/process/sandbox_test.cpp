// The environment of a confined child, and the report of its exit. Skipped without a sandbox; tests/faults
// and tests/cli cover that case.
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"
#include "tests/new_folder.hpp"
#include "tests/process/children.hpp"

using namespace ebiri::process;
using namespace ebiri::process::tests;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

const std::shared_ptr<const Capabilities>& capabilities() {
  static const auto found = Capabilities::find();
  return found;
}

bool has_sandbox() { return capabilities()->sandbox_problem.empty(); }

constexpr Limits unlimited{.memory = 0, .processes = 0, .disk = 0};

Command inside(const std::string& script, const Limits& limits = unlimited) {
  return {.argv = {"/bin/sh", "-c", script}, .confinement = {Isolation::sandbox, limits, capabilities()}};
}

std::string output_of(const Command& command) {
  auto child = Child::spawn(command);
  if (!child) return child.error().message;
  LineChannel channel{*child, {}, -1};
  std::string text;
  for (auto event = channel.read(soon()); event.status == LineChannel::Status::line;
       event = channel.read(soon()))
    text += std::string{event.line} + "\n";
  const auto exit = child->stop(5s);
  channel.drain_errors();
  return text + channel.errors() + (exit.code != 0 || exit.signal != 0 ? exit.describe() + "\n" : "");
}

}  // namespace

TEST_CASE("sandbox: an engine sees only the system's folders, and may write to two") {
  if (!has_sandbox()) return;
  CHECK(output_of(inside("cd /; echo *")) == "bin dev etc lib lib32 lib64 proc sbin tmp usr\n");
  CHECK(output_of(inside("echo /tmp/* /dev/shm/* /sys/* /home/* /root/*")) ==
        "/tmp/* /dev/shm/* /sys/* /home/* /root/*\n");
  CHECK(
      output_of(inside(
          "for d in / /usr /etc /dev /tmp /dev/shm; do (echo x > $d/x) 2> /dev/null && echo $d; done; :")) ==
      "/tmp\n/dev/shm\n");
  CHECK(output_of(inside("pwd; echo $HOME")) == "/tmp\n/tmp\n");
}

TEST_CASE("sandbox: an engine is an ordinary user without rights, alone in its session") {
  if (!has_sandbox()) return;
  CHECK(output_of(inside("test $(id -u) -ne 0 && test $(id -g) -ne 0 && echo ordinary")) == "ordinary\n");
  CHECK(output_of(inside("grep -E '^(CapPrm|CapEff|CapAmb|NoNewPrivs)' /proc/self/status")) ==
        "CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nCapAmb:\t0000000000000000\nNoNewPrivs:\t1\n");
  CHECK(output_of(inside("cut -d' ' -f5,6 /proc/$$/stat; echo $$ $PPID")) == "2 2\n2 1\n");
  CHECK(output_of(inside("ls /proc/self/fd | tr '\\n' ' '; echo")) == "0 1 2 3 \n");  // 3 is `ls` itself
  CHECK(output_of(inside("grep -E '^Sig(Blk|Ign)' /proc/self/status")) ==
        "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  CHECK(output_of(inside("cat /proc/net/dev | tail -n +3 | cut -d: -f1")) == "    lo\n");
}

TEST_CASE("sandbox: the exit is reported exactly, and the gate cannot be killed") {
  if (!has_sandbox()) return;
  CHECK(output_of(inside("exit 139")) == "exit status 139\n");
  CHECK(output_of(inside("kill -SEGV $$")) == "signal 11 (SIGSEGV)\n");
  CHECK(output_of(inside("kill -KILL $PPID; kill -STOP $PPID; kill -TERM $PPID; exit 4")) ==
        "exit status 4\n");
}

TEST_CASE("sandbox: program, arguments and directory keep their paths, read-only") {
  if (!has_sandbox()) return;
  const ebiri::testing::NewFolder folder;
  std::ofstream(folder.path / "engine")
      << "#!/bin/sh\nls; cat \"$1\"; (echo x > x) 2> /dev/null || echo read-only\n";
  std::ofstream(folder.path / "other") << "secret\n";
  std::ofstream(folder.path / "data") << "weights\n";
  fs::permissions(folder.path / "engine", static_cast<fs::perms>(0755));
  Command command{.argv = {folder.path / "engine", folder.path / "data"},
                  .directory = {},
                  .confinement = {Isolation::sandbox, unlimited, capabilities()}};
  // Its directory is /tmp, where it may write.
  const bool in_tmp = folder.path.parent_path() == "/tmp";
  CHECK(output_of(command) == (in_tmp ? folder.path.filename().string() + "\n" : "") + "weights\n");
  command.argv = {"/bin/sh", "-c", "ls " + folder.path.string(), folder.path / "data"};
  CHECK(output_of(command) == "data\n");
  command.argv = {folder.path / "engine", folder.path / "data"};
  command.directory = folder.path;
  CHECK(output_of(command) == "data\nengine\nother\nweights\nread-only\n");
  command.directory = folder.path / "missing";
  CHECK(output_of(command) ==
        "cannot enter the directory `" + command.directory->string() + "`: No such file or directory");
}

TEST_CASE("sandbox: the CPU time of an engine is measured") {
  if (!has_sandbox()) return;
  auto child = Child::spawn(inside("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done; read line"));
  REQUIRE(child);
  LineChannel channel{*child, {}, -1};
  REQUIRE(channel.read(soon()).line == "done");
  CHECK(child->meter().so_far().cpu > 1ms);
  child->stop(1s);
}

TEST_CASE("sandbox: stopping an engine kills its descendants") {
  if (!has_sandbox()) return;
  auto child = Child::spawn(
      inside("(setsid sh -c 'trap \"\" TERM; echo up; while :; do sleep 1000; done' &); read line; exit 6"));
  REQUIRE(child);
  LineChannel channel{*child, {}, -1};
  REQUIRE(channel.read(soon()).line == "up");
  CHECK(child->stop(5s).describe() == "exit status 6");
  std::ifstream children("/proc/thread-self/children");
  std::string pid;
  CHECK_FALSE(children >> pid);
}

TEST_CASE("sandbox: a missing bubblewrap or gate is an error") {
  auto poor = std::make_shared<Capabilities>(*capabilities());
  poor->bubblewrap = "/no/such/bwrap";
  const Command command{
      .argv = {"/bin/true"}, .directory = {}, .confinement = {Isolation::sandbox, unlimited, poor}};
  Child::Cause cause{};
  CHECK(Child::spawn(command, &cause).error().message ==
        "cannot confine `/bin/true`: No such file or directory");
  CHECK(cause == Child::Cause::machine);
  poor->gate = "/no/such/gate";
  CHECK(Child::spawn(command).error().message == "cannot prepare a sandbox: No such file or directory");
  poor->bubblewrap = "/bin/false";
  poor->gate = "/bin/sh";
  CHECK(Child::spawn(command).error().message ==
        "cannot run `/bin/true` in a sandbox: bubblewrap exited without a message");
}

TEST_CASE("limits: the memory group is removed with its engine") {
  if (!capabilities()->cgroups.memory) return;
  const auto groups = [] {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(capabilities()->cgroups.memory->folder))
      count += entry.path().filename().string().starts_with("ebiri-" + std::to_string(::getpid()) + "-");
    return count;
  };
  {
    auto child = Child::spawn({.argv = {"/bin/sh", "-c", "read line"},
                               .directory = {},
                               .confinement = {Isolation::limits, Limits{}, capabilities()}});
    REQUIRE(child);
    CHECK(groups() == 1);
  }
  CHECK(groups() == 0);
}

TEST_CASE("limits: lower limits that are already in force stay") {
  const Limits limits{.memory = 0, .processes = 0, .cpu = 90s, .disk = 1'024'000};
  const auto confinement = enforce(Isolation::limits, limits, capabilities()).confinement;
  CHECK(output_of({.argv = {"/bin/sh", "-c", "ulimit -t; ulimit -f; ulimit -c"},
                   .directory = {},
                   .confinement = confinement}) == "90\n2000\n0\n");
}
