// A run that is served while a referee plays it.
#include "referee/live/served_run.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/config/temporary_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::live;
using namespace ebiri::tests;

TEST_CASE("served run: the time to the end does not count void attempts as games of the schedule") {
  const config::TemporaryFolder root;
  const run::RunFolder folder{root.folder("run")};
  int voids = 1;
  const auto script = [&voids](const rules::Rules& rules) -> Script {
    return [&](const std::string&, int) {
      std::deque<player::Reply> replies;
      if (voids-- > 0) replies.push_back(busy_machine());
      return std::make_unique<ScriptedPlayer>(rules, std::move(replies));
    };
  };
  std::string last_event;
  Listener referee;
  referee.on_game = [&](const run::FinishedGame&) {
    ServedRun served{folder};
    REQUIRE(served.read());
    last_event = *served.greeting("").at(0);
  };
  REQUIRE(play_run(folder, config_of({"a", "b"}, "pairs: 1\n"), {&referee}, {script}));
  CHECK(referee.games.size() == 3);
  CHECK(last_event.find("\"eta_ms\":0.0,") != last_event.npos);
}
