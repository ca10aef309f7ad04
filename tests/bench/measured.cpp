// Runs a command and measures its process, without child processes.
//
//   measured RESULT COMMAND…
//
// RESULT becomes one JSON object: `cpu_s` (user and system, all threads) of the command's own process,
// `all_cpu_s` with the children that it waited for, `wall_s`, `begun` and `ended` (seconds since 1970),
// `peak_kib` (the largest memory of it or a child), and `status`. This program is small because the peak of a
// child begins with that of its parent.
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdio>
#include <ctime>

namespace {

double in_seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}
double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double now(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return in_seconds(time);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const double begun = now(CLOCK_REALTIME), begin = now(CLOCK_MONOTONIC);
  pid_t pid = 0;
  if (::posix_spawnp(&pid, argv[2], nullptr, nullptr, argv + 2, environ) != 0) return 3;
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT);  // reaping would remove its clock
  const double wall = now(CLOCK_MONOTONIC) - begin, ended = now(CLOCK_REALTIME);
  clockid_t clock{};
  if (::clock_getcpuclockid(pid, &clock) != 0) return 3;
  const double cpu = now(clock);
  int status = 0;
  rusage usage{};
  ::wait4(pid, &status, 0, &usage);
  std::FILE* result = std::fopen(argv[1], "w");
  if (result == nullptr) return 3;
  std::fprintf(
      result,
      "{\"cpu_s\":%.6f,\"all_cpu_s\":%.6f,\"wall_s\":%.6f,\"begun\":%.6f,\"ended\":%.6f,\"peak_kib\":%ld,"
      "\"status\":%d}\n",
      cpu, in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime), wall, begun, ended, usage.ru_maxrss,
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return std::fclose(result) == 0 ? 0 : 3;
}
