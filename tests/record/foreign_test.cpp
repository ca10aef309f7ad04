#include "referee/record/foreign.hpp"

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "referee/record/notation.hpp"
#include "tests/match/scripted_player.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
using match::GameRecord;
using match::Verdict;

namespace {

// The games as text: `2: White=a Black=b | F{+1} f | 1-0`.
Result<std::vector<std::string>> tagged_games(std::string_view text) {
  std::vector<std::string> games;
  const auto read = read_tag_pairs(text, "f", [&](const TaggedGame& game) -> Result<void> {
    std::string& one = games.emplace_back(fmt::format("{}:", game.line));
    for (const auto& [name, value] : game.tags) one += fmt::format(" {}={}", name, value);
    one += " |";
    for (const auto& [move, comment] : game.moves) one += fmt::format(" {}{{{}}}", move, comment);
    one += fmt::format(" | {}", game.result);
    return {};
  });
  if (!read) return read.error();
  return games;
}

std::string problem(std::string_view text) { return tagged_games(text).error().message; }

Result<std::vector<ForeignGame>> games_of(std::string_view text) {
  std::vector<ForeignGame> games;
  const auto read = read_foreign(text, "f", [&](const ForeignView& game) {
    games.push_back(foreign_game(game));
    CHECK(match::summary_of(games.back().record) == game.summary);
  });
  if (!read) return read.error();
  return games;
}

std::vector<int> pairs_of(std::string_view text) {
  std::vector<int> pairs;
  const auto games = games_of(text).value();
  for (const ForeignGame& game : games) pairs.push_back(game.record.pair);
  return pairs;
}

}  // namespace

TEST_CASE("tag pairs: tags, moves, comments, variations and a result are read") {
  const auto games = tagged_games(
      "\xEF\xBB\xBF% a remark\n[White \"a \\\"b\\\" \\\\ c\"]\n[ Black  \"d\" ]\n\n1. F+3 {+1.00/2\n0.1s} f "
      "(2. x {)} "
      "(y)) $4 2... e ; to the end [White \"z\"]\n3.D {not a move's} 25-23\n");
  CHECK(games.value() == std::vector<std::string>{"2: White=a \"b\" \\ c Black=d | "
                                                  "F+3{+1.00/2\n0.1s} f{} e{} D{not a move's} | 25-23"});
}

TEST_CASE("tag pairs: the boundary between two games is found") {
  const auto count = [](std::string_view text) { return tagged_games(text).value().size(); };
  CHECK(count("") == 0);
  CHECK(count("[White \"a\"]\n1-0\n[White \"b\"]") == 2);                               // after a result
  CHECK(count("[White \"a\"]\nF f\n[Black \"b\"]") == 2);                               // after moves
  CHECK(count("[White \"a\"]\n[White \"b\"]") == 2);                                    // a tag again
  CHECK(count("[Result \"1-0\"]\n[White \"a\"]\n\n[Site \"b\"]\n[White \"c\"]") == 2);  // an empty line
  CHECK(count("[White \"a\"]\n\n[Black \"b\"]\n[Result \"*\"]") == 1);  // but not before the result
}

TEST_CASE("tag pairs: an error of the taker ends the reading") {
  int asked = 0;
  const auto read = read_tag_pairs("[White \"a\"]\n1-0\n[White \"b\"]\n1-0\n[White \"c\"]\n", "f",
                                   [&](const TaggedGame& game) -> Result<void> {
                                     ++asked;
                                     if (game.tags[0].value == "b") return Error{"no"};
                                     return {};
                                   });
  REQUIRE_FALSE(read);
  CHECK(read.error().message == "no");
  CHECK(asked == 2);
}

TEST_CASE("tag pairs: an escaped value that begins a game belongs to the new game") {
  CHECK(tagged_games("[White \"a\\\\\"]\n[White \"b\\\"\"]\n[Black \"\\c\\\"\"]\n*\n[White \"d\\\\\"]\n")
            .value() ==
        std::vector<std::string>{"1: White=a\\ | | ", "2: White=b\" Black=\\c\" | | *", "5: White=d\\ | | "});
}

TEST_CASE("tag pairs: errors name their lines") {
  CHECK(problem("\n\n[]") == "f:3: error: expected the name of a tag after `[`");
  CHECK(problem("[White a]") == "f:1: error: expected `\"` after `[White`");
  CHECK(problem("[White \"a]\n") == "f:1: error: the value of the tag `White` has no `\"` at its end");
  CHECK(problem("[White \"a\"") == "f:1: error: the tag `White` has no `]` at its end");
  CHECK(problem("[White \"a\"]\n{\n") == "f:2: error: the comment that begins here has no `}`");
  CHECK(problem("[White \"a\"]\n(\n{)}\n") == "f:2: error: the variation that begins here has no `)`");
  CHECK(problem("F f") == "f:1: error: expected a tag such as `[South \"name\"]`, found `F`");
  CHECK(problem("[White \"a\"]\n1-0 F") == "f:2: error: `F` follows the result `1-0`");
}

TEST_CASE("foreign: a result is points or seeds") {
  const auto verdict = [](const std::string& tags) {
    return games_of("[South \"a\"]\n[North \"b\"]\n" + tags).value()[0].record.verdict;
  };
  CHECK(verdict("[Result \"1-0\"]").result == Verdict::Result::south_wins);
  CHECK(verdict("[Result \"1/2-1/2\"]").result == Verdict::Result::draw);
  CHECK(verdict("[Result \"*\"]").result == Verdict::Result::void_game);
  CHECK(verdict("[Result \"20-28\"]").result == Verdict::Result::north_wins);
  CHECK(verdict("[Result \"20-28\"]").cause == Verdict::Cause::rules);
  const Verdict forfeit =
      verdict("[Result \"20-8\"]\n[Points \"0-1\"]\n[Termination \"south illegal-move\"]");
  CHECK(forfeit.result == Verdict::Result::north_wins);
  CHECK(forfeit.fault->kind == player::Fault::Kind::illegal_move);
  CHECK(forfeit.south == 20);
}

TEST_CASE("foreign: the date of a game is read, unless a part of it is unknown") {
  const auto started = [](const std::string& tags) {
    return games_of("[South \"a\"]\n[North \"b\"]\n[Result \"*\"]\n" + tags).value()[0].record.started;
  };
  CHECK(started("[Date \"2026.01.31\"]") == std::chrono::sys_days{std::chrono::year{2026} / 1 / 31});
  for (const char* unknown : {"", "[Date \"????.??.??\"]", "[Date \"2026.??.??\"]", "[Date \"2026.02.30\"]"})
    CHECK(started(unknown).time_since_epoch().count() == 0);
}

TEST_CASE("foreign: a pair has two games with exchanged sides") {
  CHECK(pairs_of("first,second,result,pair\na,b,1,7\nb,a,1,7\na,b,1,8\n") == std::vector{1, 1, 2});
  CHECK(pairs_of("first,second,result,pair\na,b,1,7\na,b,1,7\nb,a,1,7\n") == std::vector{1, 2, 1});
  CHECK(pairs_of("first,second,result,pair\na,b,*,7\na,b,1,7\nb,a,1,7\n") == std::vector{1, 1, 1});
  CHECK(pairs_of("first,second,result\na,b,1\nb,a,1\n") == std::vector{1, 2});
}

TEST_CASE("foreign: pairs are found whatever the order of games, rounds and events") {
  std::mt19937_64 chance{7};
  const auto below = [&](std::uint64_t bound) { return static_cast<int>(chance() % bound); };
  const char* const names[] = {"a", "b", "c", "d"};
  const char* const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
  for (int run = 0; run < 200; ++run) {
    const int spread = 1 + below(12);
    std::string text;
    std::vector<int> wanted;
    int last = 0;
    std::map<std::pair<int, int>, int> pairs;
    std::set<std::tuple<int, int, int>> taken;
    for (int game = 0; game < 60; ++game) {
      const int event = below(3), round = game / 4 + below(static_cast<std::uint64_t>(spread)) - spread / 2;
      const int south = below(4), north = (south + 1 + below(3)) % 4, result = below(4);
      text += fmt::format("[White \"{}\"]\n[Black \"{}\"]\n[Event \"{}\"]\n[Round \"{}\"]\n\n{}\n\n",
                          names[south], names[north], event, round, results[result]);
      const auto [pair, is_new] = pairs.try_emplace({event, round}, last + 1);
      if (is_new) ++last;
      const bool counts = result == 3 || taken.emplace(pair->second, south, north).second;
      wanted.push_back(counts ? pair->second : ++last);
    }
    CHECK(pairs_of(text) == wanted);
  }
}

TEST_CASE("foreign: a game survives OGN or PGN, except for data that the format lacks") {
  const auto rules = rules_for("abapa");
  GameRecord wanted = played();
  const auto back = [&](const std::string& text) {
    return replayed(games_of(text).value()[0], *rules).value();
  };
  const auto kept = [](GameRecord game) {
    for (match::Ply& ply : game.plies) ply.thought = {};
    game.south_limit = game.north_limit = "";
    game.game = game.pair = 1;
    game.seed = 0;
    game.started = std::chrono::floor<std::chrono::days>(game.started);
    game.duration = {};
    return game;
  };
  CHECK(kept(back(to_ogn(wanted, *rules, "cup").value())) == kept(wanted));
  CHECK(kept(back(to_pgn(wanted, "cup"))) == kept(wanted));
}

TEST_CASE("foreign: games with the same opening are recognised, and plies are those after the opening") {
  const auto rules = rules_for("abapa");
  const GameRecord one = played(1);
  GameRecord other = played(2), shorter = played(3);
  other.plies.resize(4);
  shorter.opening.moves.pop_back();
  shorter.plies = {{.side = rules::Side::north, .move = "d"}};
  std::string pgn, ogn;
  for (const GameRecord& game : {one, other, shorter}) {
    pgn += to_pgn(game, "cup");
    ogn += to_ogn(game, *rules, "cup").value();
  }
  for (const std::string& text : {pgn, ogn}) {
    std::vector<match::GameSummary> games;
    REQUIRE(read_foreign(text, "f", [&](const ForeignView& game) { games.push_back(game.summary); }));
    CHECK(games[0].opening == games[1].opening);
    CHECK(games[0].opening != games[2].opening);
    CHECK(games[1].plies == 4);
    CHECK(games[2].plies == 1);
  }
}

TEST_CASE("foreign: an opening is known by its plies, comments, name or position") {
  const auto known = [](const std::string& tags, const std::string& moves = "F f") {
    bool result = false;
    REQUIRE(read_foreign("[White \"a\"]\n[Black \"b\"]\n" + tags + "\n" + moves + " 1-0\n", "f",
                         [&](const ForeignView& game) { result = game.opening_known; }));
    return result;
  };
  CHECK_FALSE(known(""));
  CHECK(known("[OpeningPlies \"0\"]\n"));
  CHECK(known("", "F {+1.00/2} f"));
  CHECK(known("[Opening \"book 7\"]\n"));
  CHECK(known("[FEN \"0 0 0 0 0 1 1 0 0 0 0 0 23 23 S\"]\n"));
}

TEST_CASE("foreign: a file of games may begin with comment lines, and a column may have no name") {
  const std::string pgn = "[White \"a\"]\n[Black \"b\"]\n\n1-0\n";
  CHECK(games_of("; exported\n% [x\n\n" + pgn).value().at(0).line == 4);
  CHECK(games_of(";first;second;result\n0;a;b;1\n").value().size() == 1);
}

TEST_CASE("foreign: a game in OGN or PGN has the fingerprints of its record") {
  const GameRecord game = played();
  for (const std::string& text : {to_ogn(game, *rules_for("abapa"), "cup").value(), to_pgn(game, "cup")})
    CHECK(match::summary_of(games_of(text).value()[0].record).sequence == match::summary_of(game).sequence);
}
