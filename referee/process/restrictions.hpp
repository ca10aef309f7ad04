// What a process forbids itself and whatever it starts: to use more than its limits, and to choose its
// processors.
#pragma once

#include <cstdint>

namespace ebiri::process {

/// The limits that the kernel keeps for each process. In each, 0 means no limit.
struct Rlimits {
  std::uint64_t data = 0;       ///< bytes of writable private memory
  std::uint64_t processes = 0;  ///< of the user, in the user namespace; means nothing to root
  std::uint64_t cpu = 0;        ///< seconds
  std::uint64_t file = 0;       ///< bytes

  /// Limits the calling process and what it starts; no core dumps either. Returns whether the kernel agreed,
  /// and keeps `errno` if not. Async-signal-safe.
  bool apply() const;
};

/// Whether `keep_affinity` works here: Linux with seccomp filters on x86-64 or 64-bit Arm.
bool affinity_can_be_kept();

/// From now on `sched_setaffinity` fails with EPERM in this process and whatever it starts, also by the calls
/// of 32-bit programs. There is no way back. False with `errno` where the kernel refuses; without rights it
/// asks for `no_new_privs`, which must be set before. Async-signal-safe.
bool keep_affinity();

}  // namespace ebiri::process
