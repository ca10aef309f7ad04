// Restrictions that a process sets for itself and its children: resource limits, and a ban on changing the
// affinity.
#pragma once

#include <cstdint>

namespace ebiri::process {

/// Resource limits that the kernel enforces for each process. 0 means no limit.
struct Rlimits {
  std::uint64_t data = 0;       ///< bytes of writable private memory
  std::uint64_t processes = 0;  ///< processes of the user in the user namespace; no effect on root
  std::uint64_t cpu = 0;        ///< seconds
  std::uint64_t file = 0;       ///< bytes
  bool kernel_memory = true;    ///< no message queues, 256 pending signals, 64 KB of locked memory

  /// Limits the calling process and its children, and disables core dumps. Returns false with `errno` on
  /// failure. Async-signal-safe.
  bool apply() const;
};

/// Whether `lock_affinity` works here: Linux with seccomp filters on x86-64 or 64-bit Arm.
bool can_lock_affinity();

/// Makes `sched_setaffinity` fail with EPERM in this process and its children, also for 32-bit programs. This
/// is irreversible. Returns false with `errno` on failure. An ordinary user must set `no_new_privs` first.
/// Async-signal-safe.
bool lock_affinity();

}  // namespace ebiri::process
