// Ways to spend CPU time: by the engine itself, or by processes that are harder to count.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/faults/bot/faults.hpp"

namespace faulty {

namespace {

using std::chrono::microseconds;

microseconds thread_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return microseconds{time.tv_sec * 1'000'000 + time.tv_nsec / 1000};
}

// A pipe whose end shows that all processes that hold it have ended, even if no parent waits for them.
template <class Work>
void until_gone(Work work) {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  if (::fork() == 0) {
    ::close(ends[0]);
    work();
    std::_Exit(0);
  }
  ::close(ends[1]);
  char none = 0;
  [[maybe_unused]] const auto ignored = ::read(ends[0], &none, 1);
  ::close(ends[0]);
}

// Processes of two milliseconds each, one after the other. No parent waits for them, so none gets their time.
void in_a_chain(microseconds cpu, bool) {
  ::signal(SIGCHLD, SIG_IGN);
  for (constexpr microseconds piece{2000}; cpu > microseconds{0}; cpu -= piece)
    until_gone([=] { burn(std::min(cpu, piece), false); });
}

void in_a_child(microseconds cpu, bool told) {
  const pid_t child = ::fork();
  if (child == 0) {
    burn(cpu, told);
    std::_Exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

void in_an_orphan(microseconds cpu, bool told) {
  until_gone([=] {
    if (::fork() == 0) burn(cpu, told);
  });
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

void in_a_session(microseconds cpu, bool told) {
  until_gone([=] {
    ::setsid();
    burn(cpu, told);
  });
}

void in_a_program(microseconds cpu, const char* program) {
  const std::string time = std::to_string(cpu.count());
  const pid_t child = ::vfork();
  if (child == 0) {
    ::execl(program, program, "burn", time.c_str(), nullptr);
    std::_Exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) std::abort();
}

void in_threads(microseconds cpu, bool) {
  for (constexpr microseconds piece{2000}; cpu > microseconds{0}; cpu -= piece)
    std::thread([=] { burn(std::min(cpu, piece), false); }).join();
}

// An unreadable copy of the program: executing it drops a perf event of an ordinary user.
void in_an_unreadable_copy(microseconds cpu, bool) {
  char copy[] = "/tmp/ebiri-copy-XXXXXX";
  const int to = ::mkstemp(copy), from = ::open("/proc/self/exe", O_RDONLY);
  char buffer[65536];
  for (ssize_t size = 0; (size = ::read(from, buffer, sizeof buffer)) > 0;)
    if (::write(to, buffer, static_cast<std::size_t>(size)) != size) std::abort();
  ::fchmod(to, 0111);
  ::close(to);
  ::close(from);
  in_a_program(cpu, copy);
  ::unlink(copy);
}

// In uninterruptible sleep until the child ends, like a wait for a kernel lock.
void while_blocked(microseconds time, bool) {
  if (::vfork() == 0) {
    ::usleep(static_cast<useconds_t>(time.count()));
    std::_Exit(0);
  }
  ::wait(nullptr);
}

// Lowers its priority first.
void in_the_background(microseconds cpu, bool told) {
  const sched_param lowest{};
  ::sched_setscheduler(0, SCHED_IDLE, &lowest);
  burn(cpu, told);
}

// In one thread per processor of the machine, regardless of the affinity.
void on_all_cores(microseconds cpu, bool) {
  cpu_set_t all;
  CPU_ZERO(&all);
  for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor) CPU_SET(processor, &all);
  ::sched_setaffinity(0, sizeof all, &all);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(burn, cpu, false);
  for (std::thread& thread : threads) thread.join();
}

// Computes while a child stops and continues it repeatedly.
void while_stopped_by_a_child(microseconds cpu, bool told) {
  const pid_t self = ::getpid(), child = ::fork();
  if (child == 0)
    while (true) {
      ::kill(self, SIGSTOP);
      ::usleep(900);
      ::kill(self, SIGCONT);
      ::usleep(100);
    }
  burn(cpu, told);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::kill(self, SIGCONT);
}

}  // namespace

void burn(microseconds cpu, bool told) {
  constexpr microseconds between{500};
  microseconds next = between;
  for (const auto begin = thread_time(); thread_time() - begin < cpu;)
    if (told && thread_time() - begin >= next) {
      say("info depth 1 score 0\n");
      next += between;
    }
}

const std::map<std::string, Spend>& ways_to_spend() {
  static const std::map<std::string, Spend> ways{
      {"itself", burn},
      {"in-a-thread", [](microseconds cpu, bool told) { std::thread([=] { burn(cpu, told); }).join(); }},
      {"in-threads", in_threads},
      {"in-a-child", in_a_child},
      {"in-a-chain", in_a_chain},
      {"in-an-orphan", in_an_orphan},
      {"in-a-session", in_a_session},
      {"in-a-program", [](microseconds cpu, bool) { in_a_program(cpu, "/proc/self/exe"); }},
      {"in-an-unreadable-copy", in_an_unreadable_copy},
      {"in-the-background", in_the_background},
      {"on-all-cores", on_all_cores},
      {"while-stopped", while_stopped_by_a_child},
      {"while-blocked", while_blocked},
      {"asleep", [](microseconds time, bool) { ::usleep(static_cast<useconds_t>(time.count())); }},
  };
  return ways;
}

}  // namespace faulty
