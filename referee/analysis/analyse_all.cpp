#include "referee/analysis/analyse_all.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "referee/match/clock.hpp"

namespace ebiri::analysis {

namespace {

constexpr std::chrono::milliseconds report_time{200};

// The state that the threads share.
class Work {
 public:
  Work(const AnalysisSettings& settings, const std::vector<const match::GameRecord*>& records, int slots)
      : settings_(settings),
        records_(records),
        working_(slots) {}

  // The loop of one thread: starts an engine and analyses games until none is left or one has failed.
  void analyse() {
    player::EnginePlayer engine{settings_.engine};
    const match::Clock clock{{.limit = settings_.limit}};
    const auto budget = match::budget(clock, clock, rules::Side::south);
    while (const match::GameRecord* record = next()) {
      auto done = analysis::analyse(*record, settings_.rules, settings_.exact, engine, budget);
      const std::lock_guard lock{mutex_};
      outcome_.announced = engine.announced_name();
      if (auto* game = std::get_if<GameAnalysis>(&done))
        outcome_.games.push_back(std::move(*game));
      else
        give_up(*record, std::get<Failure>(done));
    }
    const std::lock_guard lock{mutex_};
    --working_;
    changed_.notify_one();
  }

  // Calls `progress` until all threads are done.
  void watch(const std::function<void(const std::vector<GameAnalysis>&)>& progress) {
    std::unique_lock lock{mutex_};
    while (!changed_.wait_for(lock, report_time, [this] { return working_ == 0; })) progress(outcome_.games);
    progress(outcome_.games);
  }

  AnalysisOutcome outcome() && { return std::move(outcome_); }

 private:
  const match::GameRecord* next() {
    const std::lock_guard lock{mutex_};
    if (stopped_ || next_ == records_.size()) return nullptr;
    return records_[next_++];
  }

  void give_up(const match::GameRecord& record, const Failure& failure) {
    stopped_ = true;
    if (failure.what.empty())
      outcome_.interrupted = true;
    else if (outcome_.failure.empty())
      outcome_.failure = "game " + std::to_string(record.game) + ": " + failure.what;
  }

  const AnalysisSettings& settings_;
  const std::vector<const match::GameRecord*>& records_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;
  int working_;
  bool stopped_ = false;
  AnalysisOutcome outcome_;
};

}  // namespace

AnalysisOutcome analyse_all(const AnalysisSettings& settings,
                            const std::vector<const match::GameRecord*>& records,
                            const std::function<void(const std::vector<GameAnalysis>&)>& progress) {
  const int slots = std::clamp(static_cast<int>(records.size()), 1, settings.slots);
  Work work{settings, records, slots};
  std::vector<std::thread> threads;
  for (int i = 0; i < slots; ++i) threads.emplace_back([&work] { work.analyse(); });
  work.watch(progress);
  for (std::thread& thread : threads) thread.join();
  return std::move(work).outcome();
}

}  // namespace ebiri::analysis
