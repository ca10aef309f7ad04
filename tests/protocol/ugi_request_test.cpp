#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "protocol/ugi.hpp"

using namespace ebiri::protocol;
using namespace std::chrono_literals;

namespace {

struct Good {
  std::string line;
  Request expected;
  std::string reason;
};

struct Bad {
  std::string line;
  std::string message;
};

void check(const std::vector<Good>& rows) {
  for (const Good& row : rows) {
    INFO(row.line << "  (" << row.reason << ")");
    const auto request = ugi::decode_request(row.line);
    REQUIRE(request);
    CHECK(*request == row.expected);
  }
}

Go nodes(std::uint64_t count) {
  Go go;
  go.nodes = count;
  return go;
}

Go clocks() {
  Go go;
  go.p1time = 60000ms;
  go.p2time = 58750ms;
  go.p1inc = 100ms;
  go.p2inc = 0ms;
  go.movestogo = 12;
  return go;
}

Go move_time(std::chrono::milliseconds time) {
  Go go;
  go.movetime = time;
  return go;
}

}  // namespace

TEST_CASE("ugi: requests of the referee are encoded") {
  CHECK(ugi::encode(Hello{}) == "ugi");
  CHECK(ugi::encode(SetOption{"UGI_Ruleset", "abapa repetition=third"}) ==
        "setoption name UGI_Ruleset value abapa repetition=third");
  CHECK(ugi::encode(SetOption{"Clear Hash", ""}) == "setoption name Clear Hash");
  CHECK(ugi::encode(IsReady{}) == "isready");
  CHECK(ugi::encode(NewGame{}) == "uginewgame");
  CHECK(ugi::encode(Position{}) == "position startpos");
  CHECK(ugi::encode(Position{{}, {"F", "f", "E"}}) == "position startpos moves F f E");
  CHECK(ugi::encode(Position{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", {"F"}}) ==
        "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves F");
  CHECK(ugi::encode(Go{}) == "go infinite");
  CHECK(ugi::encode(clocks()) == "go p1time 60000 p2time 58750 p1inc 100 p2inc 0 movestogo 12");
  CHECK(ugi::encode(nodes(20000)) == "go nodes 20000");
  CHECK(ugi::encode(Stop{}) == "stop");
  CHECK(ugi::encode(Query{Query::What::gameover}) == "query gameover");
  CHECK(ugi::encode(Query{Query::What::p1turn}) == "query p1turn");
  CHECK(ugi::encode(Query{Query::What::result}) == "query result");
  CHECK(ugi::encode(GameOver{"p1", "majority"}) == "gameover p1 majority");
  CHECK(ugi::encode(GameOver{"draw", ""}) == "gameover draw");
  CHECK(ugi::encode(Quit{}) == "quit");
}

TEST_CASE("ugi: a message with line breaks is encoded as one line") {
  CHECK(ugi::encode(SetOption{"Book", "a\nquit\r\nb"}) == "setoption name Book value a quit  b");
  CHECK(ugi::encode(GameOver{"void", "the\nmachine"}) == "gameover void the machine");
}

TEST_CASE("ugi: requests are decoded") {
  check({
      {"ugi\r", Hello{}, "CRLF"},
      {" isready ", IsReady{}, "blanks"},
      {"isready please", IsReady{}, "surplus words of a later version"},
      {"uginewgame", NewGame{}, ""},
      {"setoption name Hash value 64", SetOption{"Hash", "64"}, ""},
      {"setoption name Clear Hash", SetOption{"Clear Hash", ""}, "a button"},
      {"setoption name Book value C:\\my  value book", SetOption{"Book", "C:\\my  value book"},
       "the value stays as it is"},
      {"setoption name Book value <empty>", SetOption{"Book", ""}, ""},
      {"setoption name Book value", SetOption{"Book", ""}, ""},
      {"position startpos", Position{}, ""},
      {"position startpos moves", Position{}, "no moves yet"},
      {"position startpos moves F f -- E", Position{{}, {"F", "f", "--", "E"}}, "with a stolen turn"},
      {"position fen setup/setup/S", Position{"setup/setup/S", {}}, ""},
      {"position fen 1/2 moves a", Position{"1/2", {"a"}}, ""},
      {"go", Go{}, "no limit"},
      {"go infinite", Go{}, ""},
      {"go ponder nodes 7 searchmoves a b", nodes(7), "words that we do not know"},
      {"go p1time 60000 p2time 58750 p1inc 100 p2inc 0 movestogo 12", clocks(), ""},
      {"go movetime 0", move_time(0ms), ""},
      {"go movetime -20", move_time(0ms), "nothing is left"},
      {"go nodes 3 nodes 4", nodes(4), "the last word counts"},
      {"stop", Stop{}, ""},
      {"query p1turn", Query{Query::What::p1turn}, ""},
      {"gameover p2 no-moves  at all", GameOver{"p2", "no-moves  at all"}, ""},
      {"gameover void", GameOver{"void", ""}, ""},
      {"quit", Quit{}, ""},
  });
}

TEST_CASE("ugi: the error for an invalid request says why") {
  const std::vector<Bad> rows{
      {"", "the line is empty"},
      {"uci", "unknown message `uci`"},
      {"\x1b[A", "unknown message `\\x1b[A`"},
      {"setoption Hash 64", "`setoption` needs `name NAME [value VALUE]`"},
      {"setoption name", "`setoption name` needs the name of an option"},
      {"setoption name value 64", "`setoption name` needs the name of an option"},
      {"position", "`position` needs `startpos` or `fen POSITION`"},
      {"position 4-4", "expected `startpos` or `fen` after `position`, found `4-4`"},
      {"position fen", "`position fen` needs a position text"},
      {"position fen moves a", "`position fen` needs a position text"},
      {"position fen 1 2 moves a", "expected `moves` or the end of the line after the position, found `2`"},
      {"position startpos F f", "expected `moves` or the end of the line after the position, found `F`"},
      {"go nodes", "`go nodes` needs a whole number of at least 1, found nothing"},
      {"go nodes 0", "`go nodes` needs a whole number of at least 1, found `0`"},
      {"go nodes -1", "`go nodes` needs a whole number of at least 1, found `-1`"},
      {"go depth 1.5", "`go depth` needs a whole number of at least 1, found `1.5`"},
      {"go depth 010", "`go depth` needs a whole number of at least 1, found `010`"},
      {"go movestogo 0", "`go movestogo` needs a whole number of at least 1, found `0`"},
      {"go p1time soon", "`go p1time` needs a whole number of at least 0, found `soon`"},
      {"go movetime 9999999999999",
       "`go movetime` needs a whole number of at least 0, found `9999999999999`"},
      {"query", "`query` needs `gameover`, `p1turn` or `result`"},
      {"query moves", "expected `gameover`, `p1turn` or `result` after `query`, found `moves`"},
      {"gameover", "`gameover` needs `p1`, `p2`, `draw` or `void`"},
      {"gameover south", "expected `p1`, `p2`, `draw` or `void` after `gameover`, found `south`"},
  };
  for (const Bad& row : rows) {
    INFO(row.line);
    const auto request = ugi::decode_request(row.line);
    REQUIRE_FALSE(request);
    CHECK(request.error().message == row.message);
  }
}
