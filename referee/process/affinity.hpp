// Makes the processors that a program may use its own no longer.
#pragma once

namespace ebiri::process {

/// Whether `keep_affinity` works here: Linux with seccomp filters on x86-64 or 64-bit Arm.
bool affinity_can_be_kept();

/// From now on `sched_setaffinity` fails with EPERM in this process and whatever it starts, also by the calls
/// of 32-bit programs. There is no way back. False with `errno` where the kernel refuses; without rights it
/// asks for `no_new_privs`, which must be set before. Async-signal-safe.
bool keep_affinity();

}  // namespace ebiri::process
