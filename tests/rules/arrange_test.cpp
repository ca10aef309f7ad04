#include "referee/rules/arrange.hpp"

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <numeric>

using namespace ebiri;
using namespace ebiri::rules;

TEST_CASE("arrangements: the text is the sign and the numbers") {
  CHECK(arrangement_text(std::vector<int>{2, 0, 13}) == "=2,0,13");
  CHECK(arrangement_text(std::vector<int>{0}) == "=0");
}

TEST_CASE("arrangements: random ones have the right number of pits and seeds") {
  Random random(1);
  for (const Arrangement due :
       {Arrangement{16, 32}, Arrangement{1, 5}, Arrangement{4, 0}, Arrangement{8, 3}}) {
    for (int i = 0; i < 200; ++i) {
      const auto pits = random_arrangement(due, random);
      REQUIRE(pits.size() == static_cast<std::size_t>(due.pits));
      REQUIRE(std::accumulate(pits.begin(), pits.end(), 0) == due.seeds);
      for (const int seeds : pits) REQUIRE(seeds >= 0);
    }
  }
}

TEST_CASE("arrangements: all are equally likely") {
  Random random(2);
  std::map<std::string, int> counts;
  for (int i = 0; i < 15000; ++i) ++counts[arrangement_text(random_arrangement({3, 4}, random))];
  REQUIRE(counts.size() == 15);  // 6 choose 2
  for (const auto& [text, count] : counts) {
    INFO(text);
    CHECK((count > 850 && count < 1150));
  }
}
