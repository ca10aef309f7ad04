// Control groups: what all processes of an engine use together, limited and counted.
//
// Version 2 where a folder of the tree is ours to use (systemd delegates one to each logged-in user), or
// version 1, or nothing. Each controller is looked for by itself: a machine may have them in several trees.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
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

/// Where groups with a controller can be made, or why they cannot: reads on after `there is no …: `.
struct Cgroups {
  Result<CgroupTree> memory = Error{}, processes = Error{};

  /// Where groups count CPU time. Version 2 does so without a controller, and is preferred, as a process can
  /// begin in such a group.
  Result<CgroupTree> counting = Error{};

  /// Tries it: makes a group, moves a process into it, removes it. Removes groups that killed referees left.
  static Cgroups find();
};

/// The group of one engine. Removed with its owner, who must have ended all processes in it.
class Cgroup {
 public:
  /// In each of the trees that `where` has. An error is the system's; that CPU time cannot be counted is
  /// none.
  static Result<std::unique_ptr<Cgroup>> make(const Cgroups& where, std::uint64_t memory,
                                              std::uint64_t processes);

  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;
  ~Cgroup();

  /// The folder of its version 2 group, for `CLONE_INTO_CGROUP`; -1 if it has none. Moving a process takes
  /// milliseconds, to begin in a group next to nothing.
  int clone_folder() const { return folder_.get(); }

  /// Moves the calling process into it; false with `errno` if that fails. `cloned_into`: the process began in
  /// `clone_folder`. Async-signal-safe.
  bool join(bool cloned_into) const;

  /// Whether the kernel has killed one of its processes for want of memory.
  bool ran_out_of_memory() const;

  /// Opens the file of a `CpuCounter`; not open where there is none.
  Descriptor cpu_usage() const;

 private:
  Cgroup() = default;
  Result<std::filesystem::path> add(const CgroupTree& tree, const std::string& name);

  struct Part {
    std::filesystem::path folder;
    int version;
    Descriptor door;  // its cgroup.procs
  };

  std::vector<Part> parts_;  // one in each tree
  Descriptor folder_;
  std::filesystem::path cpu_usage_;  // a file, or empty
  std::filesystem::path oom_count_;  // the file that has a line `oom_kill N`, or empty
};

/// Forks without the handlers of libraries; the child begins in the version 2 group whose open folder is
/// given (-1: none), if the kernel agrees, which `inside` tells both. Async-signal-safe.
pid_t fork_into(int folder, bool& inside);

}  // namespace ebiri::process
