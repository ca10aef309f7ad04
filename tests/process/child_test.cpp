#include "referee/process/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "referee/process/line_channel.hpp"
#include "tests/process/children.hpp"

using namespace ebiri::process;
using namespace ebiri::process::tests;
using namespace std::chrono_literals;

namespace {

std::string read_all(Child& child) {
  LineChannel channel{child, {}, -1};
  std::string text;
  while (true) {
    const auto event = channel.read(soon());
    if (event.status != LineChannel::Status::line) return text;
    text += std::string{event.line} + "\n";
  }
}

bool alive(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  return std::getline(status, text) && text.find(") Z ") == std::string::npos;
}

}  // namespace

TEST_CASE("child: it gets three pipes and no other descriptor of the referee") {
  const int leak = ::open("/dev/null", 0);  // deliberately without close-on-exec
  auto child = Child::spawn(shell("ls /proc/self/fd | tr '\\n' ' '; echo"));
  REQUIRE(child);
  CHECK(read_all(*child) == "0 1 2 3 \n");  // 3 is `ls` reading the folder
  CHECK(child->stop(1s).describe() == "exit status 0");
  ::close(leak);
}

TEST_CASE("child: an exit status is distinguished from a signal") {
  auto eleven = Child::spawn(shell("exit 11"));
  CHECK(eleven->stop(5s).describe() == "exit status 11");
  auto signalled = Child::spawn(shell("kill -SEGV $$"));
  CHECK(signalled->stop(5s).describe() == "signal 11 (SIGSEGV)");
}

TEST_CASE("child: a failed start has a reason and leaves nothing behind") {
  CHECK(Child::spawn({.argv = {"/no/such/engine"}}).error().message ==
        "cannot run `/no/such/engine`: No such file or directory");
  CHECK(Child::spawn({.argv = {"/bin/sh"}, .directory = "/no/such/folder"}).error().message ==
        "cannot enter the directory `/no/such/folder`: No such file or directory");
  std::ifstream children("/proc/thread-self/children");
  std::string pid;
  CHECK_FALSE(children >> pid);
}

TEST_CASE("child: without isolation it has the referee's limits, but dumps no core") {
  auto child = Child::spawn(shell("grep -v core /proc/self/limits; ulimit -c"));
  std::ifstream own("/proc/self/limits");
  std::string expected;
  for (std::string line; std::getline(own, line);)
    if (line.find("core") == std::string::npos) expected += line + "\n";
  CHECK(read_all(*child) == expected + "0\n");
  child->stop(1s);
}

TEST_CASE("child: it has default signal handling") {
  auto child = Child::spawn(shell("grep -E '^Sig(Blk|Ign)' /proc/self/status"));
  CHECK(read_all(*child) == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  child->stop(1s);
}

TEST_CASE("child: it leads its own session") {
  auto child = Child::spawn(shell("cut -d' ' -f5,6 /proc/$$/stat"));
  CHECK(read_all(*child) == std::to_string(child->pid()) + " " + std::to_string(child->pid()) + "\n");
  child->stop(1s);
}

TEST_CASE("child: stop kills the whole group after the grace period") {
  auto child = Child::spawn(shell("trap '' TERM; sleep 1000 & echo $!; while :; do sleep 1000; done"));
  LineChannel channel{*child, {}, -1};
  const auto event = channel.read(soon());
  REQUIRE(event.status == LineChannel::Status::line);
  const pid_t grandchild = std::stoi(std::string{event.line});
  CHECK(alive(grandchild));
  const auto exit = child->stop(10ms);
  CHECK(exit.killed);
  CHECK(exit.describe() == "killed by the referee");
  // The process was killed with the group. Its new parent may take a moment to reap it.
  for (int round = 0; round < 1000 && alive(grandchild); ++round) ::poll(nullptr, 0, 1);
  CHECK_FALSE(alive(grandchild));
  CHECK(child->stop(10ms).killed);  // a second call returns the same result
}

TEST_CASE("child: stop kills descendants in other sessions, and no other process") {
  const std::string daemon = "(setsid sh -c 'echo $$; exec sleep 1000' &); read line || exit 6";
  auto child = Child::spawn(shell(daemon)), other = Child::spawn(shell(daemon));
  LineChannel channel{*child, {}, -1}, others_channel{*other, {}, -1};
  const pid_t orphan = std::stoi(std::string{channel.read(soon()).line});
  const pid_t others_orphan = std::stoi(std::string{others_channel.read(soon()).line});
  CHECK(child->stop(5s).describe() == "exit status 6");
  CHECK_FALSE(alive(orphan));
  CHECK(alive(others_orphan));
  other->stop(0ms);
  CHECK_FALSE(alive(others_orphan));
}

TEST_CASE("child: its supervisor holds none of its pipes and reaps its orphans") {
  // $PPID is the supervisor. The orphans have been reaped when it lists only the shell.
  auto child = Child::spawn(
      shell("ls /proc/$PPID/fd | tr '\\n' ' '; echo; (true & true &); "
            "while [ \"$(cat /proc/$PPID/task/*/children)\" != \"$$ \" ]; do :; done; echo alone"));
  CHECK(read_all(*child) == "0 1 \nalone\n");
  child->stop(1s);
}

TEST_CASE("child: an engine that kills its supervisor dies with it") {
  auto child = Child::spawn(shell("read line; kill -KILL $PPID; exec sleep 1000"));
  LineChannel channel{*child, {}, -1};
  REQUIRE(channel.write("go\n", soon()) == LineChannel::Status::line);
  CHECK(channel.read(soon()).status == LineChannel::Status::end);
  CHECK(child->stop(10s).describe() == "signal 9 (SIGKILL)");
}

TEST_CASE("child: a failed start is charged to an engine that kills its supervisor at once") {
  for (int round = 0; round < 20; ++round) {
    Child::Cause cause{};
    auto child = Child::spawn(shell("kill -KILL $PPID; exec sleep 1000"), &cause);
    if (child)
      CHECK(child->stop(10s).describe() == "signal 9 (SIGKILL)");
    else
      CHECK(cause == Child::Cause::program);
  }
}

TEST_CASE("child: stop works although the engine has stopped its supervisor") {
  for (int round = 0; round < 50; ++round) {  // the supervisor stops at different points of its start
    auto child = Child::spawn(shell("kill -STOP $PPID; echo done; read line || exit 6"));
    REQUIRE(child);
    LineChannel channel{*child, {}, -1};
    REQUIRE(channel.read(soon()).line == "done");
    CHECK(child->stop(5s).describe() == "exit status 6");
  }
}

TEST_CASE("child: a child that fills its pipes before it exits is drained, not killed") {
  auto child =
      Child::spawn(shell("read line; head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; exit 4"));
  CHECK(child->stop(10s).describe() == "exit status 4");
}

TEST_CASE("child: its CPU time is measured") {
  auto child = Child::spawn(shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done; read line"));
  LineChannel channel{*child, {}, -1};
  REQUIRE(channel.read(soon()).line == "done");
  CHECK(child->meter().so_far().cpu > 0us);
  child->stop(1s);
}
