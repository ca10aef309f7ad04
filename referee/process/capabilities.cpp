#include "referee/process/capabilities.hpp"

#include <fmt/format.h>

#include "referee/process/child.hpp"
#include "referee/process/sandbox.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

constexpr std::chrono::seconds trial_limit{10};

std::string try_sandbox(const std::shared_ptr<const Capabilities>& capabilities) {
  if (!capabilities->bubblewrap) return "bubblewrap (`bwrap`) is not installed";
  if (!capabilities->gate) return "program `ebiri-gate` not found beside the referee";
  const Limits unlimited{.memory = 0, .processes = 0, .disk = 0};
  auto child =
      Child::spawn({.argv = {"/usr/bin/true"}, .confinement = {Isolation::sandbox, unlimited, capabilities}});
  if (!child) return child.error().message;
  const Exit exit = child->stop(trial_limit);
  if (exit.code == 0 && exit.signal == 0 && !exit.killed) return {};
  return fmt::format("`/usr/bin/true` in a sandbox: {}", exit.describe());
}

// The kernel counts the gate, and in a group also bubblewrap, as processes of the engine.
constexpr std::uint64_t with_gate = 1, with_bubblewrap_and_gate = 2;

}  // namespace

std::shared_ptr<const Capabilities> Capabilities::find() {
  auto capabilities = std::make_shared<Capabilities>();
  capabilities->cgroups = Cgroups::find();
  capabilities->bubblewrap = find_bubblewrap();
  capabilities->gate = find_beside("ebiri-gate");
  capabilities->sandbox_problem = try_sandbox(capabilities);
  return capabilities;
}

Rlimits Confinement::rlimits() const {
  if (isolation == Isolation::none) return {.kernel_memory = false};
  Rlimits result{
      .cpu = static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(limits.cpu).count()),
      .file = limits.disk};
  if (!capabilities->cgroups.memory) result.data = limits.memory;
  // Outside a sandbox RLIMIT_NPROC would count all processes of the user.
  if (isolation == Isolation::sandbox && !capabilities->cgroups.processes && limits.processes > 0)
    result.processes = static_cast<std::uint64_t>(limits.processes) + with_gate;
  return result;
}

Result<std::unique_ptr<Cgroup>> Confinement::make_group(bool count) const {
  Cgroups where;
  auto processes = static_cast<std::uint64_t>(limits.processes);
  if (isolation != Isolation::none) {
    if (limits.memory > 0) where.memory = capabilities->cgroups.memory;
    if (processes > 0) where.processes = capabilities->cgroups.processes;
  }
  if (processes > 0 && isolation == Isolation::sandbox) processes += with_bubblewrap_and_gate;
  if (count && isolation == Isolation::sandbox) where.counting = capabilities->cgroups.counting;
  if (!where.memory && !where.processes && !where.counting) return std::unique_ptr<Cgroup>{};
  return Cgroup::make(where, limits.memory, processes);
}

bool Confinement::locks_affinity() const {
  return cores > 0 && isolation == Isolation::sandbox && can_lock_affinity();
}

CpuCounter::Source Confinement::cpu_source() const {
  using Source = CpuCounter::Source;
  if (isolation == Isolation::sandbox && capabilities->cgroups.counting) return Source::cgroup;
  return perf_error() == 0 ? Source::perf : Source::none;
}

Enforced enforce(Isolation isolation, const Limits& limits, std::shared_ptr<const Capabilities> capabilities,
                 int cores) {
  Enforced result{.asked = isolation, .confinement = {}, .missing = {}};
  result.confinement.cores = cores;
  if (isolation == Isolation::none) return result;
  result.confinement = {isolation, limits, std::move(capabilities), cores};
  const Capabilities& here = *result.confinement.capabilities;
  auto& missing = result.missing;
  if (isolation == Isolation::sandbox && !here.sandbox_problem.empty()) {
    missing.push_back("a sandbox is not available: " + here.sandbox_problem);
    result.confinement.isolation = Isolation::limits;
  }
  if (cores > 0 && result.confinement.isolation == Isolation::sandbox && !can_lock_affinity())
    missing.emplace_back("an engine in a sandbox can take more cores than `cores`: seccomp is not available");
  if (limits.memory > 0 && !here.cgroups.memory)
    missing.push_back("`memory` is enforced for each process of an engine, but not for all together: " +
                      here.cgroups.memory.error().message);
  if (limits.processes > 0 && !here.cgroups.processes && result.confinement.isolation == Isolation::limits)
    missing.push_back("`processes` is not enforced with `isolation: limits`: " +
                      here.cgroups.processes.error().message);
  return result;
}

std::string Enforced::describe() const {
  const auto& [isolation, limits, capabilities, cores] = confinement;
  std::string given;
  if (cores > 0) given = ", " + counted(cores, "core") + (confinement.locks_affinity() ? "" : " by affinity");
  if (isolation == Isolation::none) return "none" + given;
  std::string text = isolation == Isolation::sandbox ? "sandbox" : "limits";
  if (isolation != asked) text += " in place of a sandbox";
  text += given;
  if (limits.memory > 0)
    text += fmt::format(", memory {}{}", format_size(limits.memory),
                        capabilities->cgroups.memory ? "" : " for each process");
  const bool limited = capabilities->cgroups.processes || isolation == Isolation::sandbox;
  if (limits.processes > 0)
    text += limited ? fmt::format(", {} processes", limits.processes) : ", any number of processes";
  if (limits.cpu.count() > 0) text += ", CPU " + format_duration(limits.cpu) + " for each process";
  if (limits.disk > 0)
    text += fmt::format(", {} {}", isolation == Isolation::sandbox ? "disk" : "files up to",
                        format_size(limits.disk));
  return text;
}

}  // namespace ebiri::process
