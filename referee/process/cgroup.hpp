// Control groups, which limit and count the resources of all processes of an engine together.
//
// Version 2 is used if a folder of the tree is writable (systemd delegates one to each logged-in user),
// otherwise version 1. Each controller is detected separately, because a machine may have them in several
// trees.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/support/descriptor.hpp"
#include "referee/support/result.hpp"

namespace ebiri::process {

/// A folder in which the groups of engines are created. It serves one or more uses: to limit memory, to limit
/// processes, to count CPU time.
struct CgroupTree {
  std::filesystem::path folder;
  int version = 2;  ///< 1 or 2
};

/// The tree for each use, or the reason why there is none.
struct Cgroups {
  Result<CgroupTree> memory = Error{}, processes = Error{};

  /// The tree whose groups count CPU time. Version 2 needs no controller for that, and is preferred because a
  /// process can start inside such a group.
  Result<CgroupTree> counting = Error{};

  /// Detects the trees by creating a group, moving a process into it and removing it. Also removes groups
  /// that killed referees left.
  static Cgroups find();

  /// Gives `memory` and `processes` the same folder if both are of version 2, because a process can be in
  /// only one group of version 2. If at least one is, `counting` gets the same folder.
  void share_folder();
};

/// The control group of one engine. The destructor kills processes that are still in it, and removes it.
class Cgroup {
 public:
  /// Creates a group in each tree of `where`. The error has the system's reason. It is not an error if CPU
  /// time cannot be counted.
  static Result<std::unique_ptr<Cgroup>> make(const Cgroups& where, std::uint64_t memory,
                                              std::uint64_t processes);

  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;
  ~Cgroup();

  /// A descriptor of the folder of its version 2 group, for `CLONE_INTO_CGROUP`, or -1. Moving a process
  /// takes milliseconds; starting it inside the group costs almost nothing.
  int clone_folder() const { return folder_.get(); }

  /// Moves the calling process into the group. Returns false with `errno` on failure. `in_group`: the
  /// process started in `clone_folder`. Async-signal-safe.
  bool join(bool in_group) const;

  /// Whether the kernel has killed one of its processes because of the memory limit.
  bool ran_out_of_memory() const;

  /// Opens the file for a `CpuCounter`; the descriptor is not open if there is none.
  Descriptor cpu_usage() const;

 private:
  Cgroup() = default;
  Result<std::filesystem::path> add(const CgroupTree& tree, const std::string& name);

  struct Part {
    std::filesystem::path folder;
    int version;
    Descriptor members;  // its cgroup.procs, for writing
  };

  std::vector<Part> parts_;  // one in each tree
  Descriptor folder_;
  std::filesystem::path cpu_usage_;  // a file, or empty
  std::filesystem::path oom_count_;  // the file that has a line `oom_kill N`, or empty
};

/// Forks without running `pthread_atfork` handlers. The child starts in the version 2 group whose folder is
/// open as `folder` (-1: none), if the kernel supports that. `in_group` tells both processes whether it did.
/// Async-signal-safe.
pid_t fork_into(int folder, bool& in_group);

}  // namespace ebiri::process
