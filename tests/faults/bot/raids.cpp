// Attempts to take resources. Each raid writes its result to stderr, in one word, and then answers.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "tests/faults/bot/faults.hpp"

namespace faulty {

namespace {

// The test's last argument: the number of a process or port.
int last_argument() {
  std::ifstream file("/proc/self/cmdline");
  std::string word, last;
  while (std::getline(file, word, '\0')) last = word;
  return std::atoi(last.c_str());
}

// The number of processes that can be started, up to 300, without the engine itself.
int fork_bomb() {
  int count = 0;
  for (; count < 300; ++count) {
    const pid_t child = ::fork();
    if (child < 0) break;
    if (child == 0) hang();
  }
  return count;
}

// The megabytes that can be allocated and touched, up to `most`.
std::size_t take_memory(std::size_t most) {
  std::size_t got = 0;
  for (; got < most; ++got) {
    void* memory = ::mmap(nullptr, megabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) break;
    for (std::size_t at = 0; at < megabyte; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
  }
  return got;
}

// The megabytes that ten children can allocate and touch, a tenth each. Killed children do not count.
std::size_t take_memory_through_children(std::size_t most) {
  int ends[2];
  if (::pipe(ends) != 0) return 0;
  std::vector<pid_t> children;
  for (int i = 0; i < 10; ++i) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    if (take_memory(most / 10) < most / 10) leave(1);
    ::close(ends[1]);
    hang();
  }
  ::close(ends[1]);
  char none = 0;
  while (::read(ends[0], &none, 1) > 0) {  // until all children have allocated their part or have ended
  }
  std::size_t got = 0;
  for (const pid_t child : children)
    if (child > 0 && ::waitpid(child, nullptr, WNOHANG) == 0) got += most / 10;
  return got;
}

// The megabytes that can be written to one folder, up to 8 files of `most` megabytes.
std::size_t fill(const std::string& folder, std::size_t most) {
  ::signal(SIGXFSZ, SIG_IGN);
  const std::string block(megabyte, 'x');
  std::size_t got = 0;
  for (int number = 0; number < 8; ++number) {
    const std::string name = folder + "/raid-" + std::to_string(number);
    const int file = ::open(name.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
    for (std::size_t i = 0; file >= 0 && i < most && ::write(file, block.data(), megabyte) == megabyte; ++i)
      ++got;
    ::close(file);
  }
  for (int number = 0; number < 8; ++number) ::unlink((folder + "/raid-" + std::to_string(number)).c_str());
  return got;
}

// The foreign places that are writable.
std::string write_outside() {
  std::string got;
  for (const std::string folder : {"/", "/usr", "/etc", "/dev", "/proc/sys/kernel"})
    if (::access(folder.c_str(), W_OK) == 0) got += folder + ",";
  return got.empty() ? "nothing" : got;
}

// The number of files beside the engine's program.
int check_files() {
  int count = 0;
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder, ignored)) ++count;
  return count;
}

// The number of visible processes, with the engine itself.
int see_processes() {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored))
    count += std::isdigit(entry.path().filename().string().front()) != 0;
  return count;
}

// Whether the engine may signal that process. No signal is sent.
const char* reach(int process) { return ::kill(process, 0) == 0 ? "yes" : std::strerror(errno); }

const char* connect_to(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = ::htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  const int client = ::socket(AF_INET, SOCK_STREAM, 0);
  if (client < 0) return std::strerror(errno);
  return ::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? "yes"
                                                                                       : std::strerror(errno);
}

std::string environment() {
  std::string names;
  for (char** entry = environ; *entry != nullptr; ++entry) names += std::string{*entry} + ",";
  return names;
}

template <class Raid>
std::function<void(const std::string&)> tell(Raid raid) {
  return [raid](const std::string& move) {
    std::cerr << raid() << std::endl;
    answer(move);
  };
}

}  // namespace

const Faults& raids() {
  static const Faults faults{
      {"raid-processes", tell(fork_bomb)},
      {"raid-memory", tell([] { return take_memory(300); })},
      {"raid-memory-through-children", tell([] { return take_memory_through_children(300); })},
      {"raid-disk", tell([] { return fill("/tmp", 4); })},
      {"raid-shared-memory", tell([] { return fill("/dev/shm", 4); })},
      {"raid-one-file", tell([] { return fill("/tmp", 20) / 8; })},
      {"raid-places", tell(write_outside)},
      {"raid-folder", tell(check_files)},
      {"raid-processes-list", tell(see_processes)},
      {"raid-signal", tell([] { return reach(last_argument()); })},
      {"raid-network", tell([] { return connect_to(last_argument()); })},
      {"raid-environment", tell(environment)},
      {"raid-terminal", tell([] { return ::open("/dev/tty", O_RDWR) >= 0 ? "yes" : "no"; })},
  };
  return faults;
}

}  // namespace faulty
