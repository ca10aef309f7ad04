// A run that is served while a referee plays it.
#include "referee/live/served_run.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/run/play.hpp"
#include "tests/config/temporary_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::live;
using namespace ebiri::tests;

TEST_CASE("served run: the time to the end does not count void attempts as games of the schedule") {
  const config::TemporaryFolder root;
  const run::RunFolder folder{root.folder("run")};
  run::Arena arena = arena_of(config_of({"a", "b"}, "pairs: 1\n"));
  run::PlaySettings settings{.folder = folder, .resume = "x"};
  settings.check_engines = [](const run::Arena&) {
    return run::EngineChecks{.problems = {}, .announced = {"", ""}};
  };
  int voids = 1;
  settings.open_queue = [&voids](run::Arena& ours, const auto&, const auto&) {
    return Result<std::shared_ptr<tournament::GameQueue>>{
        std::make_shared<ScriptedQueue>(*ours.rules, [&voids, &ours](const std::string&, int) {
          std::deque<player::Reply> replies;
          if (voids-- > 0) replies.push_back(busy_machine());
          return std::make_unique<ScriptedPlayer>(*ours.rules, std::move(replies));
        })};
  };
  std::string last_event;
  Listener referee;
  referee.on_game = [&](const run::FinishedGame&) {
    ServedRun served{folder};
    REQUIRE(served.read());
    last_event = *served.greeting("").at(0);
  };
  ScriptedControl control;
  REQUIRE(run::play(arena, settings, {{&referee}}, control));
  CHECK(referee.games.size() == 3);
  CHECK(last_event.find("\"eta_ms\":0.0,") != last_event.npos);
}
