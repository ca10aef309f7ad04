// A run that is followed by its journal.
#include "referee/live/watched_run.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/config/temporary_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::live;
using namespace ebiri::tests;

namespace {

// Plays a run in a folder, or its first games.
run::Played played(const run::RunFolder& folder, const std::string& yaml, std::size_t quit_after,
                   run::Observer& observer,
                   const run::EngineChecks& checks = {.problems = {}, .announced = {"", ""}}) {
  const auto script = [](const rules::Rules& rules) { return loses(rules, "b"); };
  return play_run(folder, yaml, {&observer}, {script, quit_after, checks}).value();
}

const std::string match_of_two = config_of({"a", "b"}, "pairs: 3\nopenings: {random-plies: 4}\n");

}  // namespace

TEST_CASE("watched run: it has what the referee has, game by game") {
  const config::TemporaryFolder root;
  const run::RunFolder folder{root.folder("run")};
  WatchedRun watched{folder};
  REQUIRE(watched.poll());
  CHECK_FALSE(watched.begun());

  std::size_t seen = 0;
  Listener referee;
  referee.on_game = [&](const run::FinishedGame& game) {
    REQUIRE(watched.look());
    CHECK(watched.has_referee());
    CHECK(watched.elapsed());
    const auto news = watched.poll();
    REQUIRE(news);
    REQUIRE(news->games.size() == 1);
    CHECK(*news->games.front().record == *game.record);
    ++seen;
    CHECK(watched.finished() == static_cast<std::int64_t>(seen));
    CHECK(watched.state().digest().games.size() == seen);
    CHECK(watched.state().games_planned() == 6);
  };
  const auto first = played(folder, match_of_two, 4, referee);
  CHECK(first.ending == run::Ending::interrupted);
  REQUIRE(watched.look());
  CHECK_FALSE(watched.has_referee());
  CHECK_FALSE(watched.elapsed());
  CHECK(watched.progress_text() == std::to_string(seen) + " of 6 games are played");

  // A second referee: only its own games count for its speed.
  const std::size_t before = std::exchange(seen, 0);
  referee.on_game = [&](const run::FinishedGame&) {
    REQUIRE(watched.look());
    REQUIRE(watched.poll());
    CHECK(watched.finished() == static_cast<std::int64_t>(++seen));
  };
  const auto second = played(folder, match_of_two, 0, referee);
  CHECK(before + seen == 6);
  CHECK(watched.state().over());
  CHECK(watched.progress_text() == "all 6 games are played");
  const run::RunState& state = watched.state();
  CHECK(state.final_standings(state.counted_tally()).games == second.standings.games);
}

TEST_CASE("watched run: the games of a withdrawn engine do not count as played") {
  const config::TemporaryFolder root;
  const run::RunFolder folder{root.folder("run")};
  Listener nobody;
  played(folder,
         config_of({"a", "b", "c"}, "on-failed-start: withdraw\npairs: 2\nopenings: {random-plies: 4}\n"), 0,
         nobody, {.problems = {"", "", "c does not start"}, .announced = {"", "", ""}});
  WatchedRun watched{folder};
  REQUIRE(watched.poll());
  CHECK(watched.progress_text() == "all 4 games are played");
}

TEST_CASE("watched run: a journal that is replaced begins again") {
  const config::TemporaryFolder root;
  const run::RunFolder folder{root.folder("run")}, other{root.folder("other")};
  Listener nobody;
  played(folder, match_of_two, 0, nobody);
  played(other, config_of({"a", "b"}, "pairs: 1\n"), 0, nobody);
  WatchedRun watched{folder};
  REQUIRE(watched.poll());
  CHECK(watched.state().digest().games.size() == 6);
  std::filesystem::rename(other.journal(), folder.journal());
  const auto news = watched.poll();
  REQUIRE(news);
  CHECK(news->begins_again);
  CHECK(watched.state().digest().games.size() == 2);
  CHECK(watched.state().games_planned() == 2);
}

TEST_CASE("watched run: a test is followed to its verdict") {
  const config::TemporaryFolder root;
  const run::RunFolder folder{root.folder("run")};
  const std::string yaml = config_of({"a", "b"},
                                     "pairs: 1000\nformat: match\nsprt: {baseline: b, candidate: a, elo0: 0, "
                                     "elo1: 50}\nopenings: {random-plies: 4}\n");
  WatchedRun watched{folder};
  Listener nobody;
  played(folder, yaml, 6, nobody);
  REQUIRE(watched.poll());
  CHECK(watched.state().test()->test().decision == rating::TestDecision::undecided);
  CHECK_FALSE(watched.state().over());
  const auto end = played(folder, yaml, 0, nobody);
  REQUIRE(watched.poll());
  CHECK(watched.state().test()->test().decision == rating::TestDecision::h1);
  CHECK(watched.state().test()->counted == end.test->counted);
  CHECK(watched.progress_text().starts_with("the test is decided after "));
}
