#include "referee/process/checks.hpp"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <thread>

#include "referee/process/capabilities.hpp"
#include "referee/process/child.hpp"
#include "referee/process/machine.hpp"

namespace ebiri::process {

namespace {

std::string first_line(const std::filesystem::path& file) {
  std::string line;
  std::getline(std::ifstream(file), line);
  return line;
}

Check check_engines() {
  auto child = Child::spawn({.argv = {"/bin/sh", "-c", "exit 3"}});
  if (!child) return {"start engines", false, child.error().message, "", true};
  const auto exit = child->stop(std::chrono::seconds{10});
  return {"start engines", exit.code == 3,
          exit.code == 3 ? "started a child and read its exit status" : exit.describe(), "", true};
}

Check check_kernel() {
  const bool good = ::syscall(SYS_close_range, ~0U, ~0U, 4U) == 0;
  return {"close descriptors at exec", good, good ? "close_range" : "no close_range with CLOSE_RANGE_CLOEXEC",
          "use Linux 5.11 or later", true};
}

Check check_watching() {
  const Descriptor handle{static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0))};
  return {"watch processes", handle.open(), handle.open() ? "pidfd" : "the kernel has no pidfd",
          "use Linux 5.11 or later", true};
}

Check check_children() {
  const bool good = ::access("/proc/thread-self/children", R_OK) == 0;
  return {"end all processes of an engine", good,
          good ? "/proc lists child processes" : "no /proc/thread-self/children",
          "mount /proc; the kernel needs CONFIG_PROC_CHILDREN", true};
}

Check check_waits() {
  const std::string text = first_line("/proc/self/schedstat");
  const bool good = !text.empty() && text != "0 0 0";
  return {"measure the wait for a core", good,
          good ? "/proc/self/schedstat" : "no values in /proc/self/schedstat",
          "use a kernel with CONFIG_SCHED_INFO; without it, waits are charged to engines"};
}

Check check_clock() {
  constexpr const char* file = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
  const std::string source = first_line(file);
  const bool slow = source == "hpet" || source == "acpi_pm";
  return {"fast clock", !slow, source.empty() ? "the clock source is unknown" : source,
          slow ? fmt::format("reading the time is slow; as root: echo tsc > {}", file) : ""};
}

Check check_processors() {
  const auto mine = allowed_processors();
  const long all = ::sysconf(_SC_NPROCESSORS_ONLN);
  return {
      "processors", true,
      fmt::format("{0} of {1} may be used; `slots: auto` plays up to {0} games at a time", mine.size(), all)};
}

Check check_pinning() {
  bool good = false;
  std::thread{[&] { good = pin_thread(allowed_processors().front()); }}.join();
  return {"pin games to cores", good, good ? "pinned a thread" : "cannot pin a thread",
          "set `placement: free`"};
}

// The files of the groups of this process that may limit CPU time; of version 1, only that of the top group.
std::vector<std::filesystem::path> quota_files() {
  std::string path = first_line("/proc/self/cgroup");
  std::filesystem::path folder = "/sys/fs/cgroup";
  std::vector<std::filesystem::path> files{folder / "cpu.max", folder / "cpu" / "cpu.cfs_quota_us"};
  if (!path.starts_with("0::/")) return files;
  for (const auto& name : std::filesystem::path{path.substr(4)})
    files.push_back((folder /= name) / "cpu.max");
  return files;
}

// A quota stops engines in the middle of a move.
Check check_quota() {
  std::string seen;
  for (const auto& file : quota_files()) {
    const std::string text = first_line(file);
    if (text.empty()) continue;
    seen = file.string() + ": " + text;
    if (!text.starts_with("max") && !text.starts_with("-1"))
      return {"CPU time without a quota", false, seen,
              "remove the quota, or use limits in nodes: a quota stops engines in the middle of moves"};
  }
  return {"CPU time without a quota", true, seen.empty() ? "no control group limits CPU time" : seen};
}

Check check_group(const char* thing, const Result<CgroupTree>& tree, const std::string& consequence) {
  const char* advice =
      ::geteuid() == 0
          ? "in a container, mount /sys/fs/cgroup writable and move all processes to a lower group"
          : "start Ebiri with `systemd-run --user --scope -p Delegate=yes ebiri …`, or as root";
  return {
      thing, static_cast<bool>(tree),
      tree ? fmt::format("cgroup v{} below {}", tree->version, tree->folder.string()) : tree.error().message,
      consequence + advice};
}

Check check_perf() {
  const int error = perf_error();
  const std::string level = first_line("/proc/sys/kernel/perf_event_paranoid");
  return {
      "CPU time by perf", error == 0,
      fmt::format("perf events{}; kernel.perf_event_paranoid is {}",
                  error == 0 ? "" : fmt::format(": {}", std::system_category().message(error)),
                  level.empty() ? "not available" : level),
      "as root: sysctl kernel.perf_event_paranoid=2, and in a container its host must allow perf_event_open; "
      "without perf, short-lived processes that an engine does not wait for are not counted"};
}

Check check_each_process(const std::shared_ptr<const Capabilities>& capabilities) {
  const Limits limits{.memory = 0, .processes = 0, .cpu = std::chrono::seconds{10}, .disk = 1'000'000};
  auto child = Child::spawn({.argv = {"/bin/sh", "-c", "test $(ulimit -t) -le 10"},
                             .confinement = {Isolation::limits, limits, capabilities}});
  const bool good = child && child->stop(std::chrono::seconds{10}).code == 0;
  return {"limits of each process", good,
          good    ? "resource limits"
          : child ? "`ulimit -t` is above the limit that was set"
                  : child.error().message};
}

Check check_bubblewrap(const Capabilities& capabilities) {
  return {"bubblewrap", capabilities.bubblewrap.has_value(),
          capabilities.bubblewrap ? capabilities.bubblewrap->string() : "no `bwrap` in PATH",
          capabilities.bubblewrap ? "" : "install it: apt-get install bubblewrap"};
}

Check check_sandbox(const Capabilities& capabilities) {
  const bool good = capabilities.sandbox_problem.empty();
  const bool root = ::geteuid() == 0;
  const char* advice = "see user.max_user_namespaces; in a container, its host must allow user namespaces";
  if (good || !capabilities.bubblewrap || !capabilities.gate)
    advice = "";
  else if (root)
    advice = "a container must be allowed to create namespaces and to mount";
  else if (::access("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", F_OK) == 0)
    advice = "user namespaces may be restricted: see kernel.apparmor_restrict_unprivileged_userns";
  return {"sandbox", good,
          good ? (root ? "ran a program as an ordinary user" : "ran a program in a user namespace")
               : capabilities.sandbox_problem,
          advice};
}

}  // namespace

std::vector<Check> check_machine() {
  const auto capabilities = Capabilities::find();
  return {check_engines(),
          check_kernel(),
          check_watching(),
          check_children(),
          check_processors(),
          check_pinning(),
          check_waits(),
          check_group("CPU time by control group", capabilities->cgroups.counting, ""),
          check_perf(),
          check_clock(),
          check_quota(),
          check_each_process(capabilities),
          check_group("limit an engine's memory", capabilities->cgroups.memory,
                      "`memory` is enforced for each process of an engine, not for all together; "),
          check_group("limit an engine's processes", capabilities->cgroups.processes,
                      "`processes` is not enforced with `isolation: limits`; "),
          check_bubblewrap(*capabilities),
          check_sandbox(*capabilities)};
}

}  // namespace ebiri::process
