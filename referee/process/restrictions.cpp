#include "referee/process/restrictions.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>

namespace ebiri::process {

namespace {

// Keeps lower limits that are already in force.
bool lower(__rlimit_resource_t resource, rlim_t soft, rlim_t hard) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return false;
  if (limit.rlim_max > hard) limit.rlim_max = hard;
  if (limit.rlim_cur > soft) limit.rlim_cur = soft;
  return ::setrlimit(resource, &limit) == 0;
}

// The architectures of the kernel and of the 32-bit programs that it runs.
#if defined(__x86_64__)
constexpr std::uint32_t native_arch = AUDIT_ARCH_X86_64, compat_arch = AUDIT_ARCH_I386;
#elif defined(__aarch64__)
constexpr std::uint32_t native_arch = AUDIT_ARCH_AARCH64, compat_arch = AUDIT_ARCH_ARM;
#else
constexpr std::uint32_t native_arch = 0, compat_arch = 0;
#endif
constexpr std::uint32_t compat_sched_setaffinity = 241;  // in both 32-bit architectures
constexpr std::uint32_t without_x32_bit = 0x3FFFFFFF;    // x32 programs set bit 30 of the number

}  // namespace

bool Rlimits::apply() const {
  if (data > 0 && !lower(RLIMIT_DATA, data, data)) return false;
  if (processes > 0 && !lower(RLIMIT_NPROC, processes, processes)) return false;
  if (file > 0 && !lower(RLIMIT_FSIZE, file, file)) return false;
  if (cpu > 0 && !lower(RLIMIT_CPU, cpu, cpu + 1)) return false;  // SIGXCPU, then SIGKILL one second later
  // The kernel cannot swap out this memory. All processes of a user share the first two limits, and low
  // values keep one engine from exhausting them.
  if (kernel_memory && (!lower(RLIMIT_SIGPENDING, 256, 256) || !lower(RLIMIT_MSGQUEUE, 0, 0) ||
                        !lower(RLIMIT_MEMLOCK, 65536, 65536)))
    return false;
  return lower(RLIMIT_CORE, 0, 0);  // an engine that crashes in every game would fill the disk
}

bool can_lock_affinity() { return native_arch != 0 && ::prctl(PR_GET_SECCOMP) >= 0; }

bool lock_affinity() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, native_arch, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, compat_arch, 4, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),  // unknown architecture
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, without_x32_bit),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 2, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, compat_sched_setaffinity, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{sizeof filter / sizeof *filter, filter};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace ebiri::process
