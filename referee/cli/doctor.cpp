// `ebiri doctor`: what this machine can do for a tournament, tried out.
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/process/capabilities.hpp"
#include "referee/process/child.hpp"
#include "referee/process/machine.hpp"
#include "referee/run/core_speed.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using process::Capabilities;
using process::Descriptor;

struct MachineFinding {
  std::string thing;
  bool good = false;
  std::string detail;          ///< what was found, or why there is none
  std::string advice = {};     ///< what to do about it, or empty
  bool indispensable = false;  ///< nothing can be played without it
};

constexpr const char* doctor_footer = R"(Examples:
  ebiri doctor
  ebiri doctor --json

Each line is a thing, whether it is there, what was found or why not, and what to do about it. A line that
begins with `NO` is indispensable: without it nothing can be played.
Exit code 0: tournaments can be played here; 3: they cannot.)";

std::string first_line(const std::filesystem::path& file) {
  std::string line;
  std::getline(std::ifstream(file), line);
  return line;
}

MachineFinding engines() {
  auto child = process::Child::spawn({.argv = {"/bin/sh", "-c", "exit 3"}});
  if (!child) return {"start engines", false, child.error().message, "", true};
  const auto exit = child->stop(std::chrono::seconds{10});
  return {"start engines", exit.code == 3,
          exit.code == 3 ? "a child was started, watched and told apart" : exit.describe(), "", true};
}

MachineFinding kernel() {
  const bool good = ::syscall(SYS_close_range, ~0U, ~0U, 4U) == 0;
  return {"close descriptors at exec", good, good ? "close_range" : "the kernel has no close_range",
          "use Linux 5.11 or later", true};
}

MachineFinding watching() {
  const Descriptor handle{static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0))};
  return {"watch processes", handle.open(), handle.open() ? "pidfd" : "the kernel has no pidfd",
          "use Linux 5.11 or later", true};
}

MachineFinding children() {
  const bool good = ::access("/proc/thread-self/children", R_OK) == 0;
  return {"end what engines start", good,
          good ? "/proc lists the children of a process" : "no /proc/thread-self/children",
          "mount /proc; the kernel needs CONFIG_PROC_CHILDREN", true};
}

MachineFinding waits() {
  const std::string text = first_line("/proc/self/schedstat");
  const bool good = !text.empty() && text != "0 0 0";
  return {"measure the wait for a core", good,
          good ? "/proc/self/schedstat" : "no figures in /proc/self/schedstat",
          "a kernel with CONFIG_SCHED_INFO; until then waits are charged to engines"};
}

MachineFinding clock() {
  const std::string source = first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  const bool slow = source == "hpet" || source == "acpi_pm";
  return {"quick clock", !slow, source.empty() ? "the kernel does not say which" : source,
          slow ? "the kernel does not trust the processor's own clock: reading the time is slow" : ""};
}

MachineFinding processors() {
  const auto mine = process::allowed_processors();
  const long all = ::sysconf(_SC_NPROCESSORS_ONLN);
  return {"processors", true,
          fmt::format("{} of {} may be used: as many games at a time with `slots: auto`", mine.size(), all)};
}

MachineFinding pinning() {
  bool good = false;
  std::thread{[&] { good = process::pin_thread(process::allowed_processors().front()); }}.join();
  return {"placement on processors", good, good ? "a thread was pinned" : "a thread could not be pinned",
          "`placement: free` does without it"};
}

MachineFinding core_speed() {
  tournament::Settings all;
  return {"speed of a core", true,
          fmt::format("{} million positions a second, for `core-speed` in a config",
                      run::core_speed_text(run::measure_core_speed(run::placement(all))))};
}

// Files that may limit the CPU time of our control group: its own, and those of the groups above.
std::vector<std::filesystem::path> quota_files() {
  std::string path = first_line("/proc/self/cgroup");
  std::filesystem::path folder = "/sys/fs/cgroup";
  std::vector<std::filesystem::path> files{folder / "cpu.max", folder / "cpu" / "cpu.cfs_quota_us"};
  if (!path.starts_with("0::/")) return files;
  for (const auto& name : std::filesystem::path{path.substr(4)})
    files.push_back((folder /= name) / "cpu.max");
  return files;
}

// A quota stops engines in the middle of a move, whoever is to move.
MachineFinding quota() {
  std::string seen;
  for (const auto& file : quota_files()) {
    const std::string text = first_line(file);
    if (text.empty()) continue;
    seen = file.string() + ": " + text;
    if (!text.starts_with("max") && !text.starts_with("-1"))
      return {"no quota of CPU time", false, seen,
              "lift it, or play with limits in nodes: a quota stops engines in the middle of moves"};
  }
  return {"no quota of CPU time", true, seen.empty() ? "no control group limits it" : seen};
}

std::string place_of(const process::CgroupTree& tree) {
  return fmt::format("cgroup v{} below {}", tree.version, tree.folder.string());
}

MachineFinding group(const char* thing, const Result<process::CgroupTree>& tree,
                     const std::string& consequence) {
  return {thing, static_cast<bool>(tree), tree ? place_of(*tree) : tree.error().message,
          consequence + "start it as `systemd-run --user --scope -p Delegate=yes ebiri …`, or as root"};
}

MachineFinding perf() {
  const int error = process::perf_error();
  const std::string level = first_line("/proc/sys/kernel/perf_event_paranoid");
  return {
      "CPU time by perf", error == 0,
      fmt::format("perf events{}; kernel.perf_event_paranoid is {}",
                  error == 0 ? "" : fmt::format(": {}", std::system_category().message(error)),
                  level.empty() ? "not there" : level),
      "as root: sysctl kernel.perf_event_paranoid=2, and in a container its host must allow perf_event_open; "
      "until then short-lived processes that an engine does not wait for are not counted"};
}

MachineFinding each_process(const std::shared_ptr<const Capabilities>& means) {
  const process::Limits limits{
      .memory = 0, .processes = 0, .cpu = std::chrono::seconds{10}, .disk = 1'000'000};
  auto child = process::Child::spawn({.argv = {"/bin/sh", "-c", "test $(ulimit -t) = 10"},
                                      .directory = {},
                                      .confinement = {process::Isolation::limits, limits, means}});
  const bool good = child && child->stop(std::chrono::seconds{10}).code == 0;
  return {"limits of each process", good,
          good    ? "resource limits"
          : child ? "they do not hold"
                  : child.error().message};
}

MachineFinding bubblewrap(const Capabilities& means) {
  return {"bubblewrap", means.bubblewrap.has_value(),
          means.bubblewrap ? means.bubblewrap->string() : "no `bwrap` in PATH",
          means.bubblewrap ? "" : "install it: apt-get install bubblewrap"};
}

MachineFinding sandbox(const Capabilities& means) {
  const bool good = means.sandbox_problem.empty();
  std::string advice;
  if (!good && means.bubblewrap &&
      ::access("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", F_OK) == 0)
    advice = "user namespaces may be restricted: see kernel.apparmor_restrict_unprivileged_userns";
  else if (!good && means.bubblewrap)
    advice = "see user.max_user_namespaces; in a container, its host must allow them";
  return {"sandbox", good,
          good ? (::geteuid() == 0 ? "a program ran in one; its user is not root"
                                   : "a program ran in one, in a user namespace")
               : means.sandbox_problem,
          advice};
}

std::vector<MachineFinding> look_around() {
  const auto means = Capabilities::find();
  return {engines(),
          kernel(),
          watching(),
          children(),
          processors(),
          pinning(),
          core_speed(),
          waits(),
          group("CPU time by control group", means->cgroups.counting, ""),
          perf(),
          clock(),
          quota(),
          each_process(means),
          group("limit an engine's memory", means->cgroups.memory,
                "`memory` is enforced for each process of an engine, not for all together; "),
          group("limit an engine's processes", means->cgroups.processes,
                "`processes` is not enforced with `isolation: limits`; "),
          bubblewrap(*means),
          sandbox(*means)};
}

void print_line(const MachineFinding& finding) {
  const char* word = finding.good ? "yes" : finding.indispensable ? "NO " : "no ";
  fmt::print("{} {:<28} {}\n", word, finding.thing, printable(finding.detail, 500));
  if (!finding.good && !finding.advice.empty()) fmt::print("{:33}{}\n", "", finding.advice);
}

nlohmann::ordered_json json_of(const MachineFinding& finding) {
  return {{"thing", finding.thing},
          {"good", finding.good},
          {"detail", finding.detail},
          {"advice", finding.good ? "" : finding.advice},
          {"indispensable", finding.indispensable}};
}

int doctor(bool as_json) {
  const auto findings = look_around();
  if (as_json) {
    auto list = nlohmann::ordered_json::array();
    for (const MachineFinding& finding : findings) list.push_back(json_of(finding));
    fmt::print("{}\n", list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    for (const MachineFinding& finding : findings) print_line(finding);
  }
  const bool sound =
      std::ranges::none_of(findings, [](const MachineFinding& f) { return f.indispensable && !f.good; });
  return sound ? 0 : 3;
}

}  // namespace

void add_doctor(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("doctor", "Say what this machine can enforce and measure, and why not");
  const auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "One JSON array, for programs");
  command->footer(doctor_footer);
  command->callback([as_json, &exit_code] { exit_code = doctor(*as_json); });
}

}  // namespace ebiri::cli
