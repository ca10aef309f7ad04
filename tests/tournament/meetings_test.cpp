#include "referee/tournament/meetings.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

using namespace ebiri::tournament;

namespace {

Engines engines(std::size_t count, std::size_t first = 0) {
  Engines result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}

}  // namespace

TEST_CASE("meetings: Berger tables of 2 to 16 players equal the recorded tables") {
  std::ifstream file(EBIRI_SOURCE_DIR "/tests/data/stats/contest.json");
  const auto tables = nlohmann::json::parse(file).at("berger");
  REQUIRE(tables.size() == 8);
  for (const auto& [players, rounds] : tables.items()) {
    INFO(players << " players");
    Meetings expected;
    for (const auto& round : rounds)
      for (const auto& meeting : round)
        expected.push_back({meeting[0].get<std::size_t>() - 1, meeting[1].get<std::size_t>() - 1});
    CHECK(berger(engines(std::stoul(players))) == expected);
  }
}

TEST_CASE("meetings: with an odd number of engines, the opponent of the missing one has a bye") {
  const auto even = berger(engines(8));
  Meetings without_last;
  for (const Meeting& meeting : even)
    if (meeting.first != 7 && meeting.second != 7) without_last.push_back(meeting);
  CHECK(berger(engines(7)) == without_last);
}

TEST_CASE("meetings: across() lets each engine meet the whole other side, once per round") {
  for (std::size_t few = 1; few <= 5; ++few) {
    for (std::size_t many = few; many <= 7; ++many) {
      for (const bool turned : {false, true}) {
        const auto home = engines(turned ? many : few), guests = engines(turned ? few : many, 100);
        const auto meetings = across(home, guests);
        CHECK(meetings.size() == few * many);
        std::set<std::pair<Engine, Engine>> seen;
        std::map<Engine, int> begun;
        for (std::size_t i = 0; i < meetings.size(); ++i) {
          const auto [low, high] = std::minmax(meetings[i].first, meetings[i].second);
          CHECK(low < 100);
          CHECK(high >= 100);
          CHECK(seen.emplace(low, high).second);
          ++begun[meetings[i].first];
          if (i % few == 0) continue;
          CHECK(meetings[i].first != meetings[i - 1].first);
          CHECK(meetings[i].second != meetings[i - 1].second);
        }
        for (const Engine engine : guests) {
          const int games = static_cast<int>(home.size());
          if (few == many) CHECK(std::abs(2 * begun[engine] - games) <= 1);
        }
      }
    }
  }
}
