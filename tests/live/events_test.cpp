// The event stream of a run.
#include "referee/live/events.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/config/temporary_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::live;
using namespace ebiri::tests;

namespace {

std::vector<nlohmann::json> lines_of(const std::filesystem::path& file) {
  std::istringstream input{text_of(file)};
  std::vector<nlohmann::json> lines;
  for (std::string line; std::getline(input, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE("events: a run writes its start, every game and the final table, also after a resume") {
  const config::TemporaryFolder root;
  const auto file = root.folder("events") / "events.jsonl";
  const run::RunFolder folder{root.folder("run")};
  const std::string yaml = config_of({"a", "b"},
                                     "pairs: 300\nformat: match\nsprt: {baseline: b, candidate: a, elo0: 0, "
                                     "elo1: 80}\nopenings: {random-plies: 4}\n");
  std::size_t begun = 0;
  for (const std::size_t quit_after : {std::size_t{3}, std::size_t{0}}) {
    Listener listener;
    const auto played = [&] {
      Events events{file.string(), listener};
      const auto script = [](const rules::Rules& rules) { return loses(rules, "b"); };
      return play_run(folder, yaml, {&events, &listener}, {script, quit_after}).value();
    }();
    const auto lines = lines_of(file);
    const std::vector<nlohmann::json> own{lines.begin() + static_cast<std::ptrdiff_t>(begun), lines.end()};
    begun = lines.size();
    REQUIRE(own.size() > 4);
    CHECK(own.front()["event"] == "started");
    CHECK(own.front()["games_played"] == (quit_after > 0 ? 0 : 4));
    CHECK(own.front()["games_planned"] == 600);
    std::vector<int> games;
    std::string verdict;
    for (const auto& line : own) {
      if (line["event"] == "game") games.push_back(line["game"]);
      if (line["event"] == "sprt") verdict = line["verdict"];
    }
    std::vector<int> heard;
    for (const auto& game : listener.games) heard.push_back(game.game);
    CHECK(games == heard);
    CHECK(verdict == (quit_after > 0 ? "undecided" : "H1"));
    CHECK(own.back()["event"] == "finished");
    CHECK(own.back()["how"] == run::word(played.ending));
    CHECK(own.back()["games"] == played.standings.games);
    CHECK(own[own.size() - 2]["event"] == "rating");
    CHECK(own[own.size() - 3]["event"] == "sprt");
  }
}

TEST_CASE("events: a file that cannot be written ends a run before it begins") {
  Listener listener;
  Events events{"/nowhere/events.jsonl", listener};
  const auto opened = events.open(true);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().message.starts_with("cannot write events to `/nowhere/events.jsonl`"));
}

TEST_CASE("events: the user is warned once if the file can no longer be written") {
  Listener listener;
  {
    Events events{"/dev/full", listener};
    REQUIRE(events.open(true));
    for (int k = 0; k < 3; ++k) events.started({}, {}, 0, 0);
  }
  REQUIRE(listener.said.size() == 1);
  CHECK(listener.said[0].starts_with("warning: no more events are written to `/dev/full`: "));
}

TEST_CASE("events: a reader that does not read cannot hold the end of a run or fill the memory") {
  const config::TemporaryFolder root;
  const auto pipe = (root.folder("events") / "pipe").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const Descriptor reader{::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  Listener listener;
  {
    Events events{pipe, listener, std::chrono::milliseconds{0}};
    REQUIRE(events.open(true));
    events.started({.name = std::string(1 << 20, 'x')}, {}, 0, 0);
    CHECK(listener.said.empty());
  }
  REQUIRE(listener.said.size() == 1);
  CHECK(listener.said[0].ends_with(": its reader does not read"));

  Events events{pipe, listener};
  REQUIRE(events.open(true));
  for (int k = 0; k < 9; ++k) events.started({.name = std::string(8 << 20, 'x')}, {}, 0, 0);
  REQUIRE(listener.said.size() == 2);
  CHECK(listener.said[1].ends_with(": its reader is too slow"));
}
