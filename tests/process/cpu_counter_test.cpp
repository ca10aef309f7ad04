// Each source of CPU time against engines that hide the CPU time that they use. Tests of a source that this
// machine does not have are skipped with a message.
#include "referee/process/meter.hpp"

#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"
#include "tests/new_folder.hpp"
#include "tests/process/children.hpp"

using namespace ebiri::process;
using namespace ebiri::process::tests;
using ebiri::Descriptor;
using namespace std::chrono_literals;

namespace {

using Source = CpuCounter::Source;

// A script between `prelude` and `finale` waits for a line on stdin, uses the CPU time `needed`, and then
// writes a line.
const char* const prelude = R"(
import os, signal, sys, threading, time
def spin(clock=time.process_time):
    end = clock() + 0.02
    while clock() < end: pass
def helper(*steps):
    read, write = os.pipe()
    if os.fork() == 0:
        for step in steps: step()
        spin()
        os._exit(0)
    os.close(write)
    os.read(read, 1)
    os.close(read)
def fork():
    if os.fork() != 0: os._exit(0)
sys.stdin.readline()
)";
const char* const finale = "\nprint('done', flush=True)\nsys.stdin.readline()\n";

constexpr auto needed = 5 * 20ms;
constexpr auto unsettled = 15ms;  // CPU time of the last process may be reported a timer tick later

struct Trick {
  const char* name;
  const char* script;
};

constexpr Trick tricks[] = {
    {"SIGCHLD ignored, no wait",
     "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\nfor i in range(5): helper()"},
    {"double fork", "for i in range(5): helper(fork)"},
    {"own session", "for i in range(5): helper(os.setsid)"},
    {"own session, double fork", "for i in range(5): helper(fork, os.setsid, fork)"},
    {"vfork",
     "for i in range(5):\n os.waitpid(os.posix_spawn(sys.executable, [sys.executable, '-S', '-c', 'import "
     "time\\n"
     "while time.process_time() < 0.02: pass'], os.environ), 0)"},
    {"threads that exit",
     "for i in range(5):\n t = threading.Thread(target=spin, args=[time.thread_time]); t.start(); t.join()"},
    {"a process that ends before its helper does",
     "if os.fork() != 0: time.sleep(60)\nfor i in range(5): helper(fork)"},
};

const std::shared_ptr<const Capabilities>& here() {
  static const auto found = Capabilities::find();
  return found;
}

Confinement outside() { return {}; }

// A sandbox whose group is in the tree `counting`. Without a tree, no group counts.
Confinement in_sandbox(ebiri::Result<CgroupTree> counting) {
  auto capabilities = std::make_shared<Capabilities>(*here());
  capabilities->cgroups = {};
  capabilities->cgroups.counting = std::move(counting);
  return {Isolation::sandbox, {.memory = 0, .processes = 0, .disk = 0}, capabilities};
}

Child python(const std::string& script, const Confinement& confinement) {
  return std::move(
      Child::spawn({.argv = {"/usr/bin/python3", "-S", "-c", script}, .confinement = confinement}).value());
}

bool missing(bool there, const char* what) {
  if (!there) std::fputs(fmt::format("skipped: this machine has no {}\n", what).c_str(), stderr);
  return !there;
}

void check_tricks(const Confinement& confinement, Source source) {
  for (const auto& [name, script] : tricks) {
    CAPTURE(name);
    Child child = python(std::string{prelude} + script + finale, confinement);
    CpuCounter& counter = child.meter().counter();
    REQUIRE(counter.source() == source);
    const auto before = counter.cpu();
    REQUIRE(before);
    LineChannel channel{child, {}, -1};
    REQUIRE(channel.write("go\n", soon()) == LineChannel::Status::line);
    REQUIRE(channel.read(soon()).line == "done");
    const auto after = counter.cpu();
    REQUIRE(after);
    CHECK(*after - *before >= needed - unsettled);
    CHECK(counter.cpu() >= after);
  }
}

// Runs `body` in a child process. Returns its result, or 99 if the process died.
template <class Body>
int result_of(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

// Makes `perf_event_open` fail in this process and its children.
bool forbid_perf() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{4, filter};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

std::chrono::nanoseconds own_clock_of(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

}  // namespace

TEST_CASE("CPU counter: a version 2 group counts hidden processes in a sandbox") {
  const auto& tree = here()->cgroups.counting;
  if (missing(here()->sandbox_problem.empty() && tree && tree->version == 2, "version 2 group for a sandbox"))
    return;
  check_tricks(in_sandbox(tree), Source::cgroup);
}

TEST_CASE("CPU counter: a version 1 group counts hidden processes in a sandbox") {
  const CgroupTree tree{"/sys/fs/cgroup/cpuacct", 1};
  const bool writable = ::access((tree.folder / "cpuacct.usage").c_str(), W_OK) == 0;
  if (missing(here()->sandbox_problem.empty() && writable, "version 1 group for a sandbox")) return;
  check_tricks(in_sandbox(tree), Source::cgroup);
}

TEST_CASE("CPU counter: perf counts hidden processes in a sandbox without a group") {
  if (missing(here()->sandbox_problem.empty() && perf_error() == 0, "perf event for a sandbox")) return;
  check_tricks(in_sandbox(ebiri::Error{}), Source::perf);
}

TEST_CASE("CPU counter: perf counts hidden processes outside a sandbox") {
  if (missing(perf_error() == 0, "perf event")) return;
  check_tricks(outside(), Source::perf);
}

TEST_CASE("CPU counter: perf counts for an ordinary user too") {
  if (missing(perf_error() == 0 && ::geteuid() == 0, "root who can become another user")) return;
  const int result = result_of([] {
    if (::setresgid(65534, 65534, 65534) != 0 || ::setresuid(65534, 65534, 65534) != 0) return 1;
    if (!ebiri::Descriptor{open_own_cpu_event()}.open()) return 2;
    Child child = python(std::string{prelude} + tricks[0].script + finale, {});
    if (child.meter().source() != Source::perf) return 3;
    LineChannel channel{child, {}, -1};
    channel.write("go\n", soon());
    if (channel.read(soon()).line != "done") return 4;
    return child.meter().counter().cpu() >= needed - unsettled ? 0 : 5;
  });
  if (missing(result != 2, "perf event for an ordinary user")) return;
  CHECK(result == 0);
}

TEST_CASE("CPU counter: if the kernel refuses perf, engines start without a source") {
  CHECK(result_of([] {
          if (!forbid_perf()) return 1;
          Child child = running_shell("echo up; read a");
          LineChannel channel{child, {}, -1};
          if (channel.read(soon()).line != "up") return 2;
          return child.meter().source() == Source::none && !child.meter().counter().cpu() ? 0 : 3;
        }) == 0);
}

TEST_CASE("CPU counter: without accounting there is no source") {
  Command command = shell("read a");
  command.accounting = false;
  Child child = std::move(Child::spawn(command).value());
  CHECK(child.meter().source() == Source::none);
  CHECK_FALSE(child.meter().counter().cpu());
}

// The work is done by a copy of a shell that the user may execute but not read.
TEST_CASE("CPU counter: perf stops counting without an error at a file of mode 0111") {
  if (missing(perf_error() == 0, "perf event")) return;
  const ebiri::testing::NewFolder folder;
  std::filesystem::permissions(folder.path, static_cast<std::filesystem::perms>(0777));
  const std::string copy = folder.path / "copy";
  const int result = result_of([&] {
    // Root may read every file.
    if (::geteuid() == 0 && (::setresgid(65534, 65534, 65534) != 0 || ::setresuid(65534, 65534, 65534) != 0))
      return 1;
    if (!ebiri::Descriptor{open_own_cpu_event()}.open()) return 2;
    Child child =
        running_shell(fmt::format("cp /bin/sh {0}; chmod 0111 {0}; exec {0} -c 'echo up; while read a; do "
                                  "i=0; while [ $i -lt 100000 ]; do "
                                  "i=$((i+1)); done; echo done; done'",
                                  copy));
    CpuCounter& counter = child.meter().counter();
    if (counter.source() != Source::perf) return 3;
    LineChannel channel{child, {}, -1};
    if (channel.read(soon()).line != "up") return 4;
    const auto counted = counter.cpu();
    const auto used = own_clock_of(child.pid());
    channel.write("go\n", soon());
    if (channel.read(soon()).line != "done") return 5;
    if (own_clock_of(child.pid()) - used < 10ms) return 6;
    if (counter.cpu() != counted) return 7;
    // If the program itself is such a file, the event is not used as a source.
    const Child honest = std::move(Child::spawn({.argv = {copy, "-c", "read a"}}).value());
    return const_cast<Child&>(honest).meter().source() == Source::none ? 0 : 8;
  });
  if (missing(result != 2, "perf event for an ordinary user")) return;
  CHECK(result == 0);
}

// If the referee waits for a core, its first reading of a new engine's counter comes late, in the middle of
// the engine's work.
TEST_CASE("CPU counter: CPU time before the first reading is not evasion") {
  if (missing(perf_error() == 0, "perf event")) return;
  Child child = running_shell(
      "trap stop=1 USR1; echo up; read a; while [ -z \"$stop\" ]; do :; done; echo idle; read a");
  LineChannel channel{child, {}, -1};
  REQUIRE(channel.read(soon()).line == "up");
  perf_event_attr wish{};
  wish.type = PERF_TYPE_SOFTWARE;
  wish.size = sizeof wish;
  wish.config = PERF_COUNT_SW_TASK_CLOCK;
  wish.inherit = wish.exclude_kernel = wish.exclude_hv = 1;
  ebiri::Descriptor event{static_cast<int>(::syscall(SYS_perf_event_open, &wish, child.pid(), -1, -1, 0))};
  REQUIRE(event.open());
  channel.write("begin\n", soon());
  while (own_clock_of(child.pid()) < 100ms) ::sched_yield();
  std::ifstream status(fmt::format("/proc/{}/stat", child.pid()));
  std::string number, name, state;
  pid_t supervisor = 0;
  status >> number >> name >> state >> supervisor;
  Meter meter{child.pid(), supervisor, 1, CpuCounter{{ebiri::Descriptor{}, std::move(event)}}};
  REQUIRE(::kill(child.pid(), SIGUSR1) == 0);
  REQUIRE(channel.read(soon()).line == "idle");
  for (int round = 0; round < 3; ++round) {
    meter.force_scan();
    meter.so_far();
  }
  CHECK(meter.uncounted() < 20ms);
  CHECK_FALSE(meter.evaded());
}

// The clock of a process includes the kernel's work at each switch to it, and perf does not.
TEST_CASE("CPU counter: many short answers are not evasion") {
  if (missing(perf_error() == 0, "perf event")) return;
  Child child = running_shell("exec cat");
  LineChannel channel{child, {}, -1};
  Meter& meter = child.meter();
  REQUIRE(meter.source() == Source::perf);
  for (int answer = 0; answer < 20'000; ++answer) {
    meter.lap();
    channel.write("go\n", soon());
    if (channel.read(soon()).line != "go") FAIL();
  }
  meter.force_scan();
  meter.so_far();
  INFO(own_clock_of(child.pid()).count() << " us used, " << meter.counter().cpu()->count() << " ns counted");
  CHECK(meter.uncounted() < 1ms);
}

TEST_CASE("CPU counter: a group is removed with its engine") {
  const auto capabilities = Capabilities::find();
  const auto& tree = capabilities->cgroups.counting;
  if (missing(capabilities->sandbox_problem.empty() && tree, "sandbox with a group that counts")) return;
  const auto groups = [&] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(tree->folder))
      count += entry.path().filename().string().starts_with(fmt::format("ebiri-{}-", ::getpid())) ? 1 : 0;
    return count;
  };
  {
    Command command = shell("read a");
    command.confinement = {Isolation::sandbox, {}, capabilities};
    const Child child = std::move(Child::spawn(command).value());
    CHECK(groups() == 1);
  }
  CHECK(groups() == 0);
}
