#include "referee/process/rlimits.hpp"

#include <sys/resource.h>

namespace ebiri::process {

namespace {

// Lower limits that are in force already stay.
bool lower(__rlimit_resource_t resource, rlim_t soft, rlim_t hard) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return false;
  if (limit.rlim_max > hard) limit.rlim_max = hard;
  if (limit.rlim_cur > soft) limit.rlim_cur = soft;
  return ::setrlimit(resource, &limit) == 0;
}

}  // namespace

bool Rlimits::apply() const {
  if (data > 0 && !lower(RLIMIT_DATA, data, data)) return false;
  if (processes > 0 && !lower(RLIMIT_NPROC, processes, processes)) return false;
  if (file > 0 && !lower(RLIMIT_FSIZE, file, file)) return false;
  if (cpu > 0 && !lower(RLIMIT_CPU, cpu, cpu + 1)) return false;  // SIGXCPU, a second later SIGKILL
  // Of these a user has one stock for all his processes, which no engine shall take from another.
  if (!lower(RLIMIT_SIGPENDING, 256, 256) || !lower(RLIMIT_MSGQUEUE, 0, 0) ||
      !lower(RLIMIT_MEMLOCK, 65536, 65536))
    return false;
  return lower(RLIMIT_CORE, 0, 0);
}

}  // namespace ebiri::process
