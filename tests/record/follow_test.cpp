#include "referee/record/follow.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <catch2/catch_test_macros.hpp>

#include "referee/record/game_json.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
namespace fs = std::filesystem;

namespace {

using Numbers = std::vector<int>;

Numbers numbers(const JournalNews& news) {
  Numbers list;
  for (const FollowedGame& game : news.games) list.push_back(game.record->game);
  return list;
}

// Appends these games to a journal.
void play(Journal& journal, int first, int last) {
  for (int game = first; game <= last; ++game) REQUIRE(journal.append(played(game)));
}

Journal begun(const fs::path& file) {
  auto journal = Journal::open(file, std::nullopt).value().journal;
  REQUIRE(journal.append(run));
  REQUIRE(journal.append(plan));
  return journal;
}

// Writes a journal of that number of games.
void write_games(const fs::path& file, int games) {
  auto journal = begun(file);
  play(journal, 1, games);
}

void append_text(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary | std::ios::app) << text;
}

}  // namespace

TEST_CASE_METHOD(Files, "follow: each appended line of a journal is reported once") {
  JournalFollower follower{file};
  CHECK(follower.poll().value().empty());

  auto journal = begun(file);
  play(journal, 1, 2);
  const auto first = follower.poll().value();
  CHECK(first.run == run);
  CHECK(first.plans == std::vector{plan});
  CHECK(numbers(first) == Numbers{1, 2});
  CHECK(*first.games[1].record == played(2));
  CHECK_FALSE(first.begins_again);
  CHECK_FALSE(first.more);

  CHECK(follower.poll().value().empty());
  play(journal, 3, 3);
  const auto second = follower.poll().value();
  CHECK_FALSE(second.run);
  CHECK(second.plans.empty());
  CHECK(numbers(second) == Numbers{3});
}

TEST_CASE_METHOD(Files, "follow: a later plan is reported between the games before and after it") {
  auto journal = begun(file);
  PlanInfo longer = plan;
  longer.pairs = 2;
  play(journal, 1, 2);
  REQUIRE(journal.append(longer));
  play(journal, 3, 4);
  JournalFollower follower{file};
  const auto before = follower.poll().value();
  CHECK(before.plans == std::vector{plan});
  CHECK(numbers(before) == Numbers{1, 2});
  CHECK(before.more);
  const auto after = follower.poll().value();
  CHECK(after.plans == std::vector{longer});
  CHECK(numbers(after) == Numbers{3, 4});
  CHECK_FALSE(after.more);
}

TEST_CASE_METHOD(Files, "follow: a poll returns at most the requested number of games") {
  auto journal = begun(file);
  play(journal, 1, 5);
  JournalFollower follower{file};
  Numbers told;
  for (const bool more : {true, true, false}) {
    const auto news = follower.poll(2).value();
    CHECK(news.more == more);
    for (const int number : numbers(news)) told.push_back(number);
  }
  CHECK(told == Numbers{1, 2, 3, 4, 5});
}

TEST_CASE_METHOD(Files, "follow: a line is reported only when it has its newline, wherever it was cut") {
  write_games(file, 1);
  const std::string whole = text_of(file);
  for (std::size_t size = 0; size < whole.size(); size += 37) {
    write(file, whole.substr(0, size));
    JournalFollower follower{file};
    const auto before = follower.poll().value();
    CHECK(before.games.empty());
    CHECK(before.rejected.empty());
    append_text(file, whole.substr(size, whole.size() - 1 - size));
    const auto meanwhile = follower.poll().value();
    CHECK(meanwhile.games.empty());
    append_text(file, "\n");
    const auto after = follower.poll().value();
    CHECK(numbers(after) == Numbers{1});
    CHECK(after.games[0].offset == whole.find(R"({"type":"game",)"));
    CHECK((before.run.has_value() != meanwhile.run.has_value()));
  }
}

TEST_CASE_METHOD(
    Files,
    "follow: a torn line that its writer removes is never reported, but the line that replaces it is") {
  write_games(file, 1);
  append_text(file, R"({"type":"game","game":2,"pair":1,"atte)");
  JournalFollower follower{file};
  CHECK(numbers(follower.poll().value()) == Numbers{1});
  auto journal = Journal::open(file, std::nullopt).value().journal;
  REQUIRE(journal.repair());
  CHECK(follower.poll().value().empty());
  play(journal, 2, 2);
  const auto news = follower.poll().value();
  CHECK_FALSE(news.begins_again);
  CHECK(numbers(news) == Numbers{2});
  CHECK(news.rejected.empty());
}

TEST_CASE_METHOD(Files, "follow: a journal is reported again after a repair has replaced it") {
  write_games(file, 1);
  append_text(file, "rust\n");
  JournalFollower follower{file};
  const auto before = follower.poll().value();
  CHECK(numbers(before) == Numbers{1});
  REQUIRE(before.rejected.size() == 1);
  CHECK(before.rejected[0].line == 4);
  auto journal = Journal::open(file, std::nullopt).value().journal;
  REQUIRE(journal.repair());  // removes the line by replacing the file
  play(journal, 2, 2);
  const auto after = follower.poll().value();
  CHECK(after.begins_again);
  CHECK(after.run == run);
  CHECK(numbers(after) == Numbers{1, 2});
  CHECK(after.rejected.empty());
  CHECK(follower.poll().value().empty());
}

TEST_CASE_METHOD(
    Files,
    "follow: if a journal is renamed, its news is void, and a new journal is reported from its beginning") {
  write_games(file, 3);
  JournalFollower follower{file};
  REQUIRE(numbers(follower.poll().value()).size() == 3);
  fs::rename(file, folder.path / "old.jsonl");
  const auto gone = follower.poll().value();
  CHECK(gone.begins_again);
  CHECK_FALSE(gone.run);
  CHECK(follower.poll().value().empty());
  auto journal = begun(file);
  play(journal, 1, 1);
  const auto news = follower.poll().value();
  CHECK_FALSE(news.begins_again);  // already reported
  CHECK(numbers(news) == Numbers{1});
}

TEST_CASE_METHOD(Files, "follow: a file that became shorter is reported again") {
  write_games(file, 3);
  const std::string whole = text_of(file);
  JournalFollower follower{file};
  REQUIRE(follower.poll());
  write(file, whole.substr(0, whole.rfind(R"({"type":"game",)")));
  const auto news = follower.poll().value();
  CHECK(news.begins_again);
  CHECK(numbers(news) == Numbers{1, 2});
}

TEST_CASE_METHOD(Files, "follow: a file that is not a journal is an error until it becomes one") {
  write(file, "hello\n");
  JournalFollower follower{file};
  const std::string message = file.string() + ":1: error: invalid JSON at byte 1";
  CHECK(follower.poll().error().message == message);
  CHECK(follower.poll().error().message == message);
  fs::remove(file);
  auto journal = begun(file);
  CHECK(follower.poll().value().run == run);
  fs::remove(file);
  fs::create_directory(file);
  CHECK(follower.poll().error().message == "`" + file.string() + "` is not a regular file");
  fs::remove(file);
  CHECK(follower.poll().value().begins_again);  // news from before the error is void
}

TEST_CASE_METHOD(Files, "follow: repeated and damaged games are rejected lines") {
  {
    auto journal = begun(file);
    play(journal, 1, 1);
    play(journal, 1, 1);
    play(journal, 2, 2);
  }
  std::string text = text_of(file);
  text.replace(text.rfind("\"game\":2"), 8, "\"game\":3");
  write(file, text);
  const auto news = JournalFollower{file}.poll().value();
  CHECK(numbers(news) == Numbers{1});
  REQUIRE(news.rejected.size() == 2);
  CHECK(news.rejected[0].why == "game 1, attempt 1 is recorded twice, first in line 3");
  CHECK(news.rejected[1].why == "wrong checksum `sum`: the line was changed after it was written");
}

TEST_CASE_METHOD(Files, "follow: a game can be read again by its offset") {
  auto journal = begun(file);
  play(journal, 1, 300);  // more than one block of the file
  REQUIRE(journal.append(with_everything()));
  JournalFollower follower{file};
  auto news = follower.poll().value();
  REQUIRE(news.games.size() == 300);  // the last line repeated game 1
  for (const FollowedGame& game : news.games) CHECK(read_game_at(file, game.offset).value() == *game.record);
  const std::string where = std::to_string(news.games[7].offset + 1);
  CHECK(read_game_at(file, news.games[7].offset + 1).error().message ==
        "byte " + where + " of `" + file.string() + "` is not the start of a valid game");
  CHECK_FALSE(read_game_at(file, 0));
  CHECK_FALSE(read_game_at(file, fs::file_size(file)));
  CHECK_FALSE(read_game_at(folder.path / "none.jsonl", 0));
}

TEST_CASE_METHOD(Files, "follow: is_locked finds the referee of a run without disturbing it") {
  CHECK_FALSE(is_locked(file).value());
  CHECK_FALSE(fs::exists(file.string() + ".lock"));
  {
    auto journal = begun(file);
    CHECK(is_locked(file).value());
    CHECK(is_locked(file).value());
    play(journal, 1, 1);
  }
  CHECK_FALSE(is_locked(file).value());
  write(file.string() + ".lock", "left by a referee that was killed\n");
  CHECK_FALSE(is_locked(file).value());
  CHECK(text_of(file.string() + ".lock") == "left by a referee that was killed\n");

  // Another process that checks the lock is not taken for a referee.
  const int asking = ::open((file.string() + ".lock").c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(::flock(asking, LOCK_SH | LOCK_NB) == 0);
  CHECK_FALSE(is_locked(file).value());
  ::close(asking);
}
