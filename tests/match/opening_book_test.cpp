#include "referee/match/opening_book.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

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

TEST_CASE("opening book: of many, each is found, and the first ones can be kept") {
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

TEST_CASE("opening book: many times the same one") {
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
