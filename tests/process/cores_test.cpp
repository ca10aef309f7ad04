// Engines with `cores`: the cores that they get, the cores that they can take, and their placement.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <thread>

#include "referee/process/line_channel.hpp"
#include "referee/process/machine.hpp"
#include "referee/process/restrictions.hpp"
#include "tests/process/children.hpp"

using namespace ebiri::process;
using namespace ebiri::process::tests;
using namespace std::chrono_literals;

namespace {

bool skip(bool really, const char* what) {
  if (really) std::fputs((std::string{"skipped: this machine has no "} + what + "\n").c_str(), stderr);
  return really;
}

Confinement sandboxed_on(int cores, const std::shared_ptr<const Capabilities>& capabilities) {
  return enforce(Isolation::sandbox, {.memory = 0, .processes = 0, .disk = 0}, capabilities, cores)
      .confinement;
}

Confinement free_on(int cores) { return enforce(Isolation::none, {}, nullptr, cores).confinement; }

std::vector<std::string> lines_of(std::vector<std::string> argv, const Confinement& confinement) {
  auto child = Child::spawn({.argv = std::move(argv), .confinement = confinement});
  if (!child) return {child.error().message};
  LineChannel channel{*child, {}, -1};
  std::vector<std::string> lines;
  for (auto event = channel.read(soon()); event.status == LineChannel::Status::line;
       event = channel.read(soon()))
    lines.emplace_back(event.line);
  return lines;
}

// Tries to use all cores: by the call of the C library and, on x86-64, by the call of x32 programs.
const std::vector<std::string> greedy{"/usr/bin/python3", "-S", "-c", R"(
import ctypes, os, platform
try:
    os.sched_setaffinity(0, range(1024))
    print('widened', flush=True)
except PermissionError:
    print('refused', flush=True)
if platform.machine() == 'x86_64':
    mask = ctypes.create_string_buffer(b'\xff' * 128)
    ctypes.CDLL(None).syscall(0x40000000 | 203, 0, 128, mask)
print(len(os.sched_getaffinity(0)), flush=True)
os.system('nproc')
)"};

using Lines = std::vector<std::string>;

// The exit code of `greedy` in a sandbox on one core: 0 if it cannot leave the core, 2 without a sandbox.
int try_to_leave() {
  const auto capabilities = Capabilities::find();
  if (!capabilities->sandbox_problem.empty()) return 2;
  return lines_of(greedy, sandboxed_on(1, capabilities)) == Lines{"refused", "1", "1"} ? 0 : 1;
}

}  // namespace

TEST_CASE("cores: an engine in a sandbox finds its cores, and cannot take more") {
  if (skip(!can_lock_affinity(), "seccomp filters")) return;
  const int result = try_to_leave();
  if (!skip(result == 2, "sandbox")) CHECK(result == 0);
}

TEST_CASE("cores: an engine cannot take more either if the referee is an ordinary user") {
  if (skip(!can_lock_affinity(), "seccomp filters") || skip(::geteuid() != 0, "root to begin with")) return;
  const pid_t child = ::fork();
  if (child == 0) {
    const bool ordinary = ::setresgid(65534, 65534, 65534) == 0 && ::setresuid(65534, 65534, 65534) == 0;
    ::_exit(ordinary ? try_to_leave() : 3);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  if (!skip(WEXITSTATUS(status) == 2, "sandbox for ordinary users")) CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("cores: four busy processes of an engine with one core share that core") {
  const auto capabilities = Capabilities::find();
  if (skip(!capabilities->sandbox_problem.empty(), "sandbox") ||
      skip(!capabilities->cgroups.counting, "group that counts"))
    return;
  auto child = Child::spawn(
      {.argv = {"/bin/sh", "-c", "for i in 1 2 3 4; do while :; do :; done & done; echo up; read a"},
       .confinement = sandboxed_on(1, capabilities)});
  REQUIRE(child);
  CHECK(child->meter().processors() == 1);
  LineChannel channel{*child, {}, -1};
  REQUIRE(channel.read(soon()).line == "up");
  CpuCounter& counter = child->meter().counter();
  const auto begin = std::chrono::steady_clock::now();
  const auto before = *counter.cpu();
  const auto limit = soon();
  while (*counter.cpu() - before < 300ms)
    if (std::chrono::steady_clock::now() > limit) FAIL("the engine does not run");
  const auto used = *counter.cpu() - before;
  const auto wall = std::chrono::steady_clock::now() - begin;
  // A loop that ran when the count began may have used up to a timer tick that was not counted yet.
  CHECK(used <= wall + 10ms);
}

TEST_CASE("cores: outside a sandbox an engine finds its cores, and can take more") {
  const auto all = std::to_string(allowed_processors().size());
  CHECK(lines_of({"/usr/bin/nproc"}, free_on(1)) == Lines{"1"});
  CHECK(lines_of({"/usr/bin/nproc"}, free_on(1024)) == Lines{all});
  CHECK(lines_of({"/usr/bin/nproc"}, free_on(0)) == Lines{all});
  CHECK(lines_of(greedy, free_on(1)).front() == "widened");
}

TEST_CASE("cores: the starting thread sets the order of processors") {
  const auto all = allowed_processors();
  std::thread{[&] {
    prefer_processors({-1, all.back(), all.front()});
    CHECK(processors_for(1) == std::vector{all.back()});
    CHECK(processors_for(0) == all);
    const Lines mask =
        lines_of({"/bin/sh", "-c", "grep Cpus_allowed_list: /proc/self/status | cut -f2"}, free_on(1));
    CHECK(mask == Lines{std::to_string(all.back())});
    REQUIRE(pin_thread(all.front()));  // an engine may use only processors of its thread
    CHECK(processors_for(1) == std::vector{all.front()});
  }}.join();
  CHECK(processors_for(1) == std::vector{all.front()});
}

TEST_CASE("cores: the description names what is in force") {
  const auto capabilities = Capabilities::find();
  const Limits unlimited{.memory = 0, .processes = 0, .disk = 0};
  CHECK(enforce(Isolation::none, unlimited, nullptr, 0).describe() == "none");
  CHECK(enforce(Isolation::none, unlimited, nullptr, 2).describe() == "none, 2 cores by affinity");
  CHECK(enforce(Isolation::limits, unlimited, capabilities, 1).describe() == "limits, 1 core by affinity");
  if (!skip(!capabilities->sandbox_problem.empty() || !can_lock_affinity(), "sandbox with seccomp filters"))
    CHECK(enforce(Isolation::sandbox, unlimited, capabilities, 1).describe() == "sandbox, 1 core");
}
