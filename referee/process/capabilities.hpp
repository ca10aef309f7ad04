// What this machine can enforce, found out by trying, and how it confines an engine.
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

/// What the kernel and its programs offer here.
struct Capabilities {
  Cgroups cgroups;
  std::optional<std::filesystem::path> bubblewrap, gate;
  std::string sandbox_problem;  ///< why there is no sandbox; empty if there is one

  /// Makes control groups, and runs a program in a sandbox. Takes some milliseconds.
  static std::shared_ptr<const Capabilities> find();
};

/// How one engine is confined.
struct Confinement {
  Isolation isolation = Isolation::none;
  Limits limits;
  std::shared_ptr<const Capabilities> capabilities;  ///< unless the isolation is `none`: then it may be null
  int cores = 0;  ///< that it may use: 1..1024, or 0 for all that its referee may use

  /// Whether it cannot take more cores than it is given.
  bool keeps_affinity() const;

  /// What each of its processes is limited by, where there is no group for it.
  Rlimits rlimits() const;

  /// Its group, or null if it needs none. `count`: in a sandbox it is also to count CPU time, if it can.
  Result<std::unique_ptr<Cgroup>> make_group(bool count) const;

  /// What counts the CPU time of an engine that is confined like that, if nothing about its program is in the
  /// way.
  CpuCounter::Source cpu_source() const;
};

/// What is in force of what was asked for.
struct Enforced {
  Isolation asked = Isolation::none;
  Confinement confinement;
  std::vector<std::string> missing;  ///< what was asked for and is not available, and why: one sentence each

  /// In one line: `sandbox, memory 1GB, 64 processes, files 64MB`.
  std::string describe() const;
};

/// `capabilities` may be null if the isolation is `none`. `cores`: as in `Confinement`.
Enforced enforce(Isolation isolation, const Limits& limits, std::shared_ptr<const Capabilities> capabilities,
                 int cores = 0);

}  // namespace ebiri::process
