// Access to a running game.
#include "referee/match/live_game.hpp"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <thread>

#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::match;
using tests::ScriptedPlayer;

namespace {

GameSetup live_setup() {
  return {.game = 7,
          .pair = 4,
          .south = {"alpha", {.limit = {.base = std::chrono::seconds(10)}}},
          .north = {"beta", {}},
          .opening = {.name = "start", .base = {}, .moves = {"A"}}};
}

/// A player that reads the live game at every request for a move.
class Spectator final : public player::Player {
 public:
  Spectator(const rules::Rules& rules, const LiveGame& live) : inner_(rules), live_(live) {}

  std::variant<player::Ready, player::Fault, player::Interrupted> begin(
      const player::GameBrief& brief) override {
    return inner_.begin(brief);
  }
  player::Reply ask(const player::GameLine& line, const player::Budget& budget) override {
    seen.push_back(live_.look(0, 0, 0).value());
    return inner_.ask(line, budget);
  }
  void end(const player::GameLine&, std::string_view, std::string_view) override {
    CHECK_FALSE(live_.look(7, 1, 0));
  }

  std::vector<GameSnapshot> seen;

 private:
  ScriptedPlayer inner_;
  const LiveGame& live_;
};

}  // namespace

TEST_CASE("live game: during a turn it has all plies so far and the mover") {
  const auto rules = tests::rules_for("abapa");
  LiveGame live;
  CHECK_FALSE(live.look(7, 1, 0));
  Spectator south{*rules, live}, north{*rules, live};
  const auto record = play_game(live_setup(), *rules, south, north, &live);
  REQUIRE(record);
  CHECK_FALSE(live.look(7, 1, 0));
  REQUIRE(north.seen.size() > 3);
  for (std::size_t turn = 0; turn < north.seen.size(); ++turn) {
    const GameSnapshot& snapshot = north.seen[turn];
    CHECK(snapshot.record.game == 7);
    CHECK(snapshot.record.opening.moves == std::vector<std::string>{"A"});
    CHECK(snapshot.mover == rules::Side::north);
    CHECK(snapshot.south_left);
    CHECK_FALSE(snapshot.north_left);
    REQUIRE(snapshot.record.plies.size() == 2 * turn);
    for (std::size_t ply = 0; ply < snapshot.record.plies.size(); ++ply)
      CHECK(snapshot.record.plies[ply] == record->plies[ply]);
  }
}

TEST_CASE("live game: a spectator gets the new plies of a known game, and all plies of another game") {
  LiveGame live;
  GameRecord record;
  record.game = 7;
  live.begin(record);
  for (const char* move : {"A", "a", "B"})
    live.change([&] { record.plies.push_back({rules::Side::south, move, {}}); });
  const auto rest = live.look(7, 1, 2);
  REQUIRE(rest);
  CHECK(rest->from == 2);
  REQUIRE(rest->record.plies.size() == 1);
  CHECK(rest->record.plies[0].move == "B");
  CHECK(live.look(7, 1, 3)->record.plies.empty());
  for (const auto& other : {live.look(6, 1, 2), live.look(7, 2, 2), live.look(7, 1, 4)}) {
    REQUIRE(other);
    CHECK(other->from == 0);
    CHECK(other->record.plies.size() == 3);
  }
  live.end();
  CHECK_FALSE(live.look(7, 1, 2));
}

TEST_CASE("live game: a spectator gets the last plies when the game is over") {
  LiveGame live;
  GameRecord record;
  record.game = 7;
  const auto play = [&](const char* move) {
    live.change([&] { record.plies.push_back({rules::Side::south, move, {}}); });
  };
  live.begin(record);
  play("A");
  REQUIRE(live.look(0, 0, 0));
  CHECK_FALSE(live.rest(7, 1, 0));  // it is not over
  play("a");
  play("B");
  live.end();
  record.plies.clear();
  const auto rest = live.rest(7, 1, 1);
  REQUIRE(rest);
  CHECK(rest->from == 1);
  REQUIRE(rest->record.plies.size() == 2);
  CHECK(rest->record.plies[0].move == "a");
  CHECK(rest->record.plies[1].move == "B");
  CHECK(live.rest(7, 1, 0)->record.plies.size() == 3);
  CHECK_FALSE(live.rest(7, 1, 3));
  CHECK_FALSE(live.rest(7, 2, 1));
  CHECK_FALSE(live.rest(8, 1, 1));

  record.game = 8;  // without a spectator
  live.begin(record);
  play("A");
  live.end();
  CHECK_FALSE(live.rest(8, 1, 0));
  CHECK(live.rest(7, 1, 1));
}

TEST_CASE("live game: other threads may read it while games are played", "[threads]") {
  const auto rules = tests::rules_for("abapa");
  LiveGame live;
  std::atomic<int> looked = 0;
  std::atomic<bool> over = false;
  std::thread spectator{[&] {
    while (!over)
      if (const auto snapshot = live.look(7, 1, 0); snapshot && !snapshot->record.plies.empty()) ++looked;
  }};
  for (int games = 0; games < 10 || looked < 10; ++games) {
    ScriptedPlayer south{*rules}, north{*rules};
    REQUIRE(play_game(live_setup(), *rules, south, north, &live));
  }
  over = true;
  spectator.join();
}
