#include <catch2/catch_test_macros.hpp>
#include <iostream>
#include <set>
#include <sstream>

#include "bots/sdk/cpp/bot.hpp"
#include "talk.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using tests::Talk;

namespace {

/// Reports its requests, and plays the first legal move.
class Witness final : public sdk::Bot {
 public:
  void new_game(const sdk::Setup& setup) override {
    ++games;
    seed = setup.seed;
    style = setup.options.text("Style");
    depth = setup.options.number("Depth");
    rules = std::string(setup.rules.variant()) + " " + std::string(setup.rules.ruleset());
    for (const auto& word : setup.rules.overrides()) rules += " " + word;
  }
  std::string choose(const sdk::Turn& turn) override {
    budget = turn.budget;
    position = turn.game.position();
    moves = turn.moves;
    turn.report({.depth = 1, .nodes = std::nullopt, .time = std::nullopt, .score = std::nullopt, .pv = {}});
    return turn.game.legal_moves().front();
  }

  int games = 0;
  std::uint64_t seed = 0;
  std::string style;
  std::int64_t depth = 0;
  std::string rules;
  sdk::Budget budget{};
  std::string position;
  std::vector<std::string> moves;
};

/// Thinks until `stop`, and reports when it begins.
class Thinker final : public sdk::Bot {
 public:
  std::string choose(const sdk::Turn& turn) override {
    turn.report({});
    while (!turn.stop.stop_requested()) std::this_thread::yield();
    return turn.game.legal_moves().back();
  }
};

class Undecided final : public sdk::Bot {
 public:
  std::string choose(const sdk::Turn& /*turn*/) override { return {}; }
};

sdk::Identity witness() {
  return {.name = "Witness",
          .author = "tests",
          .variants = {},
          .options = {{"Style", "combo", "calm", {}, {}, {"calm", "wild"}},
                      {"Depth", "spin", "3", "1", "9", {}},
                      {"Loud", "check", "false", {}, {}, {}}}};
}

sdk::Identity thinker() { return {.name = "Thinker", .author = "tests"}; }

}  // namespace

TEST_CASE("sdk: the greeting has everything that the bot announces", "[threads]") {
  Witness bot;
  auto identity = witness();
  identity.variants = {"oware"};
  Talk talk(bot, identity);
  talk.say("ugi");
  CHECK(talk.until("ugiok") ==
        std::vector<std::string>{"id name Witness", "id author tests",
                                 "option name UGI_Variant type combo default oware var oware",
                                 "option name UGI_Ruleset type string default <empty>",
                                 "option name UGI_Seed type spin default 1 min 0 max 18446744073709551615",
                                 "option name Style type combo default calm var calm var wild",
                                 "option name Depth type spin default 3 min 1 max 9",
                                 "option name Loud type check default false", "variants oware", "ugiok"});
  CHECK(talk.end() == 0);
}

TEST_CASE("sdk: a new game is set up with the settings sent before it", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  talk.say("setoption name UGI_Variant value oware");
  talk.say("setoption name UGI_Ruleset value awari repetition=third");
  talk.say("setoption name UGI_Seed value 18446744073709551615");
  talk.say("setoption name Style value wild");
  talk.say("setoption name Depth value 9");
  talk.say("uginewgame");
  talk.say("uginewgame");
  talk.say("isready");
  CHECK(talk.line() == "readyok");
  talk.end();
  CHECK(bot.games == 2);
  CHECK(bot.seed == UINT64_MAX);
  CHECK(bot.style == "wild");
  CHECK(bot.depth == 9);
  CHECK(bot.rules == "oware awari repetition=third");
}

TEST_CASE("sdk: a bot plays without any settings", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  talk.say("go");
  CHECK(talk.line() == "info depth 1");
  CHECK(talk.line() == "bestmove A");
  talk.end();
  CHECK(bot.games == 1);
  CHECK(bot.seed == 1);
  CHECK(bot.rules == "oware abapa");
  CHECK(bot.position == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
}

TEST_CASE("sdk: a budget has the clock of the mover", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  talk.ask("position startpos moves F", "go p1time 1000 p2time 2000 p1inc 10 p2inc 20 movestogo 7 nodes 5");
  CHECK(bot.budget.clock == 2000ms);
  CHECK(bot.budget.increment == 20ms);
  CHECK(bot.budget.moves_to_go == 7);
  CHECK(bot.budget.nodes == 5U);
  CHECK_FALSE(bot.budget.move_time);
  talk.ask("position startpos", "go p1time 1000 p2time 2000");
  CHECK(bot.budget.clock == 1000ms);
  CHECK_FALSE(bot.budget.increment);
}

TEST_CASE("sdk: a position may extend the last one, go back, or be unrelated", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  struct Row {
    std::string position;
    std::string shown;
    std::string reason;
  };
  const std::vector<Row> rows{
      {"startpos moves F f", "5-5-5-5-4-0-5-5-5-5-4-0-0-0-S", "two moves"},
      {"startpos moves F f E a", "6-5-5-5-0-1-0-7-7-6-5-1-0-0-S", "two more"},
      {"startpos moves F f", "5-5-5-5-4-0-5-5-5-5-4-0-0-0-S", "back"},
      {"startpos moves F e", "5-5-5-4-4-0-5-5-5-5-0-5-0-0-S", "another second move"},
      {"fen 0-0-0-0-0-1-4-0-0-0-0-0-20-23-S", "0-0-0-0-0-1-4-0-0-0-0-0-20-23-S", "another game"},
      {"startpos", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "the start"},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    talk.ask("position " + row.position, "go");
    CHECK(bot.position == row.shown);
  }
}

TEST_CASE("sdk: an invalid position or setting is answered with a reason and a resignation", "[threads]") {
  struct Row {
    std::vector<std::string> lines;
    std::string reason;
  };
  const std::vector<Row> rows{
      {{"setoption name UGI_Variant value chess"}, "variant `chess` is not one of oware"},
      {{"position startpos moves F F"}, "cannot play move `F`: `F` is south's pit and north is to move"},
      {{"position fen 0-0-0-0-0-1-0-0-0-0-0-0-25-22-S moves F"}, "move `F` comes after the end of the game"},
  };
  for (const Row& row : rows) {
    Witness bot;
    auto identity = witness();
    identity.variants = {"oware"};
    Talk talk(bot, identity);
    for (const std::string& line : row.lines) talk.say(line);
    talk.say("go");
    CHECK(talk.line() == "info string resigns: " + row.reason);
    CHECK(talk.line() == "bestmove resign");
    CHECK(talk.end() == 0);
    CHECK(talk.errors() == row.reason + "\n");
  }
}

TEST_CASE("sdk: after an invalid position, the next one is used", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  CHECK(talk.ask("position startpos moves F F", "go") == "resign");
  CHECK(talk.ask("position startpos moves F", "go") == "a");
  CHECK(talk.ask("position fen 0-0-0-0-0-1-0-0-0-0-0-0-25-22-S", "go") == "resign");
  CHECK(talk.ask("position startpos moves F f", "go") == "A");
}

TEST_CASE("sdk: unknown lines are reported and ignored", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  talk.say("hello");
  talk.say("");
  talk.say("go nodes many");
  talk.write(std::string(70000, 'x') + "\nisready\r\n");
  CHECK(talk.line() == "readyok");
  talk.say("setoption name Style value loud");
  talk.say("setoption name Depth value 10");
  talk.say("setoption name Loud value 1");
  talk.say("setoption name Stile value calm");
  talk.say("setoption name UGI_Seed value -1");
  CHECK(talk.end() == 0);
  CHECK(talk.errors() ==
        "ignored: unknown message `hello`\n"
        "ignored: the line is empty\n"
        "ignored: `go nodes` needs a whole number of at least 1, found `many`\n"
        "ignored: a line of more than 65536 bytes\n"
        "option `Style` needs one of calm wild, got `loud`\n"
        "option `Depth` needs a number from 1 to 9, got `10`\n"
        "option `Loud` needs `true` or `false`, got `1`\n"
        "unknown option `Stile`; did you mean `Style`?\n"
        "option `UGI_Seed` needs a whole number, got `-1`\n");
}

TEST_CASE("sdk: a bot without a move ends under ManKalah, and sends nothing") {
  std::istringstream in{"START;South\nEND\n"};
  std::ostringstream out;
  auto* const old_in = std::cin.rdbuf(in.rdbuf());
  auto* const old_out = std::cout.rdbuf(out.rdbuf());
  Undecided bot;
  std::string words[] = {"bot", "--dialect", "mankalah"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data()};
  const int status = sdk::run(bot, {.name = "Undecided", .author = "tests"}, 3, arguments);
  std::cin.rdbuf(old_in);
  std::cout.rdbuf(old_out);
  CHECK(status == 1);
  CHECK(out.str().empty());
}

TEST_CASE("sdk: stop ends a search, even if it has not begun", "[threads]") {
  Thinker bot;
  Talk talk(bot, thinker());
  talk.say("go infinite");
  CHECK(talk.line() == "info");
  talk.say("stop");
  CHECK(talk.line() == "bestmove F");
  talk.write("go infinite\nstop\n");
  CHECK(talk.until("bestmove").back() == "bestmove F");
  talk.write("stop\ngo infinite\n");
  CHECK(talk.line() == "info");
  talk.say("stop");
  CHECK(talk.line() == "bestmove F");
}

TEST_CASE("sdk: isready is answered while the bot thinks", "[threads]") {
  Thinker bot;
  Talk talk(bot, thinker());
  talk.say("go infinite");
  CHECK(talk.line() == "info");
  talk.say("isready");
  CHECK(talk.line() == "readyok");
  talk.say("stop");
  CHECK(talk.line() == "bestmove F");
}

TEST_CASE("sdk: isready after a request is answered before the search ends", "[threads]") {
  Thinker bot;
  Talk talk(bot, thinker());
  talk.say("go infinite\nisready");
  std::set<std::string> lines{talk.line()};
  lines.insert(talk.line());
  CHECK(lines == std::set<std::string>{"info", "readyok"});
  talk.say("stop");
  CHECK(talk.line() == "bestmove F");
}

TEST_CASE("sdk: quit and the end of input end a search and the program", "[threads]") {
  for (const bool says_quit : {true, false}) {
    Thinker bot;
    Talk talk(bot, thinker());
    talk.say("go infinite");
    CHECK(talk.line() == "info");
    if (says_quit) talk.say("quit");
    CHECK(talk.end() == 0);
    CHECK(talk.line() == "bestmove F");
    CHECK(talk.line() == "(end)");
  }
}

TEST_CASE("sdk: a last line without a newline is not a message", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  talk.write("isready\nisready");
  CHECK(talk.line() == "readyok");
  CHECK(talk.end() == 0);
  CHECK(talk.line() == "(end)");
}

TEST_CASE("sdk: queries about the position are answered by the rules", "[threads]") {
  Witness bot;
  Talk talk(bot, witness());
  const auto ask = [&](const std::string& what) {
    talk.say("query " + what);
    return talk.line();
  };
  CHECK(ask("gameover") == "response false");
  CHECK(ask("p1turn") == "response true");
  CHECK(ask("result") == "response none");
  talk.say("position fen 0-0-0-0-0-1-0-0-0-0-0-0-22-25-N");
  CHECK(ask("gameover") == "response true");
  CHECK(ask("p1turn") == "response false");
  CHECK(ask("result") == "response p2win");
}

TEST_CASE("sdk: random numbers are the same on every machine", "[threads]") {
  // The state is the first number of splitmix64 from 1, 10451216379200822465; this is the first from there.
  CHECK(sdk::Random(1, 0).next() == 6791897765849424158U);
  sdk::Random stream(1, 1);
  CHECK(sdk::Random(1, 1).next() == stream.next());
  CHECK(sdk::Random(1, 1).next() != sdk::Random(1, 2).next());
  CHECK(sdk::Random(1, 1).next() != sdk::Random(2, 1).next());
  std::vector<int> counts(6);
  for (int i = 0; i < 6000; ++i) ++counts[stream.below(6)];
  for (const int count : counts) CHECK((count > 850 && count < 1150));
  CHECK(stream.below(1) == 0);
}

TEST_CASE("sdk: planned times are within the clock", "[threads]") {
  const sdk::Clock::time_point now{};
  const auto plan = [&](sdk::Budget budget) {
    budget.asked = now;
    return sdk::plan(budget);
  };
  CHECK_FALSE(plan({}).latest);
  CHECK_FALSE(plan({}).comfortable);

  sdk::Budget fixed{};
  fixed.move_time = 1000ms;
  CHECK(*plan(fixed).latest - now == 990ms);
  fixed.move_time = 8ms;
  CHECK(*plan(fixed).latest - now == 6ms);

  struct Row {
    std::chrono::milliseconds clock, increment;
    std::optional<int> moves;
    std::chrono::microseconds comfortable, latest;
    std::string reason;
  };
  const std::vector<Row> rows{
      {60s, 0ms, {}, 2400ms, 9600ms, "a 25th, four times that"},
      {60s, 100ms, {}, 2475ms, 9900ms, "and three quarters of the increment"},
      {60s, 0ms, 60, 2400ms, 9600ms, "far from the next period"},
      {10s, 0ms, 2, 10000ms / 3 + 0us, 10000ms / 3 + 0us, "never more than a third"},
      {1s, 0ms, 1, 980ms, 980ms, "the last move before the next period"},
      {20ms, 10s, {}, 10ms, 10ms, "never more than the clock holds"},
      {0ms, 0ms, {}, 0ms, 0ms, "nothing left"},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    sdk::Budget budget{};
    budget.clock = row.clock;
    budget.increment = row.increment;
    budget.moves_to_go = row.moves;
    const auto planned = plan(budget);
    CHECK(std::chrono::duration_cast<std::chrono::milliseconds>(*planned.comfortable - now) ==
          std::chrono::duration_cast<std::chrono::milliseconds>(row.comfortable));
    CHECK(std::chrono::duration_cast<std::chrono::milliseconds>(*planned.latest - now) ==
          std::chrono::duration_cast<std::chrono::milliseconds>(row.latest));
  }
}
