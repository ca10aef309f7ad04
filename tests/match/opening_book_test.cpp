#include "referee/match/opening_book.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri::match;

TEST_CASE("opening book: what goes in comes out") {
  const std::vector<Opening> openings{{.name = "start", .base = {}, .moves = {}},
                                      {.name = "1", .base = {}, .moves = {"F", "f", "E"}},
                                      {.name = "2", .base = "4-4-0", .moves = {}},
                                      {.name = "3", .base = "4-4-0", .moves = {"a1*", "b7"}}};
  OpeningBook book;
  CHECK(book.empty());
  for (const Opening& opening : openings) book.add(opening);
  REQUIRE(book.size() == openings.size());
  for (std::size_t i = 0; i < openings.size(); ++i) CHECK(book[i] == openings[i]);
  CHECK(std::vector<Opening>(book.begin(), book.end()) == openings);
  book.keep_first(2);
  CHECK(book.size() == 2);
  CHECK(book[1] == openings[1]);
}

TEST_CASE("opening book: many times the same one") {
  const OpeningBook book{1000, {.name = "start", .base = {}, .moves = {}}};
  CHECK(book.size() == 1000);
  CHECK(book[0] == book[999]);
  CHECK(book[999].name == "start");
  CHECK(OpeningBook{0, {.name = "start", .base = {}, .moves = {}}}.empty());
}
