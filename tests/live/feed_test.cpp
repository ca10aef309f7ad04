// Running games that are sent through the socket in a run's folder.
#include "referee/live/feed.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "referee/live/served_run.hpp"
#include "referee/record/game_json.hpp"
#include "referee/rules/registry.hpp"
#include "tests/config/temporary_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::live;
using tests::ScriptedQueue;

namespace {

// A slot whose game the test plays, and a feed of it.
class OneSlot final : public tournament::GameQueue {
 public:
  void add(std::vector<tournament::Task>) override {}
  void close() override {}
  std::size_t pending() const override { return 0; }
  std::size_t waiting() const override { return 0; }
  std::size_t wanted_waiting() const override { return 0; }
  int ready() const override { return -1; }
  void acknowledge() override {}
  std::vector<match::GameRecord> take() override { return {}; }
  void pause(bool) override {}
  int playing() const override { return 1; }
  std::size_t slots() const override { return 1; }
  const match::LiveGame& live(std::size_t) const override { return game; }
  void finish() override {}
  void abort() override {}
  bool ended() const override { return false; }

  void begin(int number) {
    record = {.game = number, .pair = 1, .south = "a", .north = "b", .variant = "oware"};
    record.ruleset = "abapa";
    game.begin(record);
    game.ask(rules::Side::south, std::nullopt, std::nullopt);
  }
  void play(const std::string& move) {
    const auto side = record.plies.size() % 2 == 0 ? rules::Side::south : rules::Side::north;
    game.change([&] { record.plies.push_back({.side = side, .move = move, .thought = {}}); });
  }

  match::LiveGame game;
  match::GameRecord record;
};

struct Line {
  explicit Line(GameView view = {}) : feed(folder.folder("run"), std::move(view)) { feed.begin({}); }

  // The next news for the reader. The feed sends at most ten times a second, so this polls until it does.
  FeedNews next() {
    while (true) {
      feed.tick({}, slot);
      FeedNews news = reader.poll();
      all_begins = all_begins || news.begins;
      if (!news.games.empty()) return news;
      std::this_thread::yield();
    }
  }

  config::TemporaryFolder folder;
  OneSlot slot;
  Feed feed;
  FeedReader reader{folder.folder("run")};
  bool all_begins = false;
};

std::vector<std::string> moves(const FeedGame& game) {
  std::vector<std::string> list;
  for (const match::Ply& ply : game.record.plies) list.push_back(ply.move);
  return list;
}

}  // namespace

TEST_CASE("feed: a spectator gets all plies so far, then new plies, then the end") {
  Line line;
  line.slot.begin(3);
  line.slot.play("A");
  line.slot.play("b");
  FeedNews news = line.next();
  CHECK(line.all_begins);
  REQUIRE(news.games.size() == 1);
  CHECK(news.games[0].from == 0);
  CHECK(news.games[0].record.game == 3);
  CHECK(moves(news.games[0]) == std::vector<std::string>{"A", "b"});

  line.slot.play("C");
  news = line.next();
  REQUIRE(news.games.size() == 1);
  CHECK(news.games[0].from == 2);
  CHECK(moves(news.games[0]) == std::vector<std::string>{"C"});
  CHECK_FALSE(news.games[0].ended);

  line.slot.play("d");
  line.slot.game.end();
  news = line.next();
  REQUIRE(news.games.size() == 1);
  CHECK(news.games[0].ended);
  CHECK(moves(news.games[0]) == std::vector<std::string>{"d"});

  line.slot.begin(4);
  news = line.next();
  REQUIRE(news.games.size() == 1);
  CHECK(news.games[0].record.game == 4);
}

TEST_CASE("feed: a request without a new ply is sent") {
  const auto rules = std::move(*rules::make_rules("oware", "abapa"));
  const report::Replays replays{*rules};
  LiveBoards boards{replays};
  Line line;
  line.slot.begin(3);
  line.slot.play("A");  // a look between this ply and the request for the next has the old mover
  boards.take(line.next());
  (void)boards.news(report::Rows{report::Standings{}});
  line.slot.game.ask(rules::Side::north, std::nullopt, std::nullopt);
  FeedNews news = line.next();
  REQUIRE(news.games.size() == 1);
  CHECK(moves(news.games[0]).empty());
  boards.take(std::move(news));
  const auto json = nlohmann::json::parse(*boards.news(report::Rows{report::Standings{}}));
  CHECK(json.at("over").empty());
  CHECK(json.at("changed").at(0).at("from") == 1);
  CHECK(json.at("changed").at(0).at("moves") == "");
  CHECK(json.at("changed").at(0).at("mover") == "N");
}

TEST_CASE("feed: a game that ended without new plies is over") {
  Line line;
  line.slot.begin(3);
  (void)line.next();
  line.slot.game.end();
  const FeedNews news = line.next();
  REQUIRE(news.games.size() == 1);
  CHECK(news.games[0].record.game == 0);
  CHECK(news.games[0].ended);
}

TEST_CASE("feed: a reader that polls rarely gets the last plies of a game before its end") {
  Line line;
  line.slot.begin(3);
  (void)line.next();
  const auto send = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{110});  // the feed sends every 100 ms
    line.feed.tick({}, line.slot);
  };
  line.slot.play("A");
  send();
  line.slot.game.end();
  send();
  const FeedNews news = line.reader.poll();
  REQUIRE(news.games.size() == 2);
  CHECK(moves(news.games[0]) == std::vector<std::string>{"A"});
  CHECK(news.games[1].record.game == 0);
  CHECK(news.games[1].ended);
}

TEST_CASE("feed: a game that was sent before its first ply continues with that ply") {
  const auto rules = std::move(*rules::make_rules("oware", "abapa"));
  const report::Replays replays{*rules};
  const report::Rows rows{report::Standings{}};
  LiveBoards boards{replays};
  Line line;
  line.slot.begin(3);
  boards.take(line.next());
  REQUIRE(boards.news(rows));
  line.slot.play("A");
  boards.take(line.next());
  const auto news = boards.news(rows);
  REQUIRE(news);
  const auto json = nlohmann::json::parse(*news);
  CHECK(json.at("over").empty());
  CHECK(json.at("changed").at(0).at("moves") == "A");
}

TEST_CASE("feed: spectators see only what the view shows") {
  Line line{[](match::GameRecord record) {
    record.south = "hidden";
    return record;
  }};
  line.slot.begin(3);
  CHECK(line.next().games.at(0).record.south == "hidden");
}

TEST_CASE("feed: a run without games left removes the socket of a killed process") {
  Line killed;
  Feed feed{killed.folder.folder("run")};
  feed.started({}, {}, 0, 0);
  CHECK(std::filesystem::is_empty(killed.folder.folder("run")));
}

TEST_CASE("feed: at its end the socket is removed, and readers begin again") {
  Line line;
  line.slot.begin(3);
  (void)line.next();
  line.feed.end(run::Ending::complete);
  CHECK(std::filesystem::is_empty(line.folder.folder("run")));
  CHECK(line.reader.poll().begins);
  CHECK_FALSE(line.reader.poll().begins);  // no feed to connect to

  Feed other{line.folder.folder("run")};
  other.begin({});
  FeedNews news = line.reader.poll();
  CHECK(news.begins);
}
