#include "referee/support/name.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <thread>
#include <vector>

using ebiri::Name;

TEST_CASE("name: it is its text") {
  const Name greedy = "greedy";
  CHECK(greedy == Name{std::string{"greedy"}});
  CHECK(greedy == std::string{"greedy"});
  CHECK(greedy != "random");
  CHECK(greedy.text() == "greedy");
  CHECK(fmt::format("{:>8}", greedy) == "  greedy");
  CHECK(Name{}.empty());
  CHECK(Name{} == Name{""});
  CHECK_FALSE(greedy.empty());
  CHECK(sizeof greedy == 4);
}

TEST_CASE("name: sorted by the text, whichever was first") {
  std::vector<Name> names{"zebra", "ant", "bee"};
  std::ranges::sort(names);
  CHECK(names == std::vector<Name>{"ant", "bee", "zebra"});
}

TEST_CASE("name: threads that say the same name mean the same", "[threads]") {
  std::vector<std::vector<Name>> made(4);
  {
    std::vector<std::jthread> threads;
    for (auto& names : made)
      threads.emplace_back([&names] {
        for (int i = 0; i < 1000; ++i) names.emplace_back("engine " + std::to_string(i));
      });
  }
  for (const auto& names : made) CHECK(names == made.front());
}
