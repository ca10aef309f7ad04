// Measures the cost of rating many games and of resuming a long run, with and without the stored digest.
// Journals have 60 plies per game, with times and scores. Also a PGN file that has only tags.
//
//   bench_ratings [GAMES [FOLDER]]     (default 1000000; FOLDER keeps the files); exit code 1 if a bound
//                                      is exceeded
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/match/openings.hpp"
#include "referee/record/journal.hpp"
#include "referee/rules/registry.hpp"
#include "referee/tournament/formats.hpp"

namespace {

using namespace ebiri;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int engines = 20;
constexpr int plies = 60;
constexpr int meetings = engines * (engines - 1) / 2;

// The folder of the files. A temporary one is deleted by the destructor.
struct Folder {
  explicit Folder(const char* wanted) : keep(wanted != nullptr) {
    if (keep) path = fs::absolute(wanted);
    fs::create_directories(path);
  }
  ~Folder() {
    if (!keep) fs::remove_all(path);
  }

  bool keep;
  fs::path path = fs::temp_directory_path() / ("ebiri-ratings-" + std::to_string(::getpid()));
};

std::string config_text(int pairs) {
  std::string text = fmt::format(
      "name: big\nseed: 1\nvariant: {{name: oware, ruleset: abapa}}\npairs: {}\n"
      "openings: {{file: openings.txt}}\nlimit: {{move: 50ms}}\nengines:\n",
      pairs);
  for (int k = 0; k < engines; ++k)
    text += fmt::format("  - {{name: engine-{:02}, command: bots/random}}\n", k);
  return text;
}

// A game of realistic length with random moves, times and result, for measurements only: it cannot be
// replayed.
match::GameRecord game_of(const tournament::Pairing& pairing, const match::Opening& opening,
                          std::mt19937_64& chance) {
  const auto below = [&](std::uint64_t bound) { return static_cast<int>(chance() % bound); };
  match::GameRecord game{.game = pairing.game,
                         .pair = pairing.pair,
                         .south = pairing.south,
                         .north = pairing.north,
                         .variant = "oware",
                         .ruleset = "abapa",
                         .south_limit = "50ms/move",
                         .north_limit = "50ms/move",
                         .opening = opening,
                         .seed = chance() >> 11U,
                         .duration = std::chrono::milliseconds{1800},
                         .final_position = "0-0-0-0-0-2-1-1-0-0-0-1-20-23-S"};
  for (int ply = 0; ply < plies; ++ply) {
    const bool south = ply % 2 == 0;
    const std::chrono::microseconds wall{500 + below(60'000)};
    game.plies.push_back({south ? rules::Side::south : rules::Side::north,
                          std::string(1, static_cast<char>((south ? 'A' : 'a') + below(6))),
                          {.wall = wall,
                           .cpu = wall - std::chrono::microseconds{40},
                           .lag = std::chrono::microseconds{3},
                           .depth = 4 + below(16),
                           .nodes = static_cast<std::uint64_t>(2 * wall.count()),
                           .score = below(17) - 8}});
  }
  // The stronger engine wins more often if the difference is larger.
  const int edge = std::stoi(pairing.south.text().substr(7)) - std::stoi(pairing.north.text().substr(7));
  const int lot = below(100) + edge;
  game.verdict.reason = "majority";
  game.verdict.result = lot < 45   ? match::Verdict::Result::south_wins
                        : lot < 55 ? match::Verdict::Result::draw
                                   : match::Verdict::Result::north_wins;
  game.verdict.south = lot < 45 ? 26 : lot < 55 ? 24 : 20;
  game.verdict.north = 48 - game.verdict.south;
  return game;
}

int write_run(const fs::path& folder, int pairs) {
  const auto rules = rules::make_rules(*rules::parse_selection("oware", "abapa")).value();
  const auto openings = match::random_openings(*rules, pairs, {.plies = 8}, 1).value();
  std::string text;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    for (const std::string& move : openings[i].moves) text += move + " ";
    text += "\n";
  }
  std::ofstream(folder / "openings.txt") << text;
  std::ofstream(folder / "big.yaml") << config_text(pairs);
  const auto loaded = config::load_text({"big.yaml", config_text(pairs)}, {}, nullptr);
  if (!loaded) {
    fmt::print("{}", loaded.error().message);
    std::exit(1);
  }
  const tournament::Settings& settings = *loaded;

  fs::create_directories(folder / "results" / "big");
  auto journal =
      record::Journal::open(folder / "results" / "big" / "games.jsonl", std::nullopt).value().journal;
  std::vector<std::string> names;
  for (const auto& engine : settings.engines) names.push_back(engine.name);
  const std::string effective = config::effective_yaml(settings);
  (void)journal.append(record::RunInfo{.name = "big",
                                       .version = "bench",
                                       .variant = "oware",
                                       .ruleset = "abapa",
                                       .seed = 1,
                                       .limit = "50ms/move",
                                       .openings = "openings.txt"});
  (void)journal.append(record::PlanInfo{
      .config = effective, .config_hash = record::fingerprint(effective), .engines = names, .pairs = pairs});
  std::mt19937_64 chance{1};
  const auto course = tournament::course_of({tournament::plan_of(settings)}, {});
  std::ofstream pgn(folder / "games.pgn");
  int games = 0;
  for (const tournament::Pairing& pairing : course.schedule) {
    const auto game = game_of(pairing, openings[static_cast<std::size_t>(pairing.opening) - 1], chance);
    (void)journal.append(game);
    ++games;
    const char* result = game.verdict.south > 24 ? "1-0" : game.verdict.south == 24 ? "1/2-1/2" : "0-1";
    pgn << fmt::format("[White \"{}\"]\n[Black \"{}\"]\n[Round \"{}\"]\n[Result \"{}\"]\n\n{}\n\n",
                       game.south, game.north, game.pair, result, result);
  }
  return games;
}

struct Cost {
  Seconds wall, cpu;
  double peak = 0;  // MiB
  int status = 0;
};

// The cost of one ebiri command in that folder.
Cost cost_of(const std::vector<std::string>& arguments, const fs::path& folder) {
  const auto begin = Clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    const int null = ::open("/dev/null", O_WRONLY);
    ::dup2(null, STDOUT_FILENO);
    ::dup2(null, STDERR_FILENO);
    if (::chdir(folder.c_str()) != 0) ::_exit(127);
    std::vector<char*> words;
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::execv(words[0], words.data());
    ::_exit(127);
  }
  Cost cost;
  rusage used{};
  int status = 0;
  ::wait4(child, &status, 0, &used);
  const auto seconds = [](const timeval& time) {
    return Seconds{static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6};
  };
  return {Clock::now() - begin, seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<double>(used.ru_maxrss) / 1024, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

}  // namespace

int main(int argc, char** argv) {
  int games = 1'000'000;
  if (argc > 1) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), games);
  const Folder folder{argc > 2 ? argv[2] : nullptr};
  const int written = write_run(folder.path, std::max(1, games / (2 * meetings)));
  const fs::path journal = folder.path / "results" / "big" / "games.jsonl";
  fmt::print("{} games of {} engines, {} plies each; journal {} MiB, PGN {} MiB\n", written, engines, plies,
             fs::file_size(journal) >> 20U, fs::file_size(folder.path / "games.pgn") >> 20U);
  fmt::print("{:>8} {:>8} {:>9} {:>8}\n", "wall s", "CPU s", "peak MiB", "bound s");
  const double millions = written / 1e6;
  bool kept = true;
  // Bounds are for a million games, in wall time. On a busy machine the CPU time is a better estimate of it.
  // Commands of less than a second are measured five times, and the shortest time counts.
  enum class Digest { none, kept };
  const auto measure = [&](const char* what, const std::vector<std::string>& words, Digest digest,
                           double bound) {
    std::vector<std::string> arguments{EBIRI_PROGRAM};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const auto least = [](const Cost& one) { return std::min(one.wall, one.cpu); };
    const auto once = [&] {
      if (digest == Digest::none) fs::remove(record::digest_file(journal));
      return cost_of(arguments, folder.path);
    };
    Cost cost = once();
    for (int more = 0; more < 4 && cost.status == 0 && cost.wall < Seconds{1}; ++more)
      if (const Cost again = once(); again.status != 0 || least(again) < least(cost)) cost = again;
    const bool holds = cost.status == 0 && least(cost).count() <= bound * std::max(millions, 0.1);
    kept = kept && holds;
    fmt::print("{:>8.2f} {:>8.2f} {:>9.0f} {:>8.1f}  {}: {}\n", cost.wall.count(), cost.cpu.count(),
               cost.peak, bound, what,
               cost.status != 0 ? fmt::format("FAILED with exit code {}", cost.status)
               : holds          ? "met"
                                : "EXCEEDED");
    std::fflush(stdout);
  };
  measure("rate, without digest", {"rate", "results/big"}, Digest::none, 20);
  measure("rate, with digest", {"rate", "results/big"}, Digest::kept, 1);
  measure("resume, with digest", {"run", "big.yaml", "--dry-run"}, Digest::kept, 2);
  measure("resume, without digest", {"run", "big.yaml", "--dry-run"}, Digest::none, 20);
  measure("rate, PGN with tags only", {"rate", "games.pgn"}, Digest::none, 0.4);
  fmt::print("{}\n", kept ? "no bound is exceeded" : "BOUNDS ARE EXCEEDED");
  return kept ? 0 : 1;
}
