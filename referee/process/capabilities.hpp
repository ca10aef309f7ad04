// The isolation that this machine can enforce, and the isolation of one engine.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/cgroup.hpp"
#include "referee/process/isolation.hpp"
#include "referee/process/meter.hpp"
#include "referee/process/restrictions.hpp"

namespace ebiri::process {

/// The isolation features of this machine.
struct Capabilities {
  Cgroups cgroups;
  std::optional<std::filesystem::path> bubblewrap, gate;
  std::string sandbox_problem;  ///< why a sandbox is not available; empty if it is

  /// Detects features by creating control groups and running a program in a sandbox. Takes some milliseconds.
  static std::shared_ptr<const Capabilities> find();
};

/// The isolation of one engine.
struct Confinement {
  Isolation isolation = Isolation::none;
  Limits limits;
  std::shared_ptr<const Capabilities> capabilities;  ///< may be null if the isolation is `none`
  int cores = 0;  ///< number of cores for the engine, 1..1024; 0: all cores of the referee

  /// Whether the engine is prevented from using more than `cores`.
  bool locks_affinity() const;

  /// The limits for each process; those that a control group enforces are left out.
  Rlimits rlimits() const;

  /// Creates the engine's control group; null if none is needed. `count`: whether the group also counts CPU
  /// time; only in a sandbox, and only if the machine can do that.
  Result<std::unique_ptr<Cgroup>> make_group(bool count) const;

  /// The source that this machine offers for such an engine's CPU time. If it is `perf` and perf cannot count
  /// the engine's program, `Child` uses none: see `CpuCounter::Source::perf`.
  CpuCounter::Source cpu_source() const;
};

/// The requested isolation and the part of it that is in force.
struct Enforced {
  Isolation asked = Isolation::none;
  Confinement confinement;
  /// Requested features that are not available, and why: one sentence each.
  std::vector<std::string> missing;

  /// In one line: `sandbox, 1 core, memory 1GB, 64 processes, disk 64MB`.
  std::string describe() const;
};

/// Configures the requested isolation as far as the machine can enforce it. `capabilities` may be null if the
/// isolation is `none`. `cores`: as in `Confinement`.
Enforced enforce(Isolation isolation, const Limits& limits, std::shared_ptr<const Capabilities> capabilities,
                 int cores = 0);

}  // namespace ebiri::process
