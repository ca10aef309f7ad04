#include "referee/rating/fit.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

using namespace ebiri;
using namespace ebiri::rating;
using match::GameSummary;

namespace {

// Ann begins every odd game, and wins four of five.
std::vector<GameSummary> games(int count) {
  std::vector<GameSummary> list;
  for (int k = 1; k <= count; ++k) {
    GameSummary record;
    record.game = k;
    record.pair = (k + 1) / 2;
    record.south = k % 2 == 1 ? "ann" : "bob";
    record.north = k % 2 == 1 ? "bob" : "ann";
    const bool ann_wins = k % 5 != 0;
    record.result = ann_wins == (record.south == "ann") ? match::Verdict::Result::south_wins
                                                        : match::Verdict::Result::north_wins;
    record.sequence = static_cast<std::uint64_t>(k);
    list.push_back(record);
  }
  return list;
}

}  // namespace

TEST_CASE("history: it has ratings at regular numbers of games, and at the end") {
  std::vector<GameSummary> records = games(25);
  records[3].result = match::Verdict::Result::void_game;
  Tally added;
  const auto moments = history(records, 10, {}, added);
  REQUIRE(moments.size() == 3);
  CHECK(moments[0].games == 10);
  CHECK(moments[1].games == 20);
  CHECK(moments[2].games == 24);
  Tally all;
  for (const GameSummary& record : records) all.add(record);
  CHECK(added == all);
  CHECK(moments[2].fit == fit(problem_of(all)));
  CHECK(moments[0].fit.error(0) > moments[2].fit.error(0));
}

TEST_CASE("history: games have the order of their numbers, not of their ends") {
  std::vector<GameSummary> records = games(20);
  const auto moments_of = [](const std::vector<GameSummary>& list, std::int64_t every) {
    Tally tally;
    return history(list, every, {}, tally);
  };
  const auto sorted = moments_of(records, 6);
  std::reverse(records.begin(), records.end());
  const auto reversed = moments_of(records, 6);
  REQUIRE(sorted.size() == reversed.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) CHECK(sorted[k].fit == reversed[k].fit);
  CHECK(moments_of(records, 5).size() == 4);
  CHECK(moments_of({}, 5).empty());
}
