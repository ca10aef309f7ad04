// Detects the isolation that this machine can enforce, and configures it for an engine.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/cgroup.hpp"
#include "referee/process/confinement.hpp"
#include "referee/process/cpu_counter.hpp"
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

  /// Whether the engine is unable to take more cores.
  bool keeps_affinity() const;

  /// The limits of each process that no control group enforces.
  Rlimits rlimits() const;

  /// Creates the engine's group; null if none is needed. With `count`, the group of a sandbox also counts CPU
  /// time, if it can.
  Result<std::unique_ptr<Cgroup>> make_group(bool count) const;

  /// The source of the CPU time of such an engine, unless its program prevents that.
  CpuCounter::Source cpu_source() const;
};

/// The requested isolation and the part of it that is in force.
struct Enforced {
  Isolation asked = Isolation::none;
  Confinement confinement;
  std::vector<std::string>
      missing;  ///< requested features that are not available, and why: one sentence each

  /// In one line: `sandbox, memory 1GB, 64 processes, files 64MB`.
  std::string describe() const;
};

/// `capabilities` may be null if the isolation is `none`. `cores`: as in `Confinement`.
Enforced enforce(Isolation isolation, const Limits& limits, std::shared_ptr<const Capabilities> capabilities,
                 int cores = 0);

}  // namespace ebiri::process
