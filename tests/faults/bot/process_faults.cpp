#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/faults/bot/faults.hpp"

namespace faulty {

namespace {

[[noreturn]] void die_by(int number) {
  ::signal(number, SIG_DFL);  // AddressSanitizer would turn some of them into an exit
  ::raise(number);
  hang();
}

void ignore_signals() {
  for (int number = 1; number < SIGRTMIN; ++number) ::signal(number, SIG_IGN);
}

// Starts a daemon in another session that still holds the engine's pipes.
void daemonise() {
  const pid_t between = ::fork();
  if (between == 0) {
    ::setsid();
    if (::fork() != 0) std::_Exit(0);
    ignore_signals();
    hang();
  }
  ::waitpid(between, nullptr, 0);
}

// Each process starts the next one in a new session and exits.
void run_away(int steps) {
  if (::fork() != 0) return;
  for (; steps > 0; --steps) {
    ::setsid();
    ::usleep(500);
    if (::fork() != 0) std::_Exit(0);
  }
  hang();
}

void fork_many(int count) {
  for (int i = 0; i < count; ++i)
    if (::fork() == 0) hang();
}

// Touches the memory, so that it is really allocated, and never frees it.
void eat_memory(std::size_t bytes) {
  char* memory = static_cast<char*>(std::malloc(bytes));
  for (std::size_t at = 0; at < bytes; at += 4096) const_cast<volatile char*>(memory)[at] = 1;
  static std::vector<char*> eaten;
  eaten.push_back(memory);
}

void eat_memory_through_children() {
  for (int i = 0; i < 6; ++i)
    if (::fork() == 0) {
      eat_memory(16 * megabyte);
      hang();
    }
}

void fill_disk() {
  std::ofstream file("filled");
  for (int i = 0; i < 16; ++i) file << std::string(megabyte, 'x');
}

// Reads command lines and environments of all readable processes.
void read_others() {
  std::size_t bytes = 0;
  std::error_code ignored;
  for (const auto& process : std::filesystem::directory_iterator("/proc", ignored))
    for (const char* name : {"cmdline", "environ"}) {
      std::ifstream file(process.path() / name);
      for (char letter = 0; file.get(letter);) ++bytes;
    }
  std::cerr << bytes << " bytes of others\n";
}

// Listens on this machine, connects to itself, and keeps both ends.
void open_sockets() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const int server = ::socket(AF_INET, SOCK_STREAM, 0);
  const int client = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::bind(server, generic, size) != 0 || ::listen(server, 1) != 0) return;
  ::getsockname(server, generic, &size);
  [[maybe_unused]] const int connected = ::connect(client, generic, size);
}

void think_on(int threads) {
  for (int i = 0; i < threads; ++i)
    std::thread([] {
      volatile unsigned long turns = 0;
      while (true) turns = turns + 1;
    }).detach();
}

void spin(clock_t until) {
  volatile unsigned long turns = 0;
  while (std::clock() < until) turns = turns + 1;
}

// Uses 320 ms of CPU time, 20 ms over the limit of a move of 300 ms.
void use_320_ms() { spin(std::clock() + CLOCKS_PER_SEC / 1000 * 320); }

// The referee is the parent of the supervisor, which is the engine's parent.
pid_t referee() {
  std::ifstream status("/proc/" + std::to_string(::getppid()) + "/status");
  for (std::string word; status >> word;)
    if (pid_t pid = 0; word == "PPid:" && status >> pid) return pid;
  return ::getppid();
}

std::function<void(const std::string&)> then_answer(std::function<void()> fault) {
  return [fault](const std::string& move) {
    fault();
    answer(move);
  };
}

std::function<void(const std::string&)> signal_then_answer(pid_t (*victim)(), int number) {
  return then_answer([=] { ::kill(victim(), number); });
}

}  // namespace

const Faults& process_faults() {
  static const Faults faults{
      {"exit-at-go",
       [](const std::string&) {
         std::cerr << "out of ideas\n";
         leave(3);
       }},
      {"signal-at-go", [](const std::string&) { die_by(SIGSEGV); }},
      {"abort-at-go", [](const std::string&) { die_by(SIGABRT); }},
      {"kill-itself", [](const std::string&) { die_by(SIGKILL); }},
      {"stop-itself", [](const std::string&) { ::raise(SIGSTOP); }},
      {"answer-then-exit",
       [](const std::string& move) {
         answer(move);
         leave(0);
       }},
      {"die-behind-a-child",  // the child keeps the pipes open
       [](const std::string&) {
         if (::fork() == 0) hang();
         leave(9);
       }},
      {"die-behind-a-daemon",
       [](const std::string&) {
         daemonise();
         leave(9);
       }},
      {"hang-behind-a-daemon",
       [](const std::string&) {
         daemonise();
         hang();
       }},
      {"ignore-signals-and-hang",
       [](const std::string&) {
         ignore_signals();
         hang();
       }},
      {"leave-a-child", then_answer([] { fork_many(1); })},
      {"leave-a-daemon", then_answer(daemonise)},
      {"leave-many-daemons", then_answer([] {
         for (int i = 0; i < 20; ++i) daemonise();
       })},
      {"run-away", then_answer([] { run_away(2000); })},
      {"fork-300", then_answer([] { fork_many(300); })},
      {"eat-memory", then_answer([] { eat_memory(100 * megabyte); })},
      {"eat-memory-through-children", then_answer(eat_memory_through_children)},
      {"fill-disk", then_answer(fill_disk)},
      {"read-others", then_answer(read_others)},
      {"open-sockets", then_answer(open_sockets)},
      {"think-on", then_answer([] { think_on(1); })},
      {"think-with-8-threads", then_answer([] { think_on(8); })},
      {"think-in-a-child", then_answer([] {
         if (::fork() == 0) spin(std::numeric_limits<clock_t>::max());
       })},
      {"use-320ms", then_answer(use_320_ms)},
      {"sleep-320ms", then_answer([] { ::usleep(320'000); })},
      {"kill-supervisor",
       [](const std::string&) {
         ::kill(::getppid(), SIGKILL);
         hang();
       }},
      {"stop-supervisor", signal_then_answer(::getppid, SIGSTOP)},
      {"terminate-supervisor", signal_then_answer(::getppid, SIGTERM)},
      {"interrupt-referee", signal_then_answer(referee, SIGINT)},
      {"terminate-referee", signal_then_answer(referee, SIGTERM)},
      {"kill-referee", signal_then_answer(referee, SIGKILL)},
  };
  return faults;
}

}  // namespace faulty
