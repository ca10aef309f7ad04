// Measures the cost of spectators for the referee: CPU time of its process per ply without spectators, with
// `ebiri serve` and 200 spectators, and with `--serve` and the same spectators. Some spectators read slowly
// or never.
//
//   bench_serve [PAIRS [ROUNDS]]     (default 3000 opening pairs, 24 rounds: eleven minutes)
//
// Exit code 1 if the bound is exceeded, 4 if the rounds differ too much to decide.
//
// The speed of a virtual machine varies. Therefore the referee's CPU time is divided by that of the engines
// and their supervisors, whose work is the same in every run. A run with spectators is compared with the runs
// without spectators before and after it. The cost includes the connections of all spectators at the start
// and the messages at the end: a few hundredths of a second for any length of the run.
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "referee/record/journal.hpp"
#include "tests/new_folder.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr double bound = 0.05;  // largest additional cost of a ply
constexpr int clients = 200, slow = 30, deaf = 30;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "bench_serve: {}\n", why);
  std::exit(3);
}

// CPU time in seconds.
struct Cpu {
  double own = 0;    // of a process, all threads
  double below = 0;  // of its descendants
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// A running program whose standard error is read.
class Program {
 public:
  explicit Program(std::vector<std::string> words) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) give_up("no pipe");
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    if (::posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), environ) != 0)
      give_up("cannot start " + words[0]);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    errors_ = ends[0];
  }
  ~Program() { ::close(errors_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The port of the address that the program prints.
  std::uint16_t port() {
    std::string text;
    char c = 0;
    while (text.find("/\n") == text.npos && ::read(errors_, &c, 1) == 1) text += c;
    const auto colon = text.rfind(':');
    std::uint16_t number = 0;
    if (colon != text.npos) std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
    if (number == 0) give_up("the program printed no address:  " + text);
    return number;
  }

  // Waits for the program's end and returns its CPU time.
  Cpu end() {
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);  // reaping would remove its clock
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &time) != 0) give_up("no clock");
    int status = 0;
    rusage all{};
    ::wait4(pid_, &status, 0, &all);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) give_up("a program failed");
    const double own = static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
    return {own, seconds(all.ru_utime) + seconds(all.ru_stime) - own};
  }

  void interrupt() const { ::kill(pid_, SIGINT); }

 private:
  pid_t pid_ = 0;
  int errors_ = -1;
};

// Simulated browsers of all kinds, in a thread. A disconnected browser connects again.
class Crowd {
 public:
  explicit Crowd(std::uint16_t port) : port_(port), thread_([this] { run(); }) {}
  ~Crowd() {
    leaving_ = true;
    thread_.join();
    for (const pollfd& one : sockets_) ::close(one.fd);
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  std::size_t bytes() const { return bytes_; }

 private:
  int connect() const {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{.sin_family = AF_INET,
                        .sin_port = htons(port_),
                        .sin_addr = {htonl(INADDR_LOOPBACK)},
                        .sin_zero = {}};
    if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
      constexpr std::string_view request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";
      (void)::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
      return fd;
    }
    ::close(fd);
    return -1;
  }

  void run() {
    std::vector<char> block(65536);
    sockets_.assign(clients, {-1, POLLIN, 0});
    auto settled = Clock::now();
    while (!leaving_) {
      if (Clock::now() >= settled) {
        for (pollfd& one : sockets_)
          if (one.fd < 0) one.fd = connect();
        settled = Clock::now() + 500ms;
      }
      const auto awake = Clock::now() + 100ms;
      while (Clock::now() < awake && !leaving_) {
        const auto rest = std::chrono::ceil<std::chrono::milliseconds>(awake - Clock::now()).count();
        if (::poll(sockets_.data() + slow + deaf, clients - slow - deaf, static_cast<int>(rest)) <= 0) break;
        for (int k = slow + deaf; k < clients; ++k) take(k, block.data(), block.size());
      }
      for (int k = deaf; k < deaf + slow; ++k)
        if (sockets_[static_cast<std::size_t>(k)].fd >= 0) {
          sockets_[static_cast<std::size_t>(k)].revents = POLLIN;
          take(k, block.data(), 512);
        }
    }
  }

  void take(int k, char* block, std::size_t size) {
    pollfd& one = sockets_[static_cast<std::size_t>(k)];
    if (one.fd < 0 || one.revents == 0) return;
    const ssize_t count = ::recv(one.fd, block, size, MSG_DONTWAIT);
    if (count > 0) bytes_ += static_cast<std::size_t>(count);
    if (count > 0 || (count < 0 && errno == EAGAIN)) return;
    ::close(std::exchange(one.fd, -1));
  }

  std::uint16_t port_;
  std::atomic<bool> leaving_ = false;
  std::atomic<std::size_t> bytes_ = 0;
  std::vector<pollfd> sockets_;
  std::thread thread_;
};

enum class Spectators { none, of_serve, of_run };

struct Measure {
  Cpu cpu;  // in microseconds per ply
  double seconds = 0;
  std::size_t bytes = 0;  // received by spectators
};

std::int64_t plies_of(const fs::path& journal) {
  std::int64_t plies = 0;
  const auto read = ebiri::record::read_journal(journal, [&](ebiri::match::GameRecord&& game) {
    plies += static_cast<std::int64_t>(game.plies.size());
  });
  if (!read) give_up(read.error().message);
  return plies;
}

Measure play(const fs::path& folder, int pairs, Spectators spectators) {
  const fs::path results = folder / "results", config = folder / "bench.yaml";
  fs::remove_all(results);
  std::ofstream{config} << fmt::format(
      "name: bench\nseed: 1\nvariant: oware\npairs: {}\nopenings: {{random-plies: 6}}\nlimit: {{base: 600s, "
      "increment: "
      "1s}}\n"
      "slots: 1\nplacement: pinned\nengines:\n  - {{name: a, command: {}}}\n  - {{name: b, command: {}}}\n",
      pairs, EBIRI_INSTANT_BOT, EBIRI_INSTANT_BOT);
  std::vector<std::string> words{EBIRI_PROGRAM, "run", config, "--results", results, "--quiet"};
  if (spectators == Spectators::of_run) words.insert(words.end(), {"--serve", "0"});
  const auto begin = Clock::now();
  Measure measure;
  Program run{words};
  if (spectators == Spectators::none) {
    measure.cpu = run.end();
  } else if (spectators == Spectators::of_run) {
    const Crowd crowd{run.port()};
    measure.cpu = run.end();
    measure.bytes = crowd.bytes();
  } else {
    while (!fs::exists(results / "bench" / "games.jsonl")) std::this_thread::sleep_for(1ms);
    Program serve{{EBIRI_PROGRAM, "serve", results / "bench", "--port", "0"}};
    {
      const Crowd crowd{serve.port()};
      measure.cpu = run.end();
      measure.bytes = crowd.bytes();
    }
    serve.interrupt();
    serve.end();
  }
  measure.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const auto plies = static_cast<double>(plies_of(results / "bench" / "games.jsonl"));
  for (double* time : {&measure.cpu.own, &measure.cpu.below}) *time *= 1e6 / plies;
  return measure;
}

// The centre of a symmetric distribution and its 95 % interval: the median of the means of all pairs of
// values, and the interval that belongs to Wilcoxon's signed-rank test, by its normal approximation
// (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 3.2 and 3.3). For normal values it needs two
// thirds of the values that a median needs. A slow period of the host affects few values.
struct Middle {
  double low = 0, value = 0, high = 0;
};

Middle middle(const std::vector<double>& values) {
  std::vector<double> means;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t k = i; k < values.size(); ++k) means.push_back((values[i] + values[k]) / 2);
  std::ranges::sort(means);
  const auto count = static_cast<double>(values.size()), last = static_cast<double>(means.size()) - 1;
  const double reach = 1.96 * std::sqrt(count * (count + 1) * (2 * count + 1) / 24);
  const auto at = [&](double rank) { return means[static_cast<std::size_t>(std::clamp(rank, 0.0, last))]; };
  return {.low = at(std::floor((last - 1) / 2 - reach)),
          .value = (at(std::floor(last / 2)) + at(std::ceil(last / 2))) / 2,
          .high = at(std::ceil((last + 1) / 2 + reach))};
}

// The same for ratios, whose logarithms are symmetric.
Middle middle_ratio(std::vector<double> ratios) {
  for (double& ratio : ratios) ratio = std::log(ratio);
  const Middle middle = ::middle(ratios);
  return {std::exp(middle.low), std::exp(middle.value), std::exp(middle.high)};
}

int number(const char* text, int otherwise) {
  int value = otherwise;
  if (text != nullptr) std::from_chars(text, text + std::strlen(text), value);
  return std::max(1, value);
}

}  // namespace

int main(int argc, char** argv) {
  const int pairs = number(argc > 1 ? argv[1] : nullptr, 3000),
            rounds = number(argc > 2 ? argv[2] : nullptr, 24);
  const ebiri::testing::NewFolder folder;
  constexpr const char* names[] = {"no spectators", "ebiri serve, 200 spectators", "--serve, 200 spectators"};
  std::vector<double> costs[3], engines[3], ratios[3];
  double seconds[3] = {}, sent[3] = {};
  const auto cost = [&](Spectators spectators) {
    const auto k = static_cast<std::size_t>(spectators);
    const Measure measure = play(folder.path, pairs, spectators);
    costs[k].push_back(measure.cpu.own);
    engines[k].push_back(measure.cpu.below);
    seconds[k] = measure.seconds;
    sent[k] = static_cast<double>(measure.bytes) / 1e6;
    return measure.cpu.own / measure.cpu.below;
  };
  double before = cost(Spectators::none);
  for (int round = 0; round < rounds; ++round) {
    for (const auto spectators : {Spectators::of_serve, Spectators::of_run}) {
      const double between = cost(spectators), after = cost(Spectators::none);
      ratios[static_cast<std::size_t>(spectators)].push_back(between / std::sqrt(before * after));
      before = after;
    }
  }
  double load = 0;
  (void)::getloadavg(&load, 1);
  fmt::print("{} games of an instant engine, centre of {} rounds; load {:.1f} at the end\n", 2 * pairs,
             rounds, load);
  fmt::print("{:>10} {:>8} {:>7} {:>15} {:>6} {:>8}\n", "us CPU/ply", "engines'", "x", "95 % interval", "s",
             "MB sent");
  fmt::print("{:>10.2f} {:>8.2f} {:>7} {:>15} {:>6.1f} {:>8}  {}\n", middle(costs[0]).value,
             middle(engines[0]).value, "1", "", seconds[0], "", names[0]);
  bool all_kept = true, some_broken = false;
  std::string verdicts;
  for (std::size_t k = 1; k < 3; ++k) {
    const Middle ratio = middle_ratio(ratios[k]);
    fmt::print("{:>10.2f} {:>8.2f} {:>7.3f}   {:.3f} - {:.3f} {:>6.1f} {:>8.1f}  {}\n",
               middle(costs[k]).value, middle(engines[k]).value, ratio.value, ratio.low, ratio.high,
               seconds[k], sent[k], names[k]);
    const bool kept = ratio.high <= 1 + bound, broken = ratio.low > 1 + bound;
    verdicts += fmt::format("at most {:.0f} % more expensive with {}: {}\n", bound * 100, names[k],
                            kept     ? "met"
                            : broken ? "EXCEEDED"
                                     : "undecided, because the rounds differ too much");
    all_kept = all_kept && kept;
    some_broken = some_broken || broken;
  }
  fmt::print("{}", verdicts);
  return all_kept ? 0 : some_broken ? 1 : 4;
}
