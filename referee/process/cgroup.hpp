// Control groups: limits on what all processes of an engine use together.
//
// Version 2 where a folder of the tree is ours to use (systemd delegates one to each logged-in user), or
// version 1, or nothing. The two controllers are looked for apart: a machine may have them in two trees.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/descriptor.hpp"
#include "referee/support/result.hpp"

namespace ebiri::process {

/// The folder below which groups with one controller can be made.
struct CgroupTree {
  std::filesystem::path folder;
  int version = 2;  ///< 1 or 2
};

struct Cgroups {
  std::optional<CgroupTree> memory, processes;
  std::string problem;  ///< why one or both are missing: reads on after `there is no …: `

  /// Tries it: makes a group, moves a process into it, removes it. Removes groups that killed referees left.
  static Cgroups find();
};

/// The group of one engine. Removed with its owner, who must have ended all processes in it.
class Cgroup {
 public:
  /// 0 means no limit. An error is the system's.
  static Result<std::unique_ptr<Cgroup>> make(const Cgroups& where, std::uint64_t memory,
                                              std::uint64_t processes);

  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;
  ~Cgroup();

  /// Moves the calling process into it; false with `errno` if that fails. Async-signal-safe.
  bool join() const;

  /// Whether the kernel has killed one of its processes for want of memory.
  bool ran_out_of_memory() const;

 private:
  Cgroup() = default;
  Result<void> add(const CgroupTree& tree, const std::string& name);

  std::vector<std::filesystem::path> folders_;
  std::vector<Descriptor> doors_;    // cgroup.procs of each
  std::filesystem::path oom_count_;  // the file that has a line `oom_kill N`, or empty
};

}  // namespace ebiri::process
