#include "referee/record/digest.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "referee/record/journal.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
namespace fs = std::filesystem;

namespace {

void append(const fs::path& file, int first, int last) {
  auto journal = Journal::open(file, std::nullopt).value().journal;
  if (first == 1) {
    REQUIRE(journal.append(run));
    REQUIRE(journal.append(plan));
  }
  for (int game = first; game <= last; ++game) {
    match::GameRecord record = game % 5 == 0 ? with_everything() : played(game);
    record.game = game;
    REQUIRE(journal.append(record));
  }
}

// The digest of the journal, without the cached one.
Digest read_whole(const fs::path& file) {
  const Contents contents = read_journal(file).value();
  Digest digest;
  static_cast<JournalHead&>(digest) = contents;
  for (const match::GameRecord& game : contents.games) digest.add(game);
  return digest;
}

// The list with a different number of south's seeds in one game.
match::GameList with_seeds(const match::GameList& games, std::size_t index, int seeds) {
  std::vector<match::GameSummary> changed(games.begin(), games.end());
  changed[index].south_seeds = seeds;
  return changed;
}

void check_same(const Digest& one, const Digest& other) {
  CHECK(one.run == other.run);
  CHECK(one.plans == other.plans);
  CHECK(std::ranges::equal(one.games, other.games));
  CHECK(one.thinking == other.thinking);
  CHECK(one.rules == other.rules);
  CHECK(one.rejected == other.rejected);
}

}  // namespace

TEST_CASE_METHOD(Files, "digest: has the games without their moves, and the thinking times of the engines") {
  append(file, 1, 12);
  const auto digest = read_digest(file).value();
  check_same(digest, read_whole(file));
  REQUIRE(digest.games.size() == 12);
  CHECK(digest.games[0] == match::summary_of(played(1)));
  CHECK(digest.games[4].fault == player::Fault::Kind::crashed);
  CHECK(digest.thinking.of("alpha").moves.count() > 0);
  CHECK_FALSE(fs::exists(digest_file(file)));
}

TEST_CASE_METHOD(
    Files, "digest: a cached digest replaces the lines that it was made from, and later lines are read") {
  append(file, 1, 10);
  check_same(read_digest_or_empty(file, 1).value(), read_whole(file));
  REQUIRE(fs::exists(digest_file(file)));

  // A cached digest that differs from the journal shows that it is used.
  auto kept = load_digest(digest_file(file)).value();
  kept.digest.games = with_seeds(kept.digest.games, 3, 47);
  save_digest(digest_file(file), kept);
  CHECK(read_digest(file).value().games[3].south_seeds == 47);

  append(file, 11, 14);
  auto grown = read_digest(file).value();
  CHECK(grown.games[3].south_seeds == 47);
  grown.games = with_seeds(grown.games, 3, read_whole(file).games[3].south_seeds);
  check_same(grown, read_whole(file));
  CHECK(Journal::open(file).value().digest->games.size() == 14);
}

TEST_CASE_METHOD(Files, "digest: a repeated game is found also if its first line is in the cached digest") {
  append(file, 1, 6);
  REQUIRE(read_digest_or_empty(file, 1));
  append(file, 4, 4);
  const auto digest = read_digest(file).value();
  CHECK(digest.games.size() == 6);
  REQUIRE(digest.rejected.size() == 1);
  CHECK(digest.rejected[0].line == 9);
  CHECK(digest.rejected[0].why == "game 4, attempt 1 is recorded twice");
}

TEST_CASE_METHOD(Files, "digest: a cached digest is ignored if the journal has changed") {
  append(file, 1, 6);
  REQUIRE(read_digest_or_empty(file, 1));
  std::string text = text_of(file);
  const auto whole = text;
  for (const std::size_t at : {std::size_t{30}, text.size() / 2, text.size() - 20}) {
    text = whole;
    text[at] = text[at] == '1' ? '2' : '1';
    write(file, text);
    const auto read = read_digest(file);
    if (!read) continue;  // the first line was changed
    check_same(*read, read_whole(file));
    CHECK(read->rejected.size() == 1);
  }
  write(file, whole.substr(0, whole.size() / 2));
  check_same(read_digest(file).value(), read_whole(file));
}

TEST_CASE_METHOD(Files, "digest: a damaged cached digest is made again") {
  append(file, 1, 6);
  const auto right = read_digest_or_empty(file, 1).value();
  const std::string whole = text_of(digest_file(file));
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 97) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    write(digest_file(file), damaged);
    CHECK_FALSE(load_digest(digest_file(file)));
    write(digest_file(file), whole.substr(0, at));
    CHECK_FALSE(load_digest(digest_file(file)));
  }
  check_same(read_digest_or_empty(file, 1).value(), right);
  CHECK(load_digest(digest_file(file)));
}

TEST_CASE_METHOD(Files, "digest: the digest of an invalid journal is not cached") {
  append(file, 1, 3);
  const std::string whole = text_of(file);
  for (const std::string& text :
       {whole + "no json\n", whole + "{\"type\"", whole.substr(0, whole.size() - 1)}) {
    write(file, text);
    REQUIRE(read_digest_or_empty(file, 1));
    CHECK_FALSE(fs::exists(digest_file(file)));
  }
}

TEST_CASE("line file: lines of any length are read, from any line on") {
  const Folder folder;
  const auto file = folder.path / "lines";
  std::string text;
  std::vector<std::string> lines;
  for (const std::size_t size : {0UL, 1UL, 300'000UL, 0UL, 262'143UL, 262'144UL, 2'000'000UL, 5UL}) {
    lines.emplace_back(size, static_cast<char>('a' + lines.size()));
    text += lines.back() + "\n";
  }
  for (const bool ends : {true, false}) {
    if (!ends) text.pop_back();
    write(file, text);
    auto input = LineFile::open(file).value();
    std::vector<std::string> read;
    while (const auto line = input.next().value()) {
      read.emplace_back(line->text);
      CHECK(line->has_newline == (ends || read.size() < lines.size()));
    }
    CHECK(read == lines);
    CHECK(input.offset() == text.size());
    CHECK_FALSE(input.next().value());
    input.go_to(2);
    CHECK(input.next().value()->text.empty());
    CHECK(input.next().value()->text == lines[2]);
    input.go_to(text.size() + 1);
    CHECK_FALSE(input.next().value());
  }
  CHECK(LineFile::open(folder.path / "none").error().message.starts_with("cannot open `"));
}
