// Runs without processes, for tests: the players are scripts, and the games are played on the test's thread.
#pragma once

#include <sys/eventfd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/config/load.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/play.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/tournament/game_queue.hpp"
#include "tests/match/scripted_player.hpp"
#include "tests/text_of.hpp"

namespace ebiri::tests {

/// The arena of a config. Its engines are never started.
inline run::Arena arena_of(const std::string& yaml) {
  auto loaded = config::load_text({"test.yaml", yaml}, {}, nullptr);
  if (!loaded) FAIL(loaded.error().message);
  auto arena = run::make_arena(std::move(*loaded), {});
  if (!arena) FAIL(arena.error().message);
  return std::move(*arena);
}

/// A config with engines of these names. `more`: additional lines.
inline std::string config_of(const std::vector<std::string>& engines, const std::string& more) {
  std::string yaml = "name: test\nlimit: {nodes: 10}\n" + more + "engines:\n";
  for (const std::string& name : engines) yaml += "  - {name: " + name + ", command: /bin/true}\n";
  return yaml;
}

/// Makes the player of an engine for one game.
using Script = std::function<std::unique_ptr<player::Player>(const std::string& engine, int game)>;

/// The first legal moves to the end of the game.
inline Script first_moves(const rules::Rules& rules) {
  return [&rules](const std::string&, int) { return std::make_unique<ScriptedPlayer>(rules); };
}

/// The same, but this engine resigns its games.
inline Script loses(const rules::Rules& rules, const std::string& loser) {
  return [&rules, loser](const std::string& engine, int) {
    std::deque<player::Reply> replies;
    if (engine == loser) replies.push_back(player::Answer{.kind = player::Answer::Kind::resign});
    return std::make_unique<ScriptedPlayer>(rules, std::move(replies));
  };
}

/// The reply if the machine is too busy to time a move.
inline player::Reply busy_machine() {
  return player::Interrupted{.problem = "busy", .reason = "busy-machine"};
}

/// Plays games one after the other, as slots would. Each call of `take` finishes the running games and begins
/// the same number of new ones. Always ready.
class ScriptedQueue final : public tournament::GameQueue {
 public:
  ScriptedQueue(const rules::Rules& rules, Script script, std::size_t slots = 1, int max_replays = 3)
      : rules_(rules),
        script_(std::move(script)),
        slots_(slots),
        max_replays_(max_replays),
        live_(slots) {}

  void add(std::vector<tournament::Task> tasks) override {
    for (tournament::Task& task : tasks) {
      for (const match::GameSetup& setup : task) added.push_back(setup.game);
      waiting_.push_back(std::move(task));
    }
  }
  void close() override { closed_ = true; }
  std::size_t pending() const override { return waiting_.size() + playing_.size(); }
  std::size_t waiting() const override { return waiting_.size(); }
  std::size_t wanted_waiting() const override { return 4; }
  int ready() const override { return ready_.get(); }
  void acknowledge() override {}

  std::vector<match::GameRecord> take() override {
    if (before_take) before_take();
    std::vector<match::GameRecord> records;
    std::vector<tournament::Task> going_on;
    for (tournament::Task& task : std::exchange(playing_, {}))
      if (auto rest = play_first(std::move(task), records); !rest.empty())
        going_on.push_back(std::move(rest));
    if (!finishing_ && !paused_) {
      playing_ = std::move(going_on);
    } else if (paused_ && !finishing_) {
      waiting_.insert(waiting_.begin(), going_on.begin(), going_on.end());
    }
    while (!finishing_ && !paused_ && playing_.size() < slots_ && !waiting_.empty()) {
      playing_.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
    }
    return records;
  }

  void pause(bool paused) override {
    paused_ = paused;
    calls.emplace_back(paused ? "pause" : "go on");
  }
  int playing() const override { return static_cast<int>(playing_.size()); }
  std::size_t slots() const override { return slots_; }
  const match::LiveGame& live(std::size_t slot) const override { return live_[slot]; }
  void finish() override {
    finishing_ = true;
    waiting_.clear();
    calls.emplace_back("finish");
  }
  void abort() override {
    finishing_ = true;
    waiting_.clear();
    playing_.clear();
    calls.emplace_back("abort");
  }
  bool ended() const override { return playing_.empty() && (finishing_ || (closed_ && waiting_.empty())); }

  std::vector<int> added;             ///< games, in the order in which they were handed out
  std::vector<std::string> calls;     ///< `finish`, `abort`, `pause`, `go on`
  std::function<void()> before_take;  ///< called first by `take`
  bool leaves_no_record = false;      ///< games cannot be played at all

 private:
  // Plays the first game of a task, attempt after attempt; the rest of the task.
  tournament::Task play_first(tournament::Task task, std::vector<match::GameRecord>& records) {
    match::GameSetup setup = task.front();
    task.erase(task.begin());
    for (; !leaves_no_record && setup.attempt <= max_replays_ + 1; ++setup.attempt) {
      const auto south = script_(setup.south.name, setup.game), north = script_(setup.north.name, setup.game);
      auto record = match::play_game(setup, rules_, *south, *north);
      REQUIRE(record);
      records.push_back(std::move(*record));
      if (!match::aborted(records.back()) || finishing_) break;
    }
    return task;
  }

  const rules::Rules& rules_;
  Script script_;
  std::size_t slots_;
  int max_replays_;
  std::deque<match::LiveGame> live_;
  Descriptor ready_{::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::deque<tournament::Task> waiting_;
  std::vector<tournament::Task> playing_;
  bool closed_ = false, finishing_ = false, paused_ = false;
};

/// Makes the requests that a script lists for each turn of the loop.
class ScriptedControl final : public run::Control {
 public:
  std::vector<int> descriptors() override { return {}; }
  Requests take() override { return script ? script() : Requests{}; }

  std::function<Requests()> script;
};

/// Records all notifications.
class Listener : public run::Observer {
 public:
  Result<std::string> open(bool left) override {
    events.emplace_back(left ? "open" : "open, nothing left");
    return address;
  }
  void started(const record::RunInfo&, const record::PlanInfo&, std::size_t played,
               std::size_t planned) override {
    events.push_back("started " + std::to_string(played) + "/" + std::to_string(planned));
  }
  void begin(const run::Start& how) override {
    events.emplace_back("begin");
    start = how;
  }
  void game(const run::FinishedGame& game) override {
    events.push_back("game " + std::to_string(game.record->game));
    games.push_back(*game.record);
    if (on_game) on_game(game);
  }
  void standings(const report::Standings& table) override { rated = table.games; }
  void test(const report::SprtReport& report) override { decision = report.test().decision; }
  void say(const std::string& sentence) override { said.push_back(sentence); }
  void warn(const std::string& sentence) override { said.push_back(sentence); }
  void tick(const run::LoopState& state, const tournament::GameQueue&) override { states.push_back(state); }
  void end(run::Ending ending) override { events.push_back(std::string{"end "} + run::word(ending)); }
  void finished(const run::Played& played) override {
    events.push_back(std::string{"finished "} + run::word(played.ending));
  }

  std::set<int> numbers() const {
    std::set<int> all;
    for (const auto& game : games) all.insert(game.game);
    return all;
  }

  bool heard(const std::string& words) const {
    return std::ranges::any_of(said, [&](const auto& text) { return text.find(words) != text.npos; });
  }

  std::string address;
  std::vector<std::string> events, said;
  std::vector<match::GameRecord> games;
  std::vector<run::LoopState> states;
  std::function<void(const run::FinishedGame&)> on_game;
  run::Start start;
  std::int64_t rated = 0;
  rating::TestDecision decision = rating::TestDecision::undecided;
};

/// How scripted engines play a run.
struct ScriptedCourse {
  std::function<Script(const rules::Rules&)> script = first_moves;
  std::size_t quit_after = 0;  ///< games, after which the run is asked to end; 0: never
  run::EngineChecks checks = {.problems = {}, .announced = {"", ""}};
};

/// Plays a run in a folder, or the rest of it.
inline Result<run::Played> play_run(const run::RunFolder& folder, const std::string& yaml,
                                    std::vector<run::Observer*> observers,
                                    const ScriptedCourse& course = {}) {
  run::Arena arena = arena_of(yaml);
  run::PlaySettings settings{.folder = folder, .resume = "x"};
  settings.check_engines = [&](const run::Arena&) { return course.checks; };
  settings.open_queue = [&](run::Arena& ours, const auto&, const auto&) {
    return Result<std::shared_ptr<tournament::GameQueue>>{
        std::make_shared<ScriptedQueue>(*ours.rules, course.script(*ours.rules))};
  };
  Listener counter;
  observers.insert(observers.begin(), &counter);
  ScriptedControl control;
  control.script = [&] {
    const bool quits = course.quit_after > 0 && counter.games.size() == course.quit_after;
    return run::Control::Requests{.quits = quits ? 1 : 0};
  };
  return run::play(arena, settings, {std::move(observers)}, control);
}

/// The number of occurrences of `words` in a text.
inline int count_of(const std::string& text, const std::string& words) {
  int count = 0;
  for (auto at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++count;
  return count;
}

}  // namespace ebiri::tests
