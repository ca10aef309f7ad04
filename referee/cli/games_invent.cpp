// `ebiri games invent`: a search for new games.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/command.hpp"
#include "referee/config/values.hpp"
#include "referee/described/compile.hpp"
#include "referee/described/invent.hpp"
#include "referee/described/library.hpp"
#include "referee/described/trial.hpp"
#include "referee/explain/game.hpp"
#include "referee/support/files.hpp"
#include "referee/support/parallel.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using described::Description;
using described::Trial;
using described::TrialSettings;
using std::chrono::milliseconds;

struct GamesInventArguments {
  std::string like = "kalah", folder = "invented", time = "20min";
  int count = 20;
  unsigned jobs = processor_count();
  std::uint64_t seed = 1;
};

constexpr const char* games_invent_footer = R"(Examples:
  ebiri games invent --like kalah --count 20
  ebiri games invent --like sungka --count 3 --time 2min --to new-games

Changes rules, board and start of a game at random, also with rules of the library, and plays each new game for a
second. The best ones are tested as by `ebiri games test`, and ranked by balance, decisiveness, skill, length, choice
and the use of their rules. Their descriptions are written, the best first. The first selection takes three fifths of
the time.

Exit code 0: at least one game is written; 1: no game is good enough; 2: invalid arguments; 3: a file cannot be written.)";

struct Candidate {
  Description description;
  Trial trial;
  double quality = 0;
};

/// Searches for games until its time is up.
class Invention {
 public:
  Invention(Description model, const std::vector<Description>& library, const GamesInventArguments& arguments,
            milliseconds time)
      : model_(std::move(model)),
        mutator_(library),
        arguments_(arguments),
        begin_(Clock::now()),
        screening_end_(begin_ + time * 3 / 5),
        end_(begin_ + time) {
    seen_.insert(model_.hash());
    for (const Description& game : library) seen_.insert(game.hash());
  }

  /// The best games, the best first.
  std::vector<Candidate> run() {
    parallel_for(arguments_.jobs, arguments_.jobs, [this](std::size_t i) { screen(i); });
    const auto rank = [](std::vector<Candidate>& list) {
      std::ranges::stable_sort(list, std::ranges::greater{}, &Candidate::quality);
    };
    rank(candidates_);
    const std::size_t kept = static_cast<std::size_t>(arguments_.count) * 2;
    if (candidates_.size() > kept) candidates_.resize(kept);
    test();
    rank(candidates_);
    if (candidates_.size() > kept / 2) candidates_.resize(kept / 2);
    return std::move(candidates_);
  }

  std::size_t screened() const { return screened_; }

 private:
  static constexpr double least_quality = 0.35;

  // The loop of one thread: changes the model, or sometimes one of the best games so far.
  void screen(std::size_t thread) {
    Random random{derive_seed({arguments_.seed, thread})};
    while (Clock::now() < screening_end_) {
      auto made = mutator_.change(parent(random), random);
      if (!made || !is_new(*made)) continue;
      const auto rules = described::rules_of(*made, made->game);
      const TrialSettings settings{.time = milliseconds(1000),
                                   .max_games = 20,
                                   .strong_nodes = 200,
                                   .weak_nodes = 10,
                                   .seed = random.next()};
      Trial trial = described::try_game(*described::described_game(*rules), settings);
      const double quality = trial.uneven.games < 4 ? 0 : described::quality(trial);
      const std::lock_guard lock(mutex_);
      ++screened_;
      if (quality > least_quality) candidates_.push_back({*std::move(made), std::move(trial), quality});
    }
  }

  Description parent(Random& random) {
    const std::lock_guard lock(mutex_);
    if (candidates_.empty() || random.below(2) == 0) return model_;
    return candidates_[random.below(candidates_.size())].description;
  }

  bool is_new(const Description& game) {
    const std::lock_guard lock(mutex_);
    return seen_.insert(game.hash()).second;
  }

  void test() {
    if (candidates_.empty()) return;
    const auto left = std::chrono::duration_cast<milliseconds>(end_ - Clock::now());
    const auto share = std::clamp<milliseconds>(left * arguments_.jobs / static_cast<int>(candidates_.size()),
                                                milliseconds(500), milliseconds(30'000));
    parallel_for(candidates_.size(), arguments_.jobs, [&](std::size_t i) {
      Candidate& candidate = candidates_[i];
      const auto rules = described::rules_of(candidate.description, candidate.description.game);
      candidate.trial = described::try_game(*described::described_game(*rules), {.time = share});
      candidate.quality = described::quality(candidate.trial);
    });
  }

  const Description model_;
  const described::Mutator mutator_;
  const GamesInventArguments& arguments_;
  const Clock::time_point begin_, screening_end_, end_;
  std::mutex mutex_;
  std::set<std::string> seen_;
  std::vector<Candidate> candidates_;
  std::size_t screened_ = 0;
};

Result<std::vector<Description>> library() {
  std::vector<Description> games;
  for (const std::string& name : described::game_names()) {
    auto game = described::find_description(name);
    if (!game) return game.error();
    games.push_back(*std::move(game));
  }
  return games;
}

int write_games(const std::vector<Candidate>& games, const Description& model, const std::string& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  fmt::print("{:<22}  {:>7}  {:>7}  {:>8}  {:>5}  {:>5}  {:>7}  {}\n", "Game", "Quality", "First %",
             "Stronger", "Draws", "Turns", "Choices", "Rules");
  for (std::size_t i = 0; i < games.size(); ++i) {
    Description description = games[i].description;
    description.game = fmt::format("{}-{}", model.game, description.hash().substr(0, 6));
    description.title = description.game;
    description.decided = {
        fmt::format("a variation of {}, found by a search for balanced games", model.game)};
    const fs::path file = fs::path(folder) / (description.game + ".yaml");
    std::ofstream out(file);
    out << described::description_text(description);
    out.close();
    if (!out) {
      return fail(system_error, system_failure("write", file));
    }
    const Trial& trial = games[i].trial;
    fmt::print("{:<22}  {:>7.2f}  {:>7.0f}  {:>8.0f}  {:>5.0f}  {:>5.0f}  {:>7.1f}  {}\n", description.game,
               games[i].quality, 100 * trial.even.score(), 100 * trial.uneven.score(),
               100 * trial.even.share(trial.even.draws), trial.even.mean_plies(), trial.even.mean_choices(),
               explain::game_summary(description));
  }
  fmt::print("{} descriptions are in {}\n", games.size(), folder);
  return 0;
}

int invent_games(const GamesInventArguments& arguments) {
  const auto time = config::duration(milliseconds(1000), std::chrono::hours(24)).parse(arguments.time);
  const auto* limit = std::get_if<milliseconds>(&time);
  if (limit == nullptr) return refused({fmt::format("--time {}", std::get<config::ValueError>(time).what)});
  const auto model = described::find_description(arguments.like);
  if (!model) return refused({"--like: " + model.error().message});
  const auto games = library();
  if (!games) return refused(games.error());
  Invention invention(*model, *games, arguments, *limit);
  const auto best = invention.run();
  fmt::print(stderr, "{} games were screened\n", invention.screened());
  if (best.empty()) {
    fmt::print(stderr, "ebiri: no game was good enough; try a longer --time\n");
    return expectation_failed;
  }
  return write_games(best, *model, arguments.folder);
}

}  // namespace

void add_games_invent(CLI::App& games, int& exit_code) {
  auto [command, arguments] =
      add_command(games, exit_code, "invent", "Search for new games by changing a known one",
                  games_invent_footer, invent_games);
  command.add_option("--like", arguments.like, "The game to change: a name of the library, or a file")
      ->type_name("GAME")
      ->capture_default_str();
  command.add_option("--count", arguments.count, "The number of games to find")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--time", arguments.time, "Time limit of the whole search")
      ->type_name("DURATION")
      ->capture_default_str();
  command.add_option("--to", arguments.folder, "Folder for the descriptions")
      ->type_name("FOLDER")
      ->capture_default_str();
  command.add_option("--seed", arguments.seed, "Seed of the changes")->capture_default_str();
  command.add_option("--jobs", arguments.jobs, "Number of threads")
      ->check(CLI::Range(1U, 256U))
      ->default_str("one for each core");
}

}  // namespace ebiri::cli
