#include "referee/analysis/analyse_all.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "referee/match/clock.hpp"
#include "referee/support/parallel.hpp"

namespace ebiri::analysis {

AnalysisOutcome analyse_all(const AnalysisSettings& settings,
                            const std::vector<const match::GameRecord*>& records,
                            const std::function<void(const std::vector<GameAnalysis>&)>& progress) {
  AnalysisOutcome outcome;
  std::size_t next = 0;
  std::mutex mutex;  // of `outcome` and `next`
  // Starts an engine and analyses games until none is left or one has failed.
  const auto work = [&](std::size_t) {
    player::EnginePlayer engine{settings.engine};
    const match::Clock clock{{.limit = settings.limit}};
    const auto budget = match::budget(clock, clock, rules::Side::south);
    std::unique_lock lock{mutex};
    while (next < records.size() && !outcome.interrupted && outcome.failure.empty()) {
      const match::GameRecord& record = *records[next++];
      lock.unlock();
      auto done = analyse(record, settings.rules, settings.exact, engine, budget);
      lock.lock();
      outcome.announced = engine.announced_name();
      if (done) {
        outcome.games.push_back(*std::move(done));
        progress(outcome.games);
      } else if (done.error().message.empty()) {
        outcome.interrupted = true;
      } else if (outcome.failure.empty()) {
        outcome.failure = "game " + std::to_string(record.game) + ": " + done.error().message;
      }
    }
  };
  const int slots = std::clamp(static_cast<int>(records.size()), 1, settings.slots);
  progress({});
  parallel_for(static_cast<std::size_t>(slots), static_cast<unsigned>(slots), work);
  return outcome;
}

}  // namespace ebiri::analysis
