// Whole runs in folders, including folders that contain a run already.
#include "referee/run/play.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "tests/config/temporary_folder.hpp"
#include "tests/run/scripted_run.hpp"

using namespace ebiri;
using namespace ebiri::run;
using namespace ebiri::tests;

namespace {

// The effects of one call of `play`.
struct Call {
  Result<Played> played{Error{"not played"}};
  Listener listener;
  std::vector<int> added;  // games that were handed out
};

// How a call of `play` ends, and how its games end.
struct Course {
  std::size_t quit_after = 0;  // games; 0: never
  int quits = 1;
  std::string loser = {};  // resigns its games
  std::size_t slots = 1;
};

// A folder of results, and scripted engines that play in it.
struct Results {
  Call play(const std::string& yaml, const Course& course = {}) {
    Call call;
    Arena arena = arena_of(yaml);
    std::shared_ptr<ScriptedQueue> queue;
    PlaySettings settings{.folder = run, .force_new = force_new, .resume = "ebiri run test.yaml"};
    settings.check_engines = [this](const Arena& ours) {
      EngineChecks all = checks;
      all.announced.resize(ours.settings.engines.size());
      return all;
    };
    settings.open_queue = [&](Arena& ours, const auto&, const auto&) {
      queue = std::make_shared<ScriptedQueue>(*ours.rules, loses(*ours.rules, course.loser), course.slots);
      return Result<std::shared_ptr<tournament::GameQueue>>{queue};
    };
    ScriptedControl control;
    if (course.quit_after > 0)
      control.script = [&, quitted = false]() mutable {
        if (quitted || call.listener.games.size() < course.quit_after) return Control::Requests{};
        quitted = true;
        return Control::Requests{.quits = course.quits};
      };
    call.played = run::play(arena, settings, {{&call.listener}}, control);
    if (queue) call.added = queue->added;
    return call;
  }

  std::string journal() const { return text_of(run.journal()); }

  config::TemporaryFolder folder;
  RunFolder run{folder.folder("results") / "test"};
  bool force_new = false;
  EngineChecks checks{.problems = {}, .announced = {"A 1.0", "B 1.0"}};
};

const std::string two = config_of({"a", "b"}, "pairs: 3\nopenings: {random-plies: 4}\n");

}  // namespace

TEST_CASE("play: a tournament is played once, and tables are written") {
  Results results;
  const Call first = results.play(two);
  REQUIRE(first.played);
  CHECK(first.played->ending == Ending::complete);
  CHECK(first.played->standings.games == 6);
  CHECK(first.listener.events == std::vector<std::string>{"open", "started 0/6", "begin", "game 1", "game 2",
                                                          "game 3", "game 4", "game 5", "game 6",
                                                          "end complete", "finished complete"});
  for (const char* name : {"config.yaml", "standings.json", "games.ogn", "report.html"})
    CHECK(std::filesystem::exists(results.run.path / name));
  const std::string journal = results.journal();
  CHECK(count_of(journal, "\"type\":\"plan\"") == 1);
  CHECK(count_of(journal, "\"announced\":[\"A 1.0\",\"B 1.0\"]") == 1);

  const Call second = results.play(two);
  REQUIRE(second.played);
  CHECK(second.played->ending == Ending::complete);
  CHECK(second.listener.events ==
        std::vector<std::string>{"open, nothing left", "started 6/6", "finished complete"});
  CHECK(second.listener.heard("no game played: all 6 games of " + results.run.path.string() +
                              " are played already"));
  CHECK(results.journal() == journal);
}

TEST_CASE("play: an interrupted run resumes with the remaining games") {
  Results results;
  const Call first = results.play(two, {.quit_after = 3});
  REQUIRE(first.played);
  CHECK(first.played->ending == Ending::interrupted);
  const auto before = first.listener.numbers();
  REQUIRE(before.size() >= 3);
  REQUIRE(before.size() < 6);

  const Call second = results.play(two);
  REQUIRE(second.played);
  CHECK(second.played->ending == Ending::complete);
  CHECK(second.listener.heard(std::to_string(before.size()) + " games are played already; resuming"));
  CHECK(second.listener.start.standings.games == static_cast<std::int64_t>(before.size()));
  for (const int game : second.added) CHECK_FALSE(before.contains(game));
  CHECK(before.size() + second.listener.numbers().size() == 6);
  CHECK(second.played->standings.games == 6);
  CHECK(count_of(results.journal(), "\"type\":\"plan\"") == 1);
}

TEST_CASE("play: a run grows by pairs and by engines, and plays only what is new") {
  Results results;
  REQUIRE(results.play(two).played);
  const Call longer = results.play(config_of({"a", "b"}, "pairs: 5\nopenings: {random-plies: 4}\n"));
  REQUIRE(longer.played);
  CHECK(longer.listener.numbers() == std::set{7, 8, 9, 10});

  results.checks.announced.emplace_back("C");
  const Call wider = results.play(config_of({"a", "b", "c"}, "pairs: 5\nopenings: {random-plies: 4}\n"));
  REQUIRE(wider.played);
  CHECK(wider.added.size() == 20);
  for (const auto& game : wider.listener.games) CHECK((game.south == "c" || game.north == "c"));
  CHECK(count_of(results.journal(), "\"type\":\"plan\"") == 3);
}

TEST_CASE("play: another run in the folder is refused, and may be set aside") {
  Results results;
  REQUIRE(results.play(two).played);
  const std::string journal = results.journal();
  const std::string other = config_of({"a", "b"}, "pairs: 3\nseed: 7\nopenings: {random-plies: 4}\n");
  const Call refused = results.play(other);
  REQUIRE_FALSE(refused.played);
  CHECK(refused.played.error().kind == Error::Kind::arguments);
  CHECK(refused.played.error().message.find("the run began with other settings:\n  `seed`") !=
        std::string::npos);
  CHECK(refused.listener.events.empty());
  const Call shorter = results.play(config_of({"a", "b"}, "pairs: 2\nopenings: {random-plies: 4}\n"));
  REQUIRE_FALSE(shorter.played);
  CHECK(shorter.played.error().message.find(
            "`pairs` was `3` and is `2`; it can only grow\n"
            "Choose another name (`--name NEW`, or `--set name=NEW` for `ebiri run`)") != std::string::npos);
  CHECK(results.journal() == journal);

  results.force_new = true;
  const Call anew = results.play(other);
  REQUIRE(anew.played);
  CHECK(anew.listener.heard("the old run is now in " + results.run.path.string() +
                            ".old-1; you may delete it"));
  CHECK(text_of(results.run.path.string() + ".old-1/games.jsonl") == journal);
}

TEST_CASE("play: an engine that does not start stops the run, unless its games are forfeited") {
  Results results;
  results.checks = {.problems = {"", "engine `b` cannot start: no"}, .announced = {"A", ""}};
  const Call stopped = results.play(two);
  REQUIRE_FALSE(stopped.played);
  CHECK(stopped.played.error().kind == Error::Kind::system);
  CHECK(stopped.listener.heard("engine `b` cannot start: no"));
  CHECK(stopped.listener.events == std::vector<std::string>{"open"});
  CHECK_FALSE(std::filesystem::exists(results.run.path));

  // The failed start leaves no trace: any run can use the folder.
  const std::string other = config_of({"a", "b"}, "on-failed-start: forfeit\npairs: 3\nseed: 8\n");
  const Call forfeits = results.play(other);
  REQUIRE(forfeits.played);
  CHECK(forfeits.listener.games.size() == 6);
}

TEST_CASE("play: an engine that does not start is withdrawn if the config says so, until it starts") {
  Results results;
  const std::string yaml =
      config_of({"a", "b", "c"}, "on-failed-start: withdraw\npairs: 2\nopenings: {random-plies: 4}\n");
  results.checks = {.problems = {"", "", "engine `c` cannot start: no"}, .announced = {"A", "B", ""}};
  const Call first = results.play(yaml);
  REQUIRE(first.played);
  CHECK(first.played->ending == Ending::complete);
  CHECK(first.listener.games.size() == 4);
  CHECK(first.played->standings.games == 4);
  CHECK(first.played->standings.meta.games_planned == 4);
  CHECK(text_of(results.run.path / "standings.txt").find("c is withdrawn, because it did not start") !=
        std::string::npos);
  const std::string journal = results.journal();
  const Call again = results.play(yaml);  // it still does not start
  REQUIRE(again.played);
  CHECK(again.listener.games.empty());
  CHECK(again.listener.heard("all 4 games of "));
  CHECK(results.journal() == journal);
  results.checks = {.problems = {}, .announced = {"A", "B", "C"}};
  const Call repaired = results.play(yaml);
  REQUIRE(repaired.played);
  CHECK(repaired.listener.games.size() == 8);
  CHECK(repaired.played->standings.games == 12);
}

TEST_CASE("play: a run without two engines that start does not begin") {
  Results results;
  results.checks = {.problems = {"", "engine `b` cannot start: no"}, .announced = {"A", ""}};
  const Call call = results.play(config_of({"a", "b"}, "on-failed-start: withdraw\n"));
  REQUIRE_FALSE(call.played);
  CHECK(call.played.error().message.find("fewer than two engines start") != std::string::npos);
}

TEST_CASE("play: a run ends when its precision is reached, also after interruptions, or at its limit") {
  const auto config = [](const std::string& stop) {
    return config_of({"a", "b"}, "openings: {random-plies: 4}\nstop: " + stop + "\n");
  };
  Results whole, parts;
  const std::string wide = config("{precision: 300, max-pairs: 100}");
  const Call once = whole.play(wide);
  REQUIRE(once.played);
  CHECK(once.played->precise == true);
  CHECK(once.listener.games.size() == 100);
  CHECK(once.played->rounds.find("a - b: ") != std::string::npos);
  std::set<int> numbers;
  Ending ending = Ending::interrupted;
  for (int turn = 0; ending == Ending::interrupted && turn < 20; ++turn) {
    const Call part = parts.play(wide, {.quit_after = 17, .slots = 3});
    REQUIRE(part.played);
    numbers.merge(part.listener.numbers());
    ending = part.played->ending;
  }
  CHECK(ending == Ending::complete);
  CHECK(numbers == once.listener.numbers());
  const Call narrow = parts.play(config("{precision: 1, max-pairs: 100}"));
  REQUIRE(narrow.played);
  CHECK(narrow.played->precise == false);
  CHECK(narrow.listener.games.size() == 100);  // the rest of 100 pairs
  const Call wider = parts.play(config_of({"a", "b", "c"},
                                          "openings: {random-plies: 4}\n"
                                          "stop: {precision: 1, max-pairs: 100, between: [[a, b]]}\n"));
  REQUIRE_FALSE(wider.played);
  CHECK(wider.played.error().message.find("can be extended by its `max-pairs`, but not by engines") !=
        std::string::npos);
}

TEST_CASE("play: an engine with another reported name than before is reported") {
  Results results;
  REQUIRE(results.play(two, {.quit_after = 2}).played);
  results.checks.announced = {"A 1.0", "B 2.0"};
  const Call second = results.play(two);
  REQUIRE(second.played);
  CHECK(second.listener.heard("warning: engine `b` reports the name `B 2.0`; it was `B 1.0`"));
  CHECK_FALSE(second.listener.heard("engine `a`"));
  CHECK(count_of(results.journal(), "\"type\":\"plan\"") == 2);
}

TEST_CASE("play: invalid lines are moved out of the journal, and their games played again") {
  Results results;
  REQUIRE(results.play(two).played);
  std::string journal = results.journal();
  journal.replace(journal.find("\"game\":4,"), 9, "\"game\":9,");
  std::ofstream{results.run.journal(), std::ios::binary} << journal;

  const Call again = results.play(two);
  REQUIRE(again.played);
  CHECK(again.listener.numbers() == std::set{4});
  CHECK(again.listener.heard("invalid lines: 1; moved to " +
                             record::rejected_file(results.run.journal()).string() +
                             ", their games are played again"));
  CHECK(again.played->standings.games == 6);
}

TEST_CASE("play: settings that change no game may change") {
  Results results;
  REQUIRE(results.play(two, {.quit_after = 2}).played);
  const Call second = results.play("slots: 3\nstop-grace: 2s\nsync: never\n" + two);
  REQUIRE(second.played);
  CHECK(second.played->standings.games == 6);
}

TEST_CASE("play: a lost plan between two others does not renumber games") {
  Results results;
  REQUIRE(results.play(config_of({"a", "b", "c"}, "pairs: 1\n")).played);
  REQUIRE(results.play(config_of({"a", "b", "c"}, "pairs: 2\n")).played);
  results.checks.announced = {"", "", "", ""};
  const std::string four = config_of({"a", "b", "c", "d"}, "pairs: 2\n");
  const Call grown = results.play(four);
  INFO((grown.played ? "" : grown.played.error().message));
  REQUIRE(grown.played);
  std::string journal = results.journal();
  journal.replace(journal.find("\"pairs\":2,"), 10, "\"pairs\":3,");
  std::ofstream{results.run.journal(), std::ios::binary} << journal;
  const Call refused = results.play(four);
  REQUIRE_FALSE(refused.played);
  CHECK(refused.played.error().message.find("but the plan has ") != std::string::npos);
  CHECK(results.journal() == journal);
}

namespace {

// Formats in which results decide the pairings or the end, and the role of the first engine in them.
struct Adaptive {
  std::string format, role = {}, loser = "c";
};
const std::map<std::string, Adaptive> adaptive{
    {"swiss", {"{name: swiss, rounds: 3}"}},
    {"knockout", {"knockout"}},
    {"ladder", {"{name: ladder, pass: 55}", ", role: challenger", "b"}},
    {"staged", {"{name: staged, pass: 75}", ", role: reference"}}};

std::string adaptive_config(const std::string& name, const std::string& pairs = "1") {
  const auto& [format, role, loser] = adaptive.at(name);
  return config_of({"a" + role, "b", "c", "d", "e"},
                   "pairs: " + pairs + "\nopenings: {random-plies: 4}\nformat: " + format + "\n");
}

// The parts of a run's games that depend only on the config, by number.
std::map<int, std::string> games_of(const Results& results) {
  std::map<int, std::string> games;
  const auto read = record::read_journal(results.run.journal(), [&](match::GameRecord&& game) {
    std::string text = game.south + " " + game.north + " " + game.opening.name;
    for (const match::Ply& ply : game.plies) text += " " + ply.move;
    REQUIRE(games.emplace(game.game, text).second);
  });
  REQUIRE(read);
  return games;
}

}  // namespace

TEST_CASE("play: a run that is interrupted anywhere and resumed equals the whole run") {
  for (const auto& [name, format] : adaptive) {
    CAPTURE(name);
    Results whole;
    const auto played = whole.play(adaptive_config(name), {.loser = format.loser});
    REQUIRE(played.played);
    const auto games = games_of(whole);
    REQUIRE(games.size() > 3);
    for (std::size_t after = 1; after < games.size(); after += 2) {
      CAPTURE(after);
      Results broken;
      // The state after a kill: the running games are lost.
      const Course course{.quit_after = after, .quits = 2, .loser = format.loser, .slots = 3};
      const auto first = broken.play(adaptive_config(name), course);
      REQUIRE(first.played);
      const auto second = broken.play(adaptive_config(name), {.loser = format.loser, .slots = 2});
      REQUIRE(second.played);
      CHECK(second.played->ending == Ending::complete);
      CHECK(games_of(broken) == games);
      CHECK(second.played->rounds == played.played->rounds);
    }
  }
}

TEST_CASE("play: a game that the journal lost is played again before later rounds count") {
  Results results;
  const std::string yaml = adaptive_config("knockout");
  const auto whole = results.play(yaml, {.loser = "c"});
  REQUIRE(whole.played);
  const auto games = games_of(results);
  std::string journal = results.journal();
  journal.replace(journal.find("\"type\":\"game\""), 13, "\"type\":\"gane\"");
  std::ofstream{results.run.journal(), std::ios::binary} << journal;
  const auto again = results.play(yaml, {.loser = "c"});
  REQUIRE(again.played);
  CHECK(again.listener.numbers() == std::set{1});
  CHECK(games_of(results) == games);
  CHECK(again.played->rounds == whole.played->rounds);
}

TEST_CASE("play: a format that depends on results cannot grow, a gauntlet can") {
  Results results;
  REQUIRE(results.play(adaptive_config("swiss")).played);
  const Call refused = results.play(adaptive_config("swiss", "2"));
  REQUIRE_FALSE(refused.played);
  INFO(refused.played.error().message);
  CHECK(refused.played.error().message.find("so this run cannot be extended") != std::string::npos);

  Results gauntlet;
  const auto config = [](const std::vector<std::string>& others, const std::string& pairs) {
    return config_of(others, "format: gauntlet\npairs: " + pairs + "\n");
  };
  REQUIRE(gauntlet.play(config({"new, role: challenger", "a", "b", "c"}, "1")).played);
  const auto before = games_of(gauntlet);
  CHECK(before.size() == 6);
  REQUIRE(gauntlet.play(config({"new, role: challenger", "a", "b", "c"}, "2")).played);
  const auto after = games_of(gauntlet);
  CHECK(after.size() == 12);
  for (const auto& [number, game] : before) CHECK(after.at(number) == game);
}

TEST_CASE("play: a test without a verdict at its limit resumes with a higher limit") {
  Results results;
  const auto config = [](const std::string& pairs) {
    return config_of({"new", "old"},
                     "pairs: " + pairs +
                         "\nformat: match\nsprt: {baseline: old, candidate: new, elo0: 0, elo1: 5}\n"
                         "openings: {random-plies: 4}\n");
  };
  const Call first = results.play(config("4"));
  REQUIRE(first.played);
  CHECK(first.played->ending == Ending::complete);
  CHECK(first.played->test->test().decision == rating::TestDecision::undecided);
  const Call second = results.play(config("6"));
  REQUIRE(second.played);
  CHECK(second.listener.numbers() == std::set{9, 10, 11, 12});
  CHECK(second.played->test->counted == 6);
}

TEST_CASE("play: a test plays until its verdict, and then no more") {
  Results results;
  const std::string yaml =
      config_of({"new", "old"},
                "pairs: 1000\nformat: match\nsprt: {baseline: old, candidate: new, elo0: 0, elo1: 50}\n"
                "openings: {random-plies: 4}\n");
  const Call first = results.play(yaml, {.quit_after = 5, .loser = "old"});
  REQUIRE(first.played);
  CHECK(first.played->ending == Ending::interrupted);
  CHECK(first.played->test->test().decision == rating::TestDecision::undecided);
  const Call second = results.play(yaml, {.loser = "old"});
  REQUIRE(second.played);
  CHECK(second.played->ending == Ending::complete);
  CHECK(second.played->test->test().decision == rating::TestDecision::h1);
  CHECK(second.listener.decision == rating::TestDecision::h1);
  const Call third = results.play(yaml, {.loser = "old"});
  REQUIRE(third.played);
  CHECK(third.listener.games.empty());
  CHECK(third.played->test->test().decision == rating::TestDecision::h1);
  CHECK(second.played->test->unplayed.empty());
  const std::string& unplayed = third.played->test->unplayed;
  CHECK(unplayed.starts_with("no game played: result of the run of 20"));
  CHECK(unplayed.ends_with(" UTC in " + results.run.path.string() + "; --force-new plays again"));
  CHECK(third.listener.heard(unplayed));
  CHECK(third.played->standings.meta.test->unplayed == unplayed);
}

TEST_CASE("play: an observer that cannot open ends a run before its first game") {
  struct Broken final : Observer {
    Result<std::string> open(bool) override { return Error{"the address is in use"}; }
  } broken;
  Results results;
  Arena arena = arena_of(two);
  PlaySettings settings{.folder = results.run, .resume = "x"};
  settings.check_engines = [](const Arena&) -> EngineChecks {
    throw std::logic_error{"no engine is to be started"};
  };
  ScriptedControl control;
  const auto played = run::play(arena, settings, {{&broken}}, control);
  REQUIRE_FALSE(played);
  CHECK(played.error().message == "the address is in use");
  CHECK(results.journal().empty());
}

TEST_CASE("play: the address of the run's page is printed and passed to observers") {
  Results results;
  Listener server, listener;
  server.address = "http://127.0.0.1:8080/";
  REQUIRE(play_run(results.run, two, {&listener, &server}));
  CHECK(listener.start.address == server.address);
  CHECK(listener.heard(results.run.path.string() + " is at http://127.0.0.1:8080/"));
}

TEST_CASE("play: a forecast counts played games and writes nothing") {
  Results results;
  Listener listener;
  Arena arena = arena_of(two);
  const auto before = forecast(arena, results.run, PlayedBefore::counted, {{&listener}});
  REQUIRE(before);
  CHECK(before->find("6 games, 0 of them played") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(results.run.path));
  REQUIRE(results.play(two, {.quit_after = 2}).played);
  const std::string journal = results.journal();
  Arena again = arena_of(two);
  CHECK(forecast(again, results.run, PlayedBefore::counted, {{&listener}})->find("6 games, 0") ==
        std::string::npos);
  CHECK(forecast(again, results.run, PlayedBefore::ignored, {{&listener}})->find("6 games, 0") !=
        std::string::npos);
  CHECK(results.journal() == journal);
}
