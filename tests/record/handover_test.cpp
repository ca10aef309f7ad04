#include "referee/record/handover.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/record/follow.hpp"
#include "referee/support/random.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;

namespace {

// A journal of which some games are handed over, with a mark.
struct WrittenHere {
  Folder folder;
  std::filesystem::path file = folder.path / "games.jsonl";
  Journal journal = Journal::open(file, std::nullopt).value().journal;
  std::shared_ptr<Handover> handover = std::make_shared<Handover>();
  match::GameRecord game = played();

  static constexpr std::chrono::milliseconds mark{77};

  WrittenHere() { REQUIRE(journal.append(run)); }

  void write(int number, bool hand_over) {
    game.game = number;
    const auto begin = journal.size();
    REQUIRE(journal.append(game));
    if (!hand_over) return;
    match::GameRecord given = game;
    given.duration = mark;
    handover->give({std::make_shared<const match::GameRecord>(std::move(given)), begin, journal.size()});
  }
};

}  // namespace

TEST_CASE("handover: who follows is told what was read and what was handed over, each once, in order") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    WrittenHere here;
    JournalFollower follower{here.file, here.handover}, reader{here.file};
    Random random{seed};
    int written = 0;
    std::vector<bool> handed_over;
    std::vector<FollowedGame> told;
    while (told.size() < 40) {
      for (auto count = random.below(5); count > 0 && written < 40; --count) {
        handed_over.push_back(random.below(3) > 0);
        here.write(++written, handed_over.back());
      }
      if (random.below(4) == 0) REQUIRE(here.journal.append(plan));
      auto news = follower.poll(1 + random.below(8)).value();
      CHECK(news.rejected.empty());
      for (FollowedGame& game : news.games) told.push_back(std::move(game));
      if (written == 40 && !news.more) break;
    }
    const auto read = reader.poll().value();
    std::vector<FollowedGame> all = read.games;
    for (auto news = read; news.more;) {
      news = reader.poll().value();
      for (FollowedGame& game : news.games) all.push_back(std::move(game));
    }
    REQUIRE(told.size() == 40);
    REQUIRE(all.size() == 40);
    for (std::size_t k = 0; k < 40; ++k) {
      CHECK(told[k].offset == all[k].offset);
      match::GameRecord game = *told[k].record;
      CHECK((game.duration == WrittenHere::mark) == handed_over[k]);
      game.duration = all[k].record->duration;
      CHECK(game == *all[k].record);
    }
  }
}

TEST_CASE("handover: who is far behind reads what is not kept") {
  WrittenHere here;
  for (int game = 1; game <= 2002; ++game) here.write(game, true);
  const auto news = JournalFollower{here.file, here.handover}.poll().value();
  REQUIRE(news.games.size() == 2002);
  CHECK(news.games[1].record->duration != WrittenHere::mark);
  for (std::size_t k = 2; k < 2002; ++k) CHECK(news.games[k].record->duration == WrittenHere::mark);
}

TEST_CASE("handover: a game that was read before it was handed over is told once") {
  WrittenHere here;
  JournalFollower follower{here.file, here.handover};
  here.write(1, false);
  const auto begin = follower.poll().value().games.at(0).offset;
  here.handover->give({std::make_shared<const match::GameRecord>(here.game), begin, here.journal.size()});
  here.write(2, true);
  const auto news = follower.poll().value();
  REQUIRE(news.games.size() == 1);
  CHECK(news.games[0].record->game == 2);
  CHECK(news.rejected.empty());
}
