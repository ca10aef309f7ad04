#include "referee/match/openings.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "referee/match/play_game.hpp"
#include "referee/rules/registry.hpp"
#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::match;

namespace {

std::vector<Opening> listed(const OpeningBook& book) {
  std::vector<Opening> openings;
  for (std::size_t i = 0; i < book.size(); ++i) openings.push_back(book[i]);
  return openings;
}

std::set<std::string> positions(const rules::Rules& rules, const OpeningBook& openings) {
  std::set<std::string> result;
  for (const Opening& opening : listed(openings))
    result.insert(open_game(rules, opening).value()->position());
  return result;
}

}  // namespace

TEST_CASE("openings: a file of moves and positions") {
  const auto rules = tests::rules_for("abapa");
  const auto openings = read_openings(
      "# a comment\n\nF f E   # behind\nposition 0-0-0-0-0-9-0-0-0-0-0-9-15-15-N\r\n"
      "position 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves A a\n",
      "x.txt", *rules);
  REQUIRE(openings);
  REQUIRE(openings->size() == 3);
  CHECK((*openings)[0] == Opening{.name = "1", .moves = {"F", "f", "E"}});
  CHECK((*openings)[1] == Opening{.name = "2", .base = "0-0-0-0-0-9-0-0-0-0-0-9-15-15-N"});
  CHECK((*openings)[2] == Opening{.name = "3", .base = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", .moves = {"A", "a"}});
}

TEST_CASE("openings: every bad line is reported at once") {
  const auto rules = tests::rules_for("abapa");
  const auto openings = read_openings(
      "F F\nposition\nposition 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S A\nA a\nposition 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S "
      "moves A a\nA Z\n",
      "x.txt", *rules);
  REQUIRE_FALSE(openings);
  const std::string& text = openings.error().message;
  CHECK(text.starts_with("x.txt:1: error: move 2, `F`: "));
  CHECK(text.find("\nx.txt:2: error: expected a position after `position`\n") != std::string::npos);
  CHECK(text.find("\nx.txt:3: error: expected `moves` after the position, found `A`\n") != std::string::npos);
  CHECK(text.find("\nx.txt:5: error: reaches the same position as line 4\n") != std::string::npos);
  CHECK(text.find("\nx.txt:6: error: move 2, `Z`: ") != std::string::npos);
  CHECK(read_openings("# nothing\n", "y.txt", *rules).error().message ==
        "y.txt:1: error: the file has no opening");
}

TEST_CASE(
    "openings: random openings are distinct and reproducible, and a longer list extends a shorter one") {
  const auto rules = tests::rules_for("abapa");
  const auto many = random_openings(*rules, 100, {.plies = 4}, 42);
  const auto few = random_openings(*rules, 10, {.plies = 4}, 42);
  REQUIRE(many);
  REQUIRE(few);
  for (std::size_t i = 0; i < few->size(); ++i) CHECK((*few)[i] == (*many)[i]);
  CHECK(random_openings(*rules, 10, {.plies = 4}, 43).value() != *few);
  for (const Opening& opening : listed(*many)) CHECK(opening.moves.size() == 4);
  CHECK(positions(*rules, *many).size() == 100);
}

TEST_CASE("openings: a request for too many openings is an error, not an endless loop") {
  const auto rules = tests::rules_for("abapa");
  CHECK(random_openings(*rules, 6, {.plies = 1}, 1));
  CHECK(random_openings(*rules, 7, {.plies = 1, .fewer = true}, 1).value().size() == 6);
  CHECK(random_openings(*rules, 7, {.plies = 1}, 1).error().message ==
        "found only 6 distinct openings of 1 random plies; expected 7; use more plies");
}

TEST_CASE("openings: random openings include arrangements") {
  const auto made = rules::make_rules({"omweso", "omweso", {}});
  REQUIRE(made);
  const auto openings = random_openings(**made, 20, {.plies = 3}, 42);
  REQUIRE(openings);
  for (const Opening& opening : listed(*openings)) {
    REQUIRE(opening.moves.size() == 3);
    CHECK(opening.moves[0].starts_with("="));
    CHECK(opening.moves[1].starts_with("="));
    CHECK_FALSE(opening.moves[2].starts_with("="));
    CHECK(open_game(**made, opening));
  }
}

TEST_CASE("openings: all_openings reaches each position once, in an order that depends on the seed") {
  const auto rules = tests::rules_for("abapa");
  const auto all = all_openings(*rules, {.plies = 3}, 1);
  REQUIRE(all);
  CHECK(positions(*rules, *all).size() == all->size());
  CHECK(positions(*rules, *all) ==
        positions(*rules, random_openings(*rules, static_cast<int>(all->size()), {.plies = 3}, 7).value()));
  CHECK((*all)[0].name == "1");
  CHECK((*all)[all->size() - 1].name == std::to_string(all->size()));
  const auto again = all_openings(*rules, {.plies = 3}, 2);
  CHECK(*all == all_openings(*rules, {.plies = 3}, 1).value());
  CHECK(*all != *again);
  CHECK(positions(*rules, *all) == positions(*rules, *again));
}

TEST_CASE("openings: all_openings refuses arrangements") {
  const auto made = rules::make_rules({"omweso", "omweso", {}});
  CHECK(all_openings(**made, {.plies = 3}, 1).error().message ==
        "there are too many arrangements to list; use random openings");
}

TEST_CASE("openings: the lead in a balanced opening is within the limit") {
  const auto rules = tests::rules_for("abapa");
  const OpeningConditions any{.plies = 6}, level{.plies = 6, .imbalance = 0};
  const auto leads = [&](const OpeningConditions& wish) {
    std::set<int> result;
    const auto openings = random_openings(*rules, 100, wish, 1);
    REQUIRE(openings);
    for (const Opening& opening : listed(*openings))
      result.insert(lead(*open_game(*rules, opening).value(), 0));
    return result;
  };
  CHECK(leads(any).size() > 1);
  CHECK(leads(level) == std::set<int>{0});
  CHECK(random_openings(*rules, 7, {.plies = 1, .imbalance = 0}, 1).error().message ==
        "found only 6 distinct openings of 1 random plies within this lead; expected 7; use more plies "
        "or allow a larger lead");
}

TEST_CASE("openings: the search sees what each side can capture") {
  const auto rules = tests::rules_for("abapa");
  const auto lead_from = [&](const std::string& position, int plies) {
    return lead(*rules->from_position(position).value(), plies);
  };
  // F captures a and b, which then hold two seeds each. After any other move north saves them.
  const std::string capture = "1-0-0-0-0-2-1-1-4-0-0-0-19-20-S";
  CHECK(lead_from(capture, 0) == -1);
  CHECK(lead_from(capture, 1) == 3);
  // the same position with sides exchanged
  CHECK(lead_from("1-1-4-0-0-0-1-0-0-0-0-2-20-19-N", 1) == -3);
}

TEST_CASE("opening book: openings are returned unchanged") {
  const std::vector<Opening> openings{{.name = "start", .base = {}, .moves = {}},
                                      {.name = "1", .base = {}, .moves = {"F", "f", "E"}},
                                      {.name = "2", .base = "4-4-0", .moves = {}},
                                      {.name = "3", .base = "4-4-0", .moves = {"a1*", "b7"}}};
  OpeningBook book;
  CHECK(book.empty());
  for (const Opening& opening : openings) book.add(opening);
  REQUIRE(book.size() == openings.size());
  CHECK(listed(book) == openings);
  book.keep_first(2);
  CHECK(book.size() == 2);
  CHECK(book[1] == openings[1]);
}

TEST_CASE("opening book: each of many openings is found, also after keep_first") {
  const auto opening = [](int number) {
    return Opening{.name = number % 7 == 0 ? "seventh" : std::to_string(number),
                   .base = {},
                   .moves = std::vector<std::string>(static_cast<std::size_t>(number % 5), "F")};
  };
  OpeningBook book;
  for (int number = 1; number <= 200; ++number) book.add(opening(number));
  for (const std::size_t count : {200U, 129U, 128U, 127U, 33U, 32U, 31U, 1U, 0U}) {
    book.keep_first(count);
    REQUIRE(book.size() == count);
    for (std::size_t i = 0; i < count; ++i) CHECK(book[i] == opening(static_cast<int>(i) + 1));
  }
  CHECK(book == OpeningBook{});
  book.add(opening(1));
  CHECK(book[0] == opening(1));
}

TEST_CASE("opening book: it can have copies of one opening") {
  const OpeningBook book{1000, {.name = "start", .base = {}, .moves = {}}};
  CHECK(book.size() == 1000);
  CHECK(book[0] == book[999]);
  CHECK(book[999].name == "start");
  OpeningBook fewer = book;
  fewer.keep_first(10);
  CHECK(fewer.size() == 10);
  CHECK(fewer[9] == book[0]);
  CHECK(OpeningBook{0, {.name = "start", .base = {}, .moves = {}}}.empty());
}
