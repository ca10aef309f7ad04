#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "protocol/ugi.hpp"

using namespace ebiri::protocol;
using namespace std::chrono_literals;

namespace {

struct Row {
  std::string line;
  Reply expected;
  std::string reason;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    INFO(row.line << "  (" << row.reason << ")");
    CHECK(ugi::decode(row.line) == row.expected);
  }
}

Reply move(std::string text) { return BestMove{.move = std::move(text)}; }
Reply offered(std::string text) { return BestMove{.move = std::move(text), .offer = true}; }

}  // namespace

TEST_CASE("ugi: a best move is a move with an optional offer, `resign` or `accept`") {
  check({
      {"bestmove f", move("f"), "plain"},
      {"  bestmove \t f  ", move("f"), "blanks around words do not count"},
      {"bestmove f\r", move("f"), "an engine with CRLF line ends"},
      {"bestmove =1,2,3,0,0,0,0,0,0,0,0,0,0,0,0,26", move("=1,2,3,0,0,0,0,0,0,0,0,0,0,0,0,26"), "any token"},
      {"bestmove f ponder E", move("f"), "the hint of other engines is tolerated"},
      {"bestmove f offer", offered("f"), "offers to end the game"},
      {"bestmove f offer ponder E", offered("f"), "both"},
      {"bestmove resign", BestMove{.kind = BestMove::Kind::resign}, "gives up"},
      {"bestmove accept", BestMove{.kind = BestMove::Kind::accept}, "agrees to the offer"},
      {"bestmove Resign", move("Resign"), "case matters: the rules will refuse it"},
      {"bestmove offer", move("offer"), "without a move before it, the word is a move"},
  });
}

TEST_CASE("ugi: a best move with missing or surplus words is malformed") {
  check({
      {"bestmove", Malformed{"expected a move, `resign` or `accept` after `bestmove`, found nothing"}, ""},
      {"bestmove \r", Malformed{"expected a move, `resign` or `accept` after `bestmove`, found nothing"}, ""},
      {"bestmove f E", Malformed{"expected `offer` or nothing after `bestmove f`, found `E`"}, "two moves"},
      {"bestmove f ponder", Malformed{"expected a move after `ponder`, found nothing"}, ""},
      {"bestmove f ponder E d", Malformed{"expected `offer` or nothing after `bestmove f`, found `d`"}, ""},
      {"bestmove f ponder E offer",
       Malformed{"expected `offer` or nothing after `bestmove f`, found `offer`"},
       "the offer stands after the move"},
      {"bestmove resign f", Malformed{"expected nothing after `bestmove resign`, found `f`"}, ""},
      {"bestmove accept offer", Malformed{"expected nothing after `bestmove accept`, found `offer`"}, ""},
      {"bestmove f \x1b[31m", Malformed{"expected `offer` or nothing after `bestmove f`, found `\\x1b[31m`"},
       "evidence is printable"},
  });
}

TEST_CASE("ugi: the greeting of an engine is decoded") {
  check({
      {"ugiok", HelloDone{}, ""},
      {"readyok\r", Ready{}, ""},
      {"id name Greedy 1.2", Id{"name", "Greedy 1.2"}, "several words"},
      {"id author  A.  B.", Id{"author", "A.  B."}, "the text stays as it is"},
      {"id version 3", Unknown{}, "a field that we do not know"},
      {"variants oware namnam", Variants{{"oware", "namnam"}}, ""},
      {"response p1win", Response{"p1win"}, ""},
      {"option name Clear Hash type button", OptionOffer{"Clear Hash", "button", {}, {}, {}, {}}, ""},
      {"option name Hash type spin default 16 min 1 max 4096",
       OptionOffer{"Hash", "spin", "16", "1", "4096", {}}, ""},
      {"option name Hash type spin max 9 default 2", OptionOffer{"Hash", "spin", "2", {}, "9", {}},
       "any order, not all of them"},
      {"option name UGI_Ruleset type combo default abapa var abapa var oware society",
       OptionOffer{"UGI_Ruleset", "combo", "abapa", {}, {}, {"abapa", "oware society"}},
       "values of several words"},
      {"option name Book type string default my type var book",
       OptionOffer{"Book", "string", "my type var book", {}, {}, {}},
       "a string reaches to the end of the line"},
      {"option name Book type string default <empty>", OptionOffer{"Book", "string", "", {}, {}, {}}, ""},
      {"option name Book type string default", OptionOffer{"Book", "string", "", {}, {}, {}},
       "nothing is empty too"},
      {"option name X type check colour red default true", OptionOffer{"X", "check", "true", {}, {}, {}},
       "unknown words are skipped"},
      {"option name name type check", OptionOffer{"name", "check", {}, {}, {}, {}},
       "only `type` ends the name"},
  });
}

TEST_CASE("ugi: the error for a malformed greeting says what was expected") {
  check({
      {"ugiok 2", Malformed{"expected nothing after `ugiok`, found `2`"}, ""},
      {"readyok now", Malformed{"expected nothing after `readyok`, found `now`"}, ""},
      {"id", Malformed{"expected `name` or `author` after `id`, found nothing"}, ""},
      {"id name", Malformed{"expected a text after `id name`, found nothing"}, ""},
      {"variants", Malformed{"expected the name of a variant after `variants`, found nothing"}, ""},
      {"response", Malformed{"expected a value after `response`, found nothing"}, ""},
      {"option", Malformed{"expected `name` after `option`, found nothing"}, ""},
      {"option Hash type spin", Malformed{"expected `name` after `option`, found `Hash`"}, ""},
      {"option name type spin", Malformed{"expected a name after `option name`, found nothing"}, ""},
      {"option name Hash", Malformed{"expected `type` after the name of option `Hash`"}, ""},
      {"option name Hash type",
       Malformed{"expected `check`, `spin`, `combo`, `button` or `string` as the type of option `Hash`, "
                 "found nothing"},
       ""},
      {"option name Hash type number default 3",
       Malformed{"expected `check`, `spin`, `combo`, `button` or `string` as the type of option `Hash`, "
                 "found `number`"},
       ""},
  });
}

TEST_CASE("ugi: search information is read as far as possible and is never an error") {
  const auto seeds = [](double value) { return Score{Score::Unit::seeds, value}; };
  const auto cp = [](double value) { return Score{Score::Unit::centipawns, value}; };
  check({
      {"info depth 9 score seeds 3 nodes 81234 time 41 pv f E d",
       Info{9, 81234, 41ms, seeds(3), {"f", "E", "d"}}, "all known fields"},
      {"info score cp -25 depth 3", Info{3, {}, {}, cp(-25), {}}, "any order"},
      {"info score seeds 2.5", Info{{}, {}, {}, seeds(2.5), {}}, "a fraction"},
      {"info score cp 12 lowerbound nodes 7", Info{{}, 7, {}, cp(12), {}}, "bounds are skipped"},
      {"info score mate 3 depth 4", Info{4, {}, {}, {}, {}}, "a unit that we do not know"},
      {"info depth 5 seldepth 9 nps 100 hashfull 3 tbhits 0 nodes 4", Info{5, 4, {}, {}, {}},
       "fields of UCI"},
      {"info", Info{}, "nothing is no information"},
      {"info depth x nodes -3 time 1.5 score seeds much", Info{}, "numbers that are none"},
      {"info depth nodes 3", Info{{}, 3, {}, {}, {}}, "a missing number does not swallow the next field"},
      {"info depth -1", Info{}, ""},
      {"info time 99999999999999999", Info{}, "longer than any clock"},
      {"info depth 99999999999 nodes 18446744073709551616", Info{}, "too large"},
      {"info string depth 5 nodes 9", Info{}, "text for people"},
      {"info depth 2 string pv f", Info{2, {}, {}, {}, {}}, ""},
      {"info depth 3 multipv 1 score cp 7 pv a", Info{3, {}, {}, cp(7), {"a"}}, ""},
      {"info depth 3 multipv 2 score cp 7 pv a", Info{3, {}, {}, {}, {}},
       "not about the move that is played"},
      {"info pv f depth 3", Info{{}, {}, {}, {}, {"f", "depth", "3"}}, "the line of play comes last"},
      {"info score cp nan", Info{}, ""},
      {"info score cp inf", Info{}, ""},
      {"info depth 3 depth 4", Info{4, {}, {}, {}, {}}, "the last word counts"},
  });
}

TEST_CASE("ugi: other lines are unknown") {
  for (const char* line :
       {"", " ", "\r", "hello", "uci", "BESTMOVE f", "bestmovef", "ugi", "# comment", "\xff\xfe"}) {
    INFO(line);
    CHECK(ugi::decode(line) == Reply{Unknown{}});
  }
  CHECK(ugi::decode(std::string_view("\0bestmove f", 11)) == Reply{Unknown{}});
}

TEST_CASE("ugi: replies of an engine are encoded") {
  CHECK(ugi::encode_reply(Id{"name", "Random 1"}) == "id name Random 1");
  CHECK(ugi::encode_reply(OptionOffer{"Hash", "spin", "16", "1", "4096", {}}) ==
        "option name Hash type spin default 16 min 1 max 4096");
  CHECK(ugi::encode_reply(OptionOffer{"Style", "combo", "calm", {}, {}, {"calm", "wild"}}) ==
        "option name Style type combo default calm var calm var wild");
  CHECK(ugi::encode_reply(OptionOffer{"Book", "string", "", {}, {}, {}}) ==
        "option name Book type string default <empty>");
  CHECK(ugi::encode_reply(Variants{{"oware"}}) == "variants oware");
  CHECK(ugi::encode_reply(HelloDone{}) == "ugiok");
  CHECK(ugi::encode_reply(Ready{}) == "readyok");
  CHECK(ugi::encode_reply(Info{9, 81234, 41ms, Score{Score::Unit::seeds, -2.5}, {"f", "E"}}) ==
        "info depth 9 score seeds -2.5 nodes 81234 time 41 pv f E");
  CHECK(ugi::encode_reply(Info{}) == "info");
  CHECK(ugi::encode_reply(BestMove{.move = "f"}) == "bestmove f");
  CHECK(ugi::encode_reply(BestMove{.move = "f", .offer = true}) == "bestmove f offer");
  CHECK(ugi::encode_reply(BestMove{.kind = BestMove::Kind::resign}) == "bestmove resign");
  CHECK(ugi::encode_reply(BestMove{.kind = BestMove::Kind::accept}) == "bestmove accept");
  CHECK(ugi::encode_reply(Response{"true"}) == "response true");
  CHECK(ugi::encode_reply(Id{"name", "two\r\nlines"}) == "id name two  lines");
}
