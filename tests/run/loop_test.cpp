// The main loop of a run, with the tasks of tournaments.
#include "referee/run/loop.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "referee/run/run_folder.hpp"
#include "referee/tournament/runner.hpp"
#include "tests/config/temporary_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::run;
using namespace ebiri::tests;

namespace {

// A run with a journal in its own folder; the tests supply the queue that plays it.
struct Playground {
  explicit Playground(const std::string& yaml) : arena(arena_of(yaml)) {
    state.set_run(run_info(arena));
    state.add({plan_info(arena)});
    REQUIRE(journal.append(state.digest().run));
    REQUIRE(journal.append(state.digest().plans.back()));
  }

  Result<Ending> play(tournament::GameQueue& queue) {
    ScheduleSource source{arena, state};
    return play_games({source, queue, journal, state, {{&listener}}, control});
  }

  config::TemporaryFolder folder;
  RunFolder run{folder.folder("run")};
  Arena arena;
  record::Journal journal = std::move(record::Journal::open(run.journal()).value().journal);
  RunState state;
  Listener listener;
  ScriptedControl control;
};

std::set<int> numbers_to(int last) {
  std::set<int> all;
  for (int number = 1; number <= last; ++number) all.insert(number);
  return all;
}

}  // namespace

TEST_CASE("loop: slots play every game once", "[threads]") {
  for (const int slots : {1, 3}) {
    Playground at{config_of({"a", "b", "c"}, "pairs: 2\nopenings: {random-plies: 4}\n")};
    tournament::Runner runner{*at.arena.rules, slots, {.make_player = [&](const std::string&) {
                                return std::make_unique<ScriptedPlayer>(*at.arena.rules);
                              }}};
    CHECK(at.play(runner).value() == Ending::complete);
    CHECK(at.listener.games.size() == 12);
    CHECK(at.listener.numbers() == numbers_to(12));
  }
}

TEST_CASE("loop: a game is written to the journal before observers are notified") {
  Playground at{config_of({"a", "b"}, "pairs: 3\n")};
  ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules), 3};
  at.listener.on_game = [&](const FinishedGame& game) {
    const std::string journal = text_of(at.run.journal());
    // All games that finished together are in the journal before the first of them is shown.
    CHECK(count_of(journal, "\"type\":\"game\"") >= static_cast<int>(at.listener.games.size()));
    REQUIRE(game.end <= journal.size());
    const auto line = journal.substr(game.begin, game.end - game.begin);
    CHECK(line.ends_with("\n"));
    CHECK(line.find("\"game\":" + std::to_string(game.record->game) + ",") != line.npos);
  };
  CHECK(at.play(queue).value() == Ending::complete);
  CHECK(at.listener.games.size() == 6);
}

TEST_CASE("loop: a void game is played again, until it has used all replays") {
  for (const int voids : {0, 2, 3, 4, 9}) {
    CAPTURE(voids);
    Playground at{config_of({"a", "b"}, "pairs: 1\nmax-replays: 3\n")};
    int left = voids;
    ScriptedQueue queue{*at.arena.rules, [&](const std::string& engine, int game) {
                          std::deque<player::Reply> replies;
                          if (engine == "a" && game == 1 && left-- > 0) replies.push_back(busy_machine());
                          return std::make_unique<ScriptedPlayer>(*at.arena.rules, std::move(replies));
                        }};
    CHECK(at.play(queue).value() == Ending::complete);
    CHECK(at.listener.games.size() == 2 + static_cast<std::size_t>(std::min(voids, 3)));
    CHECK(at.listener.numbers() == numbers_to(2));
    CHECK(at.state.standings().games == (voids > 3 ? 1 : 2));
  }
}

TEST_CASE("loop: games that cannot be played at all leave the run incomplete") {
  for (const char* more :
       {"pairs: 2\n",
        "pairs: 1000\nformat: match\nsprt: {baseline: a, candidate: b, elo0: 0, elo1: 50}\n"
        "openings: {random-plies: 4}\n"}) {
    CAPTURE(more);
    Playground at{config_of({"a", "b"}, more)};
    ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules)};
    at.listener.on_game = [&](const FinishedGame&) { queue.leaves_no_record = true; };
    CHECK(at.play(queue).value() == Ending::incomplete);
    CHECK(at.listener.numbers() == numbers_to(1));
  }
}

TEST_CASE("loop: a quit finishes the running games") {
  Playground at{config_of({"a", "b"}, "pairs: 10\n")};
  ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules), 2};
  at.control.script = [&] { return Control::Requests{.quits = at.listener.games.size() == 4 ? 1 : 0}; };
  CHECK(at.play(queue).value() == Ending::interrupted);
  CHECK(queue.calls == std::vector<std::string>{"finish"});
  CHECK(at.listener.games.size() == 6);  // two were being played
  CHECK(at.listener.heard("finishing the running games; q or Ctrl-C again aborts them"));
  CHECK(at.listener.states.back().ending);
  CHECK(at.state.digest().games.size() == 6);
}

TEST_CASE("loop: a second quit aborts the running games") {
  Playground at{config_of({"a", "b"}, "pairs: 10\n")};
  ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules), 2};
  at.control.script = [&] { return Control::Requests{.quits = at.listener.games.size() == 4 ? 2 : 0}; };
  CHECK(at.play(queue).value() == Ending::interrupted);
  CHECK(queue.calls == std::vector<std::string>{"finish", "abort"});
  CHECK(at.listener.games.size() == 4);
  CHECK(at.listener.heard("aborting the running games; they will be played again"));
}

TEST_CASE("loop: no game begins during a pause, and a quit ends the pause") {
  Playground at{config_of({"a", "b"}, "pairs: 4\n")};
  ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules)};
  int turns_paused = 0;
  SECTION("by the same key") {
    at.control.script = [&] {
      const bool paused = !at.listener.states.empty() && at.listener.states.back().paused;
      if (paused) ++turns_paused;
      const bool begins = turns_paused == 0 && at.listener.games.size() == 3;
      return Control::Requests{.pause = paused ? turns_paused == 5 : begins};
    };
    CHECK(at.play(queue).value() == Ending::complete);
    CHECK(queue.calls == std::vector<std::string>{"pause", "go on"});
    CHECK(at.listener.numbers() == numbers_to(8));
  }
  SECTION("by a quit, after which there is no pause") {
    at.control.script = [&] {
      const auto games = at.listener.games.size();
      if (games < 3) return Control::Requests{};
      ++turns_paused;
      return Control::Requests{.quits = turns_paused == 3 ? 1 : 0, .pause = turns_paused != 2};
    };
    CHECK(at.play(queue).value() == Ending::interrupted);
    CHECK(queue.calls == std::vector<std::string>{"pause", "finish"});
  }
  CHECK(turns_paused >= 3);
}

TEST_CASE("loop: a decided test begins no more games") {
  Playground at{
      config_of({"new", "old"},
                "pairs: 1000\nformat: match\nsprt: {baseline: old, candidate: new, elo0: 0, elo1: 50}\n"
                "openings: {random-plies: 4}\n")};
  ScriptedQueue queue{*at.arena.rules, loses(*at.arena.rules, "old"), 4};
  CHECK(at.play(queue).value() == Ending::complete);
  CHECK(at.state.test_over());
  CHECK(queue.calls == std::vector<std::string>{"finish"});
  CHECK(at.listener.games.size() < 200);
  CHECK(at.listener.heard("H1 accepted"));
  CHECK(at.listener.heard("; finishing the running games"));
  // The games that were running are recorded too.
  CHECK(at.state.digest().games.size() == at.listener.games.size());
}

TEST_CASE("loop: a test runs at most four pairs per slot ahead of those that it has judged") {
  Playground at{
      config_of({"new", "old"},
                "pairs: 1000\nformat: match\nsprt: {baseline: old, candidate: new, elo0: 0, elo1: 50}\n"
                "openings: {random-plies: 4}\n")};
  const ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules), 2};
  ScheduleSource source{at.arena, at.state};
  const auto handed_out = [&] {
    std::size_t pairs = 0;
    for (int call = 0; call < 100; ++call) pairs += source.next(queue, 0).value().tasks.size();
    return pairs;
  };
  CHECK(handed_out() == 8);
  match::GameRecord game{.game = 1, .pair = 1, .south = "new", .north = "old"};
  at.state.add(game);
  CHECK(handed_out() == 0);
  game = {.game = 2, .pair = 1, .south = "old", .north = "new"};
  at.state.add(game);
  CHECK(handed_out() == 1);
}

TEST_CASE("loop: a format that depends on results gets its games as results come") {
  Playground at{config_of({"a", "b", "c", "d"}, "format: knockout\npairs: 1\nopenings: {random-plies: 4}\n")};
  // The later name resigns.
  ScriptedQueue queue{*at.arena.rules, [&](const std::string& engine, int) {
                        std::deque<player::Reply> replies;
                        if (engine != "a")
                          replies.push_back(player::Answer{.kind = player::Answer::Kind::resign});
                        return std::make_unique<ScriptedPlayer>(*at.arena.rules, std::move(replies));
                      }};
  std::size_t added_before_results = 0;
  at.listener.on_game = [&](const FinishedGame&) {
    if (at.listener.games.size() == 1) added_before_results = queue.added.size();
  };
  CHECK(at.play(queue).value() == Ending::complete);
  CHECK(added_before_results == 4);  // two meetings of two games
  CHECK(queue.added.size() > 4);
  CHECK(at.listener.numbers() == numbers_to(static_cast<int>(queue.added.size())));
  CHECK(at.state.tournament()->complete());
}

TEST_CASE("loop: a game that is not in the schedule ends the loop with an error") {
  Playground at{config_of({"a", "b"}, "pairs: 3\n")};
  struct Forger final : TaskSource {
    explicit Forger(TaskSource& real) : inner(real) {}
    Result<match::GameRecord> record(match::GameRecord game) override {
      if (game.game == 2) game.pair = 7;
      return game;
    }
    Result<void> take(const match::GameSummary& game) override { return inner.take(game); }
    Result<Step> next(const tournament::GameQueue& queue, std::size_t pending) override {
      return inner.next(queue, pending);
    }
    report::Standings standings() override { return inner.standings(); }
    bool complete() const override { return inner.complete(); }
    TaskSource& inner;
  };
  ScheduleSource schedule{at.arena, at.state};
  Forger source{schedule};
  ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules)};
  const auto ending = play_games({source, queue, at.journal, at.state, {{&at.listener}}, at.control});
  REQUIRE_FALSE(ending);
  CHECK(ending.error().message.find("game 2 of the journal does not follow") != std::string::npos);
  CHECK(queue.calls == std::vector<std::string>{"abort"});
}

TEST_CASE("loop: a game that the source refuses to record ends the loop and is not in the journal") {
  Playground at{config_of({"a", "b"}, "pairs: 3\n")};
  struct Full final : TaskSource {
    explicit Full(Arena& arena) : task{setup_of(arena, {1, 1, 1, "a", "b"}, 1)} {}
    Result<match::GameRecord> record(match::GameRecord) override { return Error{"the disk is full"}; }
    Result<void> take(const match::GameSummary&) override { return {}; }
    Result<Step> next(const tournament::GameQueue&, std::size_t) override {
      Step step;
      if (!task.empty()) step.tasks.push_back(std::exchange(task, {}));
      return step;
    }
    report::Standings standings() override { return {}; }
    bool complete() const override { return false; }
    tournament::Task task;
  };
  Full source{at.arena};
  ScriptedQueue queue{*at.arena.rules, first_moves(*at.arena.rules)};
  const auto ending = play_games({source, queue, at.journal, at.state, {{&at.listener}}, at.control});
  REQUIRE_FALSE(ending);
  CHECK(ending.error().message == "the disk is full");
  CHECK(queue.calls == std::vector<std::string>{"abort"});
  CHECK(at.listener.games.empty());
  CHECK(count_of(text_of(at.run.journal()), "\"type\":\"game\"") == 0);
}
