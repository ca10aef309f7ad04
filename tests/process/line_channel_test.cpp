#include "referee/process/line_channel.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <string>
#include <utility>

#include "tests/new_folder.hpp"
#include "tests/process/children.hpp"

using namespace ebiri::process;
using namespace ebiri::process::tests;
using namespace std::chrono_literals;
using Status = LineChannel::Status;

TEST_CASE("line channel: lines, a missing last newline, and the end") {
  Child child = running_shell("printf 'one\\r\\n\\ntwo\\nthr'");
  LineChannel channel{child, {}, -1};
  CHECK(channel.read(in(10s)).line == "one");
  CHECK(channel.read(in(10s)).line.empty());
  CHECK(channel.read(in(10s)).line == "two");
  CHECK(channel.read(in(10s)).status == Status::end);
  CHECK(channel.unfinished() == "thr");
  CHECK(channel.read(in(10s)).status == Status::end);
}

TEST_CASE("line channel: unfinished() does not include whole lines") {
  Child child = running_shell("printf 'one\\ntwo\\nthr'; read line");
  LineChannel channel{child, {}, -1};
  CHECK(channel.read(in(10s)).line == "one");
  CHECK(channel.unfinished() == "thr");
  CHECK(channel.read(in(10s)).line == "two");
  CHECK(channel.unfinished() == "thr");
  child.stop(1s);
}

TEST_CASE("line channel: all output is read before the end is reported") {
  Child child = running_shell("echo answer; exit 1");
  child.meter().so_far();
  LineChannel channel{child, {}, -1};
  CHECK(channel.read(in(10s)).line == "answer");
  CHECK(channel.read(in(10s)).status == Status::end);
}

TEST_CASE("line channel: output does not extend a deadline") {
  Child child = running_shell("while :; do printf x; printf y >&2; done");
  LineChannel channel{child, {.line = 1UL << 30U, .request = 1UL << 30U}, -1};
  const auto begin = std::chrono::steady_clock::now();
  CHECK(channel.read(in(50ms)).status == Status::timeout);
  CHECK(std::chrono::steady_clock::now() - begin >= 50ms);
}

TEST_CASE("line channel: a flood of stderr does not extend a wait") {
  Child child = running_shell("while :; do echo complaint >&2; done");
  LineChannel channel{child, {}, -1};
  CHECK(channel.read(in(50ms)).status == Status::timeout);
  CHECK(channel.errors().ends_with("complaint\n"));
  CHECK(channel.errors().size() <= 4096);
}

TEST_CASE("line channel: the tail of stderr begins with a whole line") {
  for (const auto& [tail, expected] :
       {std::pair{15U, "complaint\n"}, std::pair{20U, "complaint\ncomplaint\n"}}) {
    Child child = running_shell("printf 'complaint\\n%.0s' 1 2 3 4 5 6 7 8 9 >&2");
    LineChannel channel{child, {.tail = tail}, -1};
    CHECK(channel.read(soon()).status == Status::end);
    channel.drain_errors();
    CHECK(channel.errors() == expected);
  }
}

TEST_CASE("line channel: the limits of a line and of a request are enforced") {
  Child child = running_shell("printf '%070000d\\n' 1; for i in 1 2 3 4; do printf '%060000d\\n' 1; done");
  LineChannel channel{child, {.line = 65536, .request = 200000}, -1};
  CHECK(channel.read(in(10s)).status == Status::too_long);
  channel.new_request();
  int lines = 0;
  Status status = Status::line;
  while ((status = channel.read(in(10s)).status) == Status::line) ++lines;
  CHECK((status == Status::too_much || status == Status::too_long));
  CHECK(lines <= 3);
}

TEST_CASE("line channel: writing to a child that does not read stops at the deadline") {
  Child child = running_shell("exec sleep 1000");
  LineChannel channel{child, {}, -1};
  const std::string text(1 << 20, 'x');
  CHECK(channel.write(text, in(50ms)) == Status::timeout);
  child.stop(0ms);
}

TEST_CASE("line channel: immediate answers never wait, and only whole ones reach a child that reads late") {
  const ebiri::testing::NewFolder folder;
  const auto flag = folder.path / "read";
  Child child = running_shell("until [ -e '" + flag.string() + "' ]; do sleep 0.01; done; cat");
  LineChannel channel{child, {}, -1};
  const std::string answer(5000, 'p');  // more than a pipe takes at once or not at all
  for (int i = 0; i < 1000; ++i) channel.write_now(answer + "\n");
  std::ofstream{flag};
  REQUIRE(channel.write("end\n", in(20s)) == Status::line);
  int answers = 0;
  auto event = channel.read(in(20s));
  for (; event.line == answer; event = channel.read(in(20s))) ++answers;
  CHECK(event.line == "end");
  CHECK(answers > 5);
  CHECK(answers < 1000);
  child.stop(1s);
}

TEST_CASE("line channel: writing to a dead child returns `end` and raises no signal") {
  Child child = running_shell("exit 0");
  LineChannel channel{child, {}, -1};
  CHECK(channel.read(in(10s)).status == Status::end);
  const Deadline deadline = in(10s);  // the kernel closes its stdin a moment after its stdout
  Status status = Status::line;
  while (status == Status::line && std::chrono::steady_clock::now() < deadline)
    status = channel.write("ugi\n", deadline);
  CHECK(status == Status::end);
}

TEST_CASE("line channel: an interrupt ends waiting at once") {
  const int interrupt = ::eventfd(1, EFD_CLOEXEC);
  Child child = running_shell("exec sleep 1000");
  LineChannel channel{child, {}, interrupt};
  CHECK(channel.read(in(1h)).status == Status::interrupted);
  child.stop(0ms);
  ::close(interrupt);
}

TEST_CASE("line channel: polling never waits and finds received lines") {
  Child child = running_shell("read go; echo one; echo two; read more");
  LineChannel channel{child, {}, -1};
  CHECK(channel.poll().status == Status::timeout);
  CHECK(channel.write("go\n", in(10s)) == Status::line);
  CHECK(channel.read(in(10s)).line == "one");
  CHECK(channel.read(in(10s)).line == "two");
  CHECK(channel.poll().status == Status::timeout);
  child.stop(1s);
}
