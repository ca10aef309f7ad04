#include "referee/support/interned_string.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <thread>
#include <vector>

using ebiri::InternedString;

TEST_CASE("interned string: compares, prints and converts like its text") {
  const InternedString greedy = "greedy";
  CHECK(greedy == InternedString{std::string{"greedy"}});
  CHECK(greedy == std::string{"greedy"});
  CHECK(greedy != "random");
  CHECK(greedy.text() == "greedy");
  CHECK(fmt::format("{:>8}", greedy) == "  greedy");
  CHECK(InternedString{}.empty());
  CHECK(InternedString{} == InternedString{""});
  CHECK_FALSE(greedy.empty());
}

TEST_CASE("interned string: sorts by text, not by order of creation") {
  std::vector<InternedString> names{"zebra", "ant", "bee"};
  std::ranges::sort(names);
  CHECK(names == std::vector<InternedString>{"ant", "bee", "zebra"});
}

TEST_CASE("interned string: equal texts are equal in all threads", "[threads]") {
  std::vector<std::vector<InternedString>> made(4);
  {
    std::vector<std::jthread> threads;
    for (auto& names : made)
      threads.emplace_back([&names] {
        for (int i = 0; i < 1000; ++i) names.emplace_back("engine " + std::to_string(i));
      });
  }
  for (const auto& names : made) CHECK(names == made.front());
}
