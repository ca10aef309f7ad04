// Measures the lowest possible cost of an arena: writes requests and reads answers, nothing else.
//
//   pipe_limit REQUESTS ROUNDS ENGINE…
//
// Each line of the file REQUESTS is `S` or `N`, a blank, and the lines of one request, with `|` between them.
// Two processes of ENGINE answer them, one for `S` and one for `N`. Prints one JSON object: the number of
// answered requests, the time, and the CPU time of this process, in seconds.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace {

double seconds(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// An engine with its two pipes. It exits when its input closes.
struct Engine {
  int input = -1, output = -1;

  explicit Engine(char** argv) {
    int to[2], from[2];
    if (::pipe2(to, O_CLOEXEC) != 0 || ::pipe2(from, O_CLOEXEC) != 0) return;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    pid_t pid = 0;
    if (::posix_spawn(&pid, argv[0], &actions, nullptr, argv, environ) == 0) input = to[1], output = from[0];
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(to[0]);
    ::close(from[1]);
  }

  bool ask(const std::string& request) const {
    if (::write(input, request.data(), request.size()) != static_cast<ssize_t>(request.size())) return false;
    char answer[4096];
    for (ssize_t count = 0; count == 0 || answer[count - 1] != '\n';) {
      count = ::read(output, answer, sizeof answer);
      if (count <= 0) return false;
    }
    return true;
  }
};

struct Request {
  std::size_t side = 0;
  std::string text;
};

std::vector<Request> read_requests(const char* file) {
  std::vector<Request> requests;
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);) {
    std::string text = line.substr(2) + '\n';
    std::replace(text.begin(), text.end(), '|', '\n');
    requests.push_back({line[0] == 'S' ? 0U : 1U, std::move(text)});
  }
  return requests;
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 0;
  if (argc < 4 || std::from_chars(argv[2], argv[2] + std::strlen(argv[2]), rounds).ptr == argv[2]) return 2;
  const auto requests = read_requests(argv[1]);
  const Engine engines[2] = {Engine{argv + 3}, Engine{argv + 3}};
  for (const Engine& engine : engines)
    if (!engine.ask("isready\n")) return 3;
  const double begin = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int round = 0; round < rounds; ++round)
    for (const Request& request : requests)
      if (!engines[request.side].ask(request.text)) return 3;
  fmt::print(R"({{"plies":{},"wall_s":{:.6f},"cpu_s":{:.6f}}})"
             "\n",
             requests.size() * static_cast<std::size_t>(rounds), seconds(CLOCK_MONOTONIC) - begin,
             seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
}
