#include "referee/match/game_list.hpp"

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>

#include "referee/support/failure.hpp"
#include "tests/config/temporary_folder.hpp"
#include "tests/support/full_disk.hpp"

using namespace ebiri;
using match::GameList;
using match::GameSummary;

namespace {

GameSummary summary(int number) {
  return {.game = number,
          .pair = (number + 1) / 2,
          .plies = number % 90,
          .south = number % 2 == 0 ? "a" : "b",
          .north = "c",
          .opening = 7,
          .sequence = 31U * static_cast<std::uint64_t>(number)};
}

GameList games(int first, int last) {
  GameList list;
  for (int number = first; number <= last; ++number) list.push_back(summary(number));
  return list;
}

// Every way of looking at it shows the games 1 to `last`.
void check_all(const GameList& list, int last) {
  REQUIRE(list.size() == static_cast<std::size_t>(last));
  CHECK(list.back() == summary(last));
  int next = 1, wrong = 0;
  for (const GameSummary& game : list) wrong += game == summary(next++) ? 0 : 1;
  CHECK(next == last + 1);
  next = 1;
  list.each_part([&](std::span<const GameSummary> some) {
    for (const GameSummary& game : some) wrong += game == summary(next++) ? 0 : 1;
  });
  CHECK(next == last + 1);
  GameList::Reader at{list};
  for (std::size_t step = 0; step < list.size(); step += 97) {
    const std::size_t other = list.size() - 1 - step;
    for (const std::size_t index : {step, other}) {
      const int number = static_cast<int>(index) + 1;
      wrong += at[index] == summary(number) && list[index] == summary(number) ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("game list: is the same in memory and in a file, of which nothing is left") {
  const config::TemporaryFolder folder;
  const auto run = folder.folder("run");
  CHECK(GameList{}.empty());
  CHECK(GameList{}.begin() == GameList{}.end());
  for (const int last : {1, 1023, 1024, 1025, 5000}) {
    CAPTURE(last);
    GameList kept;
    kept.keep_in(run);
    for (int number = 1; number <= last; ++number) kept.push_back(summary(number));
    check_all(games(1, last), last);
    check_all(kept, last);
    CHECK(kept.in_memory() <= 1024);
    CHECK(std::filesystem::is_empty(run));
  }
}

TEST_CASE("game list: what was there before goes to the file too, and copies go their own ways") {
  const config::TemporaryFolder folder;
  const auto run = folder.folder("run");
  GameList list = games(1, 3000);
  list.keep_in(run);
  CHECK(list.in_memory() <= 1024);
  GameList copy = list;
  for (int number = 3001; number <= 6000; ++number) list.push_back(summary(number));
  for (int number = 3001; number <= 7000; ++number) copy.push_back(summary(number));
  check_all(list, 6000);
  check_all(copy, 7000);
  copy.back().plies = 1000;
  CHECK(copy[6999].plies == 1000);
}

TEST_CASE("game list: what no file takes stays in memory") {
  const config::TemporaryFolder folder;
  const auto run = folder.folder("run");
  GameList nowhere = games(1, 3000);
  nowhere.keep_in(run / "absent");
  for (int number = 3001; number <= 5000; ++number) nowhere.push_back(summary(number));
  check_all(nowhere, 5000);
  CHECK(nowhere.in_memory() >= 5000);

  const tests::FullDisk full{100'000};  // room for one thousand and a half
  GameList list;
  list.keep_in(run);
  for (int number = 1; number <= 5000; ++number) list.push_back(summary(number));
  check_all(list, 5000);
  CHECK(list.in_memory() >= 5000 - 1024);
  CHECK(list.in_memory() <= 4 * 1024);
}

TEST_CASE("game list: a file that was cut off is no list with holes") {
  const config::TemporaryFolder folder;
  const auto run = folder.folder("run");
  GameList list;
  list.keep_in(run);
  for (int number = 1; number <= 3000; ++number) list.push_back(summary(number));
  int cut = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code closed;
    const auto target = std::filesystem::read_symlink(entry, closed).string();
    if (closed || !target.starts_with(run.string() + "/")) continue;
    cut += ::truncate(entry.path().c_str(), 1024 * sizeof(GameSummary)) == 0 ? 1 : 0;
  }
  REQUIRE(cut == 1);
  CHECK(list[1023] == summary(1024));
  CHECK_THROWS_AS(list[1024], MachineFailure);
}

TEST_CASE("game list: their order is that of numbers and attempts") {
  CHECK(match::in_order({}).empty());
  GameList first_attempts;
  for (const int number : {2, 1, 4, 3}) first_attempts.push_back(summary(number));
  CHECK(match::in_order(first_attempts) == std::vector<std::uint32_t>{1, 0, 3, 2});
  GameList others;
  for (const int number : {7, 3, 7}) others.push_back(summary(number));
  GameSummary again = summary(3);
  again.attempt = 2;
  others.push_back(again);
  CHECK(match::in_order(others) == std::vector<std::uint32_t>{1, 3, 0, 2});
}

TEST_CASE("game list: different openings are counted, however many there are") {
  CHECK(match::count_openings({}) == 0);
  CHECK(match::count_openings(games(1, 50)) == 1);
  const config::TemporaryFolder folder;
  GameList list;
  list.keep_in(folder.folder("run"));
  for (int number = 1; number <= 150'000; ++number) {
    GameSummary game = summary(number);
    game.opening = 0x9e37'79b9'7f4a'7c15U * static_cast<std::uint64_t>(number % 100'003);
    list.push_back(game);
  }
  CHECK(match::count_openings(list) == 100'003);
}
