#include "referee/described/invention.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "referee/described/compile.hpp"
#include "referee/described/mutator.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/random.hpp"

namespace ebiri::described {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Searches for games until its time is up.
class Invention {
 public:
  Invention(Description model, const std::vector<Description>& library, const InventSettings& settings)
      : model_(std::move(model)),
        mutator_(library),
        settings_(settings),
        begin_(Clock::now()),
        screening_end_(begin_ + settings.time * 3 / 5),
        end_(begin_ + settings.time) {
    seen_.insert(model_.hash());
    for (const Description& game : library) seen_.insert(game.hash());
  }

  Inventions run() {
    parallel_for(settings_.jobs, settings_.jobs, [this](std::size_t i) { screen(i); });
    const auto rank = [](std::vector<InventedGame>& list) {
      std::ranges::stable_sort(list, std::ranges::greater{}, &InventedGame::quality);
    };
    rank(candidates_);
    const std::size_t kept = settings_.count * 2;
    if (candidates_.size() > kept) candidates_.resize(kept);
    test();
    rank(candidates_);
    if (candidates_.size() > kept / 2) candidates_.resize(kept / 2);
    return {std::move(candidates_), screened_};
  }

 private:
  static constexpr double least_quality = 0.35;

  // The loop of one thread: changes the model, or a good game that was already found.
  void screen(std::size_t thread) {
    Random random{derive_seed({settings_.seed, thread})};
    while (Clock::now() < screening_end_) {
      auto made = mutator_.change(parent(random), random);
      if (!made || !is_new(*made)) continue;
      const auto rules = rules_of(*made, made->game);
      const TrialSettings settings{.time = milliseconds(1000),
                                   .max_games = 20,
                                   .strong_nodes = 200,
                                   .weak_nodes = 10,
                                   .seed = random.next()};
      Trial trial = try_game(*described_game(*rules), settings);
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
    const auto share = std::clamp<milliseconds>(left * settings_.jobs / static_cast<int>(candidates_.size()),
                                                milliseconds(500), milliseconds(30'000));
    parallel_for(candidates_.size(), settings_.jobs, [&](std::size_t i) {
      InventedGame& candidate = candidates_[i];
      const auto rules = rules_of(candidate.description, candidate.description.game);
      candidate.trial = try_game(*described_game(*rules), {.time = share});
      candidate.quality = described::quality(candidate.trial);
    });
  }

  const Description model_;
  const Mutator mutator_;
  const InventSettings settings_;
  const Clock::time_point begin_, screening_end_, end_;
  std::mutex mutex_;
  std::set<std::string> seen_;
  std::vector<InventedGame> candidates_;
  std::size_t screened_ = 0;
};

}  // namespace

Inventions invent(const Description& model, const std::vector<Description>& library,
                  const InventSettings& settings) {
  return Invention{model, library, settings}.run();
}

}  // namespace ebiri::described
