#include "referee/tournament/runner.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "tests/tournament/queues.hpp"

using namespace ebiri;
using namespace ebiri::tournament;
using namespace ebiri::tests;

TEST_CASE("runner: every game is played once, whatever the number of slots", "[threads]") {
  const auto rules = rules_for("abapa");
  for (const int slots : {1, 2, 4, 16}) {
    Runner runner{*rules, slots, {.make_player = scripted(*rules)}};
    runner.add(tasks(4));
    runner.close();
    const auto records = collect(runner).records;
    CHECK(records.size() == 24);
    CHECK(games_of(records).size() == 24);
    runner.join();
  }
}

TEST_CASE("runner: a game that ends between `acknowledge` and `take` is not missed", "[threads]") {
  const auto rules = rules_for("abapa");
  Runner runner{*rules, 1, {.make_player = scripted(*rules)}};
  runner.add(tasks(1));
  runner.acknowledge();
  runner.close();
  while (!runner.ended()) std::this_thread::yield();
  runner.join();
  CHECK(runner.take().size() == 6);
  pollfd watched{runner.ready(), POLLIN, 0};
  CHECK(::poll(&watched, 1, 0) == 1);
  runner.acknowledge();
  CHECK(::poll(&watched, 1, 0) == 0);
}

TEST_CASE("runner: both games of a pair are played by the same two players", "[threads]") {
  const auto rules = rules_for("abapa");
  std::atomic<int> made = 0;
  Runner runner{*rules, 1, {.make_player = [&](const std::string&) {
                  ++made;
                  return std::make_unique<ScriptedPlayer>(*rules);
                }}};
  runner.add(tasks(1));
  runner.close();
  CHECK(collect(runner).records.size() == 6);
  runner.join();
  CHECK(made == 4);  // three meetings, and each shares a player with the one before
}

TEST_CASE("runner: a void game is replayed, and each attempt has its own seed") {
  const auto rules = rules_for("abapa");
  for (const int max_replays : {0, 1, 3, 5}) {
    CAPTURE(max_replays);
    int asked = 0;
    // The first four requests are interrupted by a busy machine.
    const auto busy = [&](const player::GameLine&) -> std::optional<player::Reply> {
      if (++asked > 4) return std::nullopt;
      return player::Interrupted{.problem = "busy", .reason = "busy-machine"};
    };
    Runner runner{*rules,
                  1,
                  {.max_replays = max_replays,
                   .make_player = [&](const std::string&) { return player_with(*rules, busy); },
                   .seed = seed_of}};
    runner.add({{setup_for(7, 4, "a", "b", 1)}});
    runner.close();
    const auto records = collect(runner).records;
    const auto attempts = static_cast<std::size_t>(std::min(max_replays + 1, 5));
    REQUIRE(records.size() == attempts);
    for (std::size_t i = 0; i < attempts; ++i) {
      CHECK(records[i].attempt == static_cast<int>(i) + 1);
      CHECK(records[i].seed == 701 + i);
      CHECK(match::aborted(records[i]) == (i < 4));
    }
  }
}

TEST_CASE("runner: an engine that makes every attempt at a game void forfeits the last one") {
  const auto rules = rules_for("abapa");
  const player::Interrupted own{.problem = "busy", .reason = "busy-machine", .by_player = true};
  Runner runner{*rules, 1, {.max_replays = 2, .make_player = [&](const std::string& engine) {
                              std::deque<player::Reply> replies;
                              if (engine == "a") replies.assign(5, own);
                              return std::make_unique<ScriptedPlayer>(*rules, std::move(replies));
                            }}};
  runner.add({{setup_for(1, 1, "a", "b", 1)}});
  runner.close();
  const auto records = collect(runner).records;
  REQUIRE(records.size() == 3);
  CHECK(match::aborted(records[1]));
  CHECK(records[2].verdict.cause == match::Verdict::Cause::fault);
  CHECK(records[2].verdict.loser == rules::Side::south);
}

TEST_CASE("runner: no new game begins after `finish`", "[threads]") {
  const auto rules = rules_for("abapa");
  std::atomic<Runner*> self = nullptr;
  Runner runner{*rules, 1, {.make_player = scripted(*rules), .enter = [&](int) {
                              while (self == nullptr) std::this_thread::yield();
                              self.load()->finish();
                            }}};
  self = &runner;
  runner.add(tasks(50));
  CHECK(collect(runner).records.empty());
}

TEST_CASE("runner: an abort ends running games without a record", "[threads]") {
  const auto rules = rules_for("abapa");
  const int interrupt = ::eventfd(0, EFD_CLOEXEC);
  std::atomic<int> waiting = 0;
  // Thinks until the descriptor signals the abort of the run.
  const auto wait = [&](const player::GameLine&) -> std::optional<player::Reply> {
    ++waiting;
    pollfd watched{interrupt, POLLIN, 0};
    ::poll(&watched, 1, -1);
    return player::Interrupted{};
  };
  Runner runner{*rules, 3, {.make_player = [&](const std::string&) { return player_with(*rules, wait); }}};
  runner.add(tasks(5));
  while (waiting < 3) std::this_thread::yield();
  runner.abort();
  const std::uint64_t one = 1;
  REQUIRE(::write(interrupt, &one, sizeof one) == sizeof one);
  CHECK(collect(runner).records.empty());
  runner.join();
  ::close(interrupt);
}

TEST_CASE("runner: slots wait for more tasks until the queue is closed", "[threads]") {
  const auto rules = rules_for("abapa");
  Runner runner{*rules, 4, {.make_player = scripted(*rules)}};
  CHECK(runner.idle());
  std::size_t records = 0;
  for (int round = 1; round <= 3; ++round) {
    runner.add(tasks(2));
    CHECK_FALSE(runner.ended());
    while (true) {
      runner.acknowledge();
      const bool idle = runner.idle();
      records += runner.take().size();
      if (idle) break;
      pollfd watched{runner.ready(), POLLIN, 0};
      ::poll(&watched, 1, -1);
    }
    CHECK(records == static_cast<std::size_t>(12 * round));
    CHECK_FALSE(runner.ended());
  }
  runner.close();
  runner.join();
  CHECK(runner.ended());
}

TEST_CASE("runner: slots wait if too many records have not been taken", "[threads]") {
  const auto rules = rules_for("abapa");
  std::atomic<std::size_t> begun = 0;
  Runner runner{*rules, 2, {.make_player = [&](const std::string&) {
                  ++begun;
                  return std::make_unique<ScriptedPlayer>(*rules);
                }}};
  const std::size_t most = Runner::max_untaken(2);
  std::vector<Task> one_game_each;
  for (int n = 0; n < 40; ++n)
    for (const Task& task : tasks(1)) one_game_each.push_back({task.front()});
  const std::size_t games = one_game_each.size();
  for (Task& task : one_game_each) {  // new players for every game
    const std::string number = std::to_string(&task - one_game_each.data());
    task.front().south.name += number;
    task.front().north.name += number;
  }
  runner.add(std::move(one_game_each));
  runner.close();
  std::size_t taken = 0;
  while (taken < games) {
    while (begun / 2 < std::min(taken + most + 2, games)) std::this_thread::yield();
    const std::size_t count = runner.take().size();
    CHECK(count <= most);
    taken += count;
  }
  runner.join();
}

TEST_CASE("runner: `finish` wakes slots that wait for tasks", "[threads]") {
  const auto rules = rules_for("abapa");
  Runner runner{*rules, 2, {.make_player = scripted(*rules)}};
  runner.add(tasks(1));
  runner.finish();
  runner.join();
  CHECK(runner.ended());
}

TEST_CASE("runner: during a pause no game begins, not even the second game of a pair", "[threads]") {
  const auto rules = rules_for("abapa");
  std::atomic<int> asked = 0;
  std::atomic<Runner*> self = nullptr;
  // The first move of the run pauses the runner.
  const auto pause = [&](const player::GameLine&) -> std::optional<player::Reply> {
    if (asked++ == 0) self.load()->pause(true);
    return std::nullopt;
  };
  Runner runner{*rules, 1, {.make_player = [&](const std::string&) { return player_with(*rules, pause); }}};
  self = &runner;
  runner.add(tasks(1));
  std::vector<match::GameRecord> records;
  while (records.empty()) {
    pollfd watched{runner.ready(), POLLIN, 0};
    ::poll(&watched, 1, -1);
    runner.acknowledge();
    records = runner.take();
  }
  CHECK(runner.playing() == 0);
  const int before = asked;
  pollfd watched{runner.ready(), POLLIN, 0};
  ::poll(&watched, 1, 50);  // a game that began would end sooner
  CHECK(runner.take().empty());
  CHECK(asked == before);
  CHECK(runner.waiting() == 2);
  runner.pause(false);
  runner.close();
  CHECK(records.size() + collect(runner).records.size() == 6);
  runner.join();
}

TEST_CASE("runner: during a pause no engine starts, and `finish` ends the runner", "[threads]") {
  const auto rules = rules_for("abapa");
  std::atomic<int> made = 0;
  Runner runner{*rules, 2, {.make_player = [&](const std::string&) {
                  ++made;
                  return std::make_unique<ScriptedPlayer>(*rules);
                }}};
  runner.pause(true);
  runner.add(tasks(3));
  pollfd watched{runner.ready(), POLLIN, 0};
  CHECK(::poll(&watched, 1, 50) == 0);
  runner.finish();
  CHECK(collect(runner).records.empty());
  runner.join();
  CHECK(made == 0);
}

TEST_CASE("runner: a paused runner ends when everything is played", "[threads]") {
  const auto rules = rules_for("abapa");
  Runner runner{*rules, 2, {.make_player = scripted(*rules)}};
  runner.add(tasks(1));
  while (!runner.idle()) std::this_thread::yield();
  runner.pause(true);
  runner.close();
  CHECK(collect(runner).records.size() == 6);
  runner.join();
}
