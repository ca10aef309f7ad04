// Measures the time until the verdict for every fault of the catalogue, and the leftovers of a thousand
// faulty games.
//
//   bench_faults [GAMES]     (default 1000); exit code 1 if a bound is exceeded
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "referee/process/machine.hpp"
#include "tests/faults/catalogue.hpp"
#include "tests/new_folder.hpp"

namespace {

using namespace ebiri;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr Milliseconds teardown_bound{1000};
constexpr double memory_bound = 4;  // MB that the referee may grow from game 100 on

/// Measures the last `begin` or `ask`. After a fault this includes the verdict and the end of the engine.
class Timed final : public player::Player {
  template <class Action>
  auto timed(const Action& action) {
    const auto begin = Clock::now();
    auto reply = action();
    last_ = Clock::now() - begin;
    return reply;
  }

 public:
  explicit Timed(player::Player& player) : player_(player) {}

  std::variant<player::Ready, player::Fault, player::Interrupted> begin(
      const player::GameBrief& brief) override {
    return timed([&] { return player_.begin(brief); });
  }
  player::Reply ask(const player::GameLine& line, const player::Budget& budget) override {
    return timed([&] { return player_.ask(line, budget); });
  }
  void end(const player::GameLine& line, std::string_view result, std::string_view reason) override {
    player_.end(line, result, reason);
  }
  Milliseconds last() const { return last_; }

 private:
  player::Player& player_;
  Milliseconds last_{};
};

double resident_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0; word == "VmRSS:" && status >> kilobytes) return kilobytes / 1024;
  return 0;
}

struct Measured {
  Milliseconds verdict{}, teardown{};
  std::string word = "none";  // the word of the verdict
};

Measured measure(const tests::FaultCase& expected, const std::filesystem::path& folder) {
  Measured result;
  auto engine = std::make_unique<player::EnginePlayer>(tests::setup_for(expected, folder));
  Timed timed{*engine};
  const auto record = tests::play(timed, 1, !expected.kind);
  if (record && record->verdict.fault) result.word = player::word(record->verdict.fault->kind);
  if (expected.kind) result.verdict = timed.last();
  const auto begin = Clock::now();
  engine.reset();
  result.teardown = Clock::now() - begin;
  return result;
}

int failures = 0;

std::string_view judged(bool met) {
  if (!met) ++failures;
  return met ? "" : "  EXCEEDED";
}

void table(const std::vector<tests::FaultCase>& cases, const std::filesystem::path& folder) {
  for (const tests::FaultCase& expected : cases) {
    const Measured got = measure(expected, folder);
    const std::string_view verdict = expected.kind ? player::word(*expected.kind) : "none";
    const Milliseconds due = tests::due(expected);
    std::string name = expected.name;
    if (const auto mark = name.find(" 1 MARK"); mark != std::string::npos) name.erase(mark, 7);
    fmt::print("{:<42} {:<16}", name.empty() ? "(none)" : name, got.word);
    if (expected.kind)
      fmt::print(" {:>7.1f} {:>7.0f}", got.verdict.count(), due.count());
    else
      fmt::print(" {:>7} {:>7}", "", "");
    fmt::print(" {:>8.1f} {:>6.0f}{}\n", got.teardown.count(), teardown_bound.count(),
               judged(got.word == verdict && got.verdict <= due && got.teardown <= teardown_bound));
    std::fflush(stdout);
  }
}

// Plays the quick faults repeatedly, one after the other.
void many_games(int games, const std::filesystem::path& folder) {
  std::vector<tests::FaultCase> quick;
  for (const auto* list : {&tests::fault_cases(), &tests::program_fault_cases()})
    std::ranges::copy_if(*list, std::back_inserter(quick),
                         [](const tests::FaultCase& expected) { return expected.wait == tests::Wait::none; });
  const auto descriptors = tests::open_descriptors();
  double early = resident_mb();
  const auto begin = Clock::now();
  for (int game = 0; game < games; ++game) {
    if (game == std::min(games / 2, 100)) early = resident_mb();
    (void)measure(quick[static_cast<std::size_t>(game) % quick.size()], folder);
  }
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const double late = resident_mb();
  const auto leaked = static_cast<long>(tests::open_descriptors()) - static_cast<long>(descriptors);
  fmt::print("\n{} faulty games in {:.1f}s ({} kinds, one process per game)\n", games, seconds, quick.size());
  fmt::print("memory of the referee, MB   {:.1f} -> {:.1f}{}\n", early, late,
             judged(late - early <= memory_bound));
  fmt::print("processes left              {}{}\n", tests::processes_left(),
             judged(tests::processes_left() == 0));
  fmt::print("descriptors left            {}{}\n", leaked, judged(leaked == 0));
}

// The number of files in the working directory of the engines, except those that an engine wrote itself.
std::size_t files_left(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::count_if(
      begin(entries), end(entries), [](const auto& entry) { return entry.path().filename() != "filled"; }));
}

}  // namespace

int main(int argc, char** argv) {
  process::prepare_process();
  int games = 1000;
  if (argc > 1) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), games);
  const testing::NewFolder made;
  const auto& folder = made.path;
  ::setenv("TMPDIR", folder.c_str(), 1);
  fmt::print("{:<42} {:<16} {:>7} {:>7} {:>8} {:>6}\n", "fault", "verdict", "ms", "bound", "teardown",
             "bound");
  for (const auto* list : {&tests::fault_cases(), &tests::program_fault_cases(), &tests::harmless_cases()})
    table(*list, folder);
  many_games(games, folder);
  fmt::print("temporary files left        {}{}\n", files_left(folder), judged(files_left(folder) == 0));
  fmt::print("\n{}\n",
             failures == 0 ? "no bound is exceeded" : fmt::format("{} bounds are EXCEEDED", failures));
  return failures == 0 ? 0 : 1;
}
