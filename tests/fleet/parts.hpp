// Shared parts of the tests of both queues: tasks, workers in threads of this process, queues.
#pragma once

#include <algorithm>
#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <thread>

#include "referee/fleet/fleet_queue.hpp"
#include "referee/fleet/worker.hpp"
#include "referee/record/game_json.hpp"
#include "referee/tournament/runner.hpp"
#include "tests/fleet/memory_link.hpp"
#include "tests/tournament/queues.hpp"

namespace ebiri::tests {

using fleet::FleetSettings;
using fleet::head_of;
using fleet::Job;
using fleet::job_from;
using fleet::Lease;
using fleet::PreparedRun;
using fleet::WorkerHooks;
using fleet::WorkerSlot;
using run::Host;

inline constexpr const char* run_name = "0123456789abcdef";

// Worker slots in threads of this process. Without `make_player` they cannot play the run.
class Workers {
 public:
  Workers(
      MemoryLink& link, const rules::Rules& rules, int count, MakePlayer make_player,
      std::chrono::milliseconds heartbeat = WorkerHooks{}.heartbeat,
      std::function<void()> on_prepare = [] {}) {
    (void)link.announce(run_name, "the order");
    hooks_.heartbeat = heartbeat;
    auto prepared = std::make_shared<PreparedRun>();
    prepared->rules = &rules;
    prepared->hooks = {.make_player = std::move(make_player), .seed = seed_of};
    prepared->task = [](const Job& job) -> Result<Task> {
      Task task;
      for (const match::GameSetup& game : job.games)
        task.push_back(setup_for(game.game, game.pair, game.south.name, game.north.name, game.attempt));
      return task;
    };
    hooks_.prepare = [prepared, on_prepare = std::move(on_prepare)](
                         const std::string&) -> Result<std::shared_ptr<const PreparedRun>> {
      on_prepare();
      if (!prepared->hooks.make_player) return Error{"an engine differs"};
      return std::shared_ptr<const PreparedRun>{prepared};
    };
    hooks_.host = [] { return Host{.name = "here/1"}; };
    hooks_.say = [this](const std::string&) { ++said; };
    for (int number = 0; number < count; ++number) slots_.emplace_back(link, hooks_, leaving_, number);
    for (WorkerSlot& slot : slots_) threads_.emplace_back([&slot] { slot.work(); });
  }

  ~Workers() {
    leaving_ = 1;
    for (std::thread& thread : threads_) thread.join();
  }

  std::atomic<int> said = 0;

 private:
  WorkerHooks hooks_;
  std::atomic<int> leaving_ = 0;
  std::deque<WorkerSlot> slots_;
  std::vector<std::thread> threads_;
};

// The two implementations of `GameQueue`, for tests that both must pass.
struct Back {
  MemoryLink link;
  std::unique_ptr<GameQueue> queue;
  std::unique_ptr<Workers> workers;
};

inline FleetSettings settings(const std::string& session = "s") {
  return {.run = run_name, .session = session, .max_replays = 3, .seed = seed_of};
}

inline std::unique_ptr<Back> back_end(bool fleet, const rules::Rules& rules, MakePlayer make_player) {
  auto back = std::make_unique<Back>();
  if (fleet) {
    back->queue = fleet::make_queue(back->link, rules, settings());
    back->workers = std::make_unique<Workers>(back->link, rules, 3, std::move(make_player));
  } else {
    back->queue = std::make_unique<tournament::Runner>(
        rules, 3, tournament::SlotHooks{.make_player = std::move(make_player), .seed = seed_of});
  }
  return back;
}

// The result that a worker would store for a lease.
inline std::string result_for(const Lease& lease, const rules::Rules& rules,
                              const std::function<void(match::GameRecord&)>& change) {
  const auto job = job_from(lease.text);
  REQUIRE(job);
  std::string text = head_of({.host = {.name = "liar/7"}});
  for (const match::GameSetup& game : job->games) {
    ScriptedPlayer south{rules}, north{rules};
    auto record = match::play_game(
        setup_for(game.game, game.pair, game.south.name, game.north.name, game.attempt), rules, south, north);
    change(*record);
    text += record::line_of(*record) + "\n";
  }
  return text;
}

inline Lease next_lease(MemoryLink& link) {
  while (true)
    if (const auto lease = link.lease(0, std::chrono::seconds{1}); *lease) return **lease;
}

// A server, and the queue of a planner on it; a fixture.
struct Planner {
  GameQueue& plan(const FleetSettings& wanted = settings()) {
    owner.reset();
    owner = fleet::make_queue(link, *rules, wanted);
    return *owner;
  }

  // A queue with one job, to which no other is added.
  GameQueue& with_one_job(const FleetSettings& wanted = settings()) {
    plan(wanted).add({tasks(1).front()});
    owner->close();
    return *owner;
  }

  std::unique_ptr<rules::Rules> rules = rules_for("abapa");
  MemoryLink link;
  std::unique_ptr<GameQueue> owner;
};

}  // namespace ebiri::tests
