#include "referee/record/journal.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "referee/record/game_json.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
namespace fs = std::filesystem;

namespace {

// The text of a journal with that number of games.
std::string journal_text(const fs::path& file, int games) {
  fs::remove(file);
  {
    auto journal = Journal::open(file).value().journal;
    REQUIRE(journal.append(run));
    REQUIRE(journal.append(plan));
    for (int game = 1; game <= games; ++game) REQUIRE(journal.append(played(game)));
  }
  return text_of(file);
}

using Numbers = std::vector<int>;

Numbers numbers(const Contents& contents) {
  Numbers list;
  for (const auto& game : contents.games) list.push_back(game.game);
  return list;
}

}  // namespace

TEST_CASE_METHOD(Files, "journal: appended records are read back") {
  PlanInfo open_plan = plan;
  open_plan.open = true;
  {
    auto opened = Journal::open(file).value();
    CHECK_FALSE(opened.digest);
    REQUIRE(opened.journal.append(run));
    REQUIRE(opened.journal.append(plan));
    REQUIRE(opened.journal.append(open_plan));
    REQUIRE(opened.journal.append(played(2)));
    REQUIRE(opened.journal.append(with_everything()));
  }
  const auto contents = read_journal(file).value();
  CHECK(contents.run == run);
  CHECK(contents.plans == std::vector{plan, open_plan});
  CHECK(contents.games == std::vector{played(2), with_everything()});
  CHECK(contents.rejected.empty());
}

TEST_CASE("journal: only the journal is left after its writer is destroyed") {
  const Folder folder;
  journal_text(folder.path / "games.jsonl", 2);
  for (const auto& entry : fs::directory_iterator(folder.path))
    CHECK(entry.path().filename() == "games.jsonl");
}

TEST_CASE_METHOD(
    Files, "journal: a cut at any byte loses at most one line, whose bytes are moved to the rejected file") {
  const std::string whole = journal_text(file, 3);
  std::set<std::size_t> sizes{0, 1, whole.size()};
  for (std::size_t size = 0; size < whole.size(); size += 61) sizes.insert(size);
  for (std::size_t end = whole.find('\n'); end != std::string::npos; end = whole.find('\n', end + 1))
    sizes.insert({end - 1, end, end + 1, end + 2});
  sizes.erase(whole.size() + 1);
  for (const std::size_t size : sizes) {
    const std::string cut = whole.substr(0, size);
    const std::size_t lines = size == 0 ? 0 : cut.rfind('\n') + 1;
    const bool only_newline = size < whole.size() && whole[size] == '\n';
    const std::string kept = only_newline ? cut + "\n" : cut.substr(0, lines);
    const std::string torn = only_newline ? "" : cut.substr(lines);
    write(file, cut);
    fs::remove(rejected_file(file));
    auto opened = Journal::open(file, std::nullopt);
    REQUIRE(opened);
    CHECK(text_of(file) == cut);
    REQUIRE(opened->journal.repair());
    CHECK(opened->digest.has_value() == !kept.empty());
    CHECK(text_of(file) == kept);
    CHECK(text_of(rejected_file(file)).ends_with(torn + (torn.empty() ? "" : "\n")));
    CHECK(fs::exists(rejected_file(file)) == !torn.empty());
    if (kept.empty()) continue;
    CHECK(opened->digest->rejected.size() == (torn.empty() ? 0U : 1U));
    REQUIRE(opened->journal.append(played(9)));
    CHECK(read_journal(file).value().games.back() == played(9));
  }
}

TEST_CASE_METHOD(Files, "journal: an invalid first line is an error, and nothing is changed") {
  const std::string good = journal_text(file, 1);
  const std::string rest = good.substr(good.find('\n'));
  std::string other_seed = good, other_version = good;
  other_seed.replace(good.find("\"seed\":1"), 8, "\"seed\":2");
  other_version.replace(good.find("\"journal\":3"), 11, "\"journal\":4");
  const std::pair<std::string, std::string> rows[] = {
      {game_text(played()) + rest, "the first line must be of type `run`"},
      {other_seed, "wrong checksum `sum`: the line was changed after it was written"},
      {other_version,
       "journal version 4 is not supported, expected 1 to 3; use the version of ebiri that wrote it"},
      {sealed("{\"type\":\"run\",\"journal\":3}") + rest, "the field `name` is missing"},
      {"{\"type\":\"run\",\"journal\":3}" + rest, "the field `sum` is missing"},
      {std::string(200, '\0') + rest, "invalid JSON at byte 1"},
      {"no newline at all", "invalid JSON at byte 2"},
  };
  for (const auto& [text, why] : rows) {
    write(file, text);
    const std::string message = file.string() + ":1: error: " + why;
    CHECK(Journal::open(file).error().message == message);
    CHECK(read_journal(file).error().message == message);
    CHECK(text_of(file) == text);
    CHECK_FALSE(fs::exists(rejected_file(file)));
  }
}

TEST_CASE_METHOD(
    Files, "journal: invalid lines in the middle are named and moved unchanged, and the journal continues") {
  const std::string good = journal_text(file, 2);
  const std::size_t first = good.find("{\"type\":\"game\""),
                    second = good.find("{\"type\":\"game\"", first + 1);
  const std::string head = good.substr(0, first), one = good.substr(first, second - first),
                    two = good.substr(second);
  std::string rotten = one;
  rotten[rotten.find("\"pair\":1") + 7] = '2';
  const std::pair<std::string, std::string> rows[] = {
      {"{\"type\":\"game\"}", "the field `sum` is missing"},
      {sealed("{\"type\":\"game\",\"south\":\"a\"}"), "the field `game` is missing"},
      {"no json", "invalid JSON at byte 2"},
      {sealed("{\"type\":\"gmae\"}"), "unknown type `gmae`"},
      {"", "invalid JSON at byte 1"},
      {"[]", "expected a JSON object"},
      {one.substr(0, one.size() / 2), "invalid JSON at byte " + std::to_string(one.size() / 2 + 1)},
      {std::string(300, '\0'), "invalid JSON at byte 1"},
      {rotten.substr(0, rotten.size() - 1),
       "wrong checksum `sum`: the line was changed after it was written"},
      {one.substr(0, one.size() - 1), "game 1, attempt 1 is recorded twice, first in line 3"},
      {sealed(R"({"type":"plan","config":"","config_hash":"","engines":["a","b"],"pairs":0})"),
       "`pairs` is out of range"},
  };
  for (const auto& [bad, why] : rows) {
    INFO(why);
    write(file, head + one + bad + "\n" + two);
    fs::remove(rejected_file(file));
    const auto seen = read_journal(file).value();
    CHECK(seen.rejected == std::vector{Rejected{.line = 4, .why = why, .text = bad}});
    CHECK(numbers(seen) == Numbers{1, 2});
    CHECK(text_of(file) == head + one + bad + "\n" + two);

    auto opened = Journal::open(file).value();
    CHECK(opened.digest->rejected == seen.rejected);
    REQUIRE(opened.journal.repair());
    CHECK(text_of(file) == good);
    const std::string kept = text_of(rejected_file(file));
    const auto about = nlohmann::json::parse(kept.substr(0, kept.find('\n')));
    CHECK(about["line"] == 4);
    CHECK(about["why"] == why);
    CHECK(about["bytes"] == bad.size());
    CHECK(kept.substr(kept.find('\n') + 1) == bad + "\n");
    REQUIRE(opened.journal.append(played(3)));
    CHECK(numbers(read_journal(file).value()) == Numbers{1, 2, 3});
  }
}

TEST_CASE_METHOD(Files,
                 "journal: the reason why the last line is invalid is given even if it has no newline") {
  const std::string good = journal_text(file, 1);
  write(file, good + line_of(played(1)));
  CHECK(read_journal(file).value().rejected.at(0).why ==
        "game 1, attempt 1 is recorded twice, first in line 3; the line has no newline, so its writer was "
        "probably interrupted");
}

TEST_CASE_METHOD(Files, "journal: rejected lines are appended to their file") {
  const std::string good = journal_text(file, 1);
  for (const char* bad : {"one\n", "two\n", "three"}) {
    write(file, good + bad);
    REQUIRE(Journal::open(file).value().journal.repair());
    CHECK(text_of(file) == good);
  }
  const std::string kept = text_of(rejected_file(file));
  CHECK(kept.find("\none\n") < kept.find("\ntwo\n"));
  CHECK(kept.ends_with("\nthree\n"));
}

TEST_CASE_METHOD(Files, "journal: a repair keeps the access rights of the file") {
  const std::string good = journal_text(file, 1);
  const std::size_t second_line = good.find('\n') + 1;
  for (const auto mode : {fs::perms{0640}, fs::perms{0664}}) {
    write(file, good.substr(0, second_line) + "bad\n" + good.substr(second_line));
    fs::permissions(file, mode);
    REQUIRE(Journal::open(file).value().journal.repair());
    CHECK(text_of(file) == good);
    CHECK(fs::status(file).permissions() == mode);
  }
}

TEST_CASE_METHOD(Files, "journal: plan_lost() reports an invalid plan") {
  const std::string good = journal_text(file, 2);
  CHECK_FALSE(read_journal(file).value().plan_lost());
  std::string text = good;
  text[text.find("\"pairs\"") + 1] = 'q';
  write(file, text);
  CHECK(read_journal(file).value().plan_lost());
  CHECK(read_journal(file).value().plans.empty());
  CHECK(numbers(read_journal(file).value()) == Numbers{1, 2});
  write(file, good + "{\"type\":\"game\",\"ga\n");
  CHECK_FALSE(read_journal(file).value().plan_lost());
  write(file, good + "{\"type\":\"plan\",\"en");  // torn: no game follows it
  CHECK_FALSE(read_journal(file).value().plan_lost());
}

TEST_CASE_METHOD(Files, "journal: version 1, which had no sums, is read, and continues with sums") {
  std::string text = journal_text(file, 3);
  for (std::size_t at = text.find(",\"sum\":"); at != std::string::npos; at = text.find(",\"sum\":"))
    text.erase(at, 25);
  text.replace(text.find("\"journal\":3"), 11, "\"journal\":1");
  write(file, text);
  REQUIRE(Journal::open(file).value().journal.append(played(4)));
  const auto contents = read_journal(file).value();
  CHECK(contents.rejected.empty());
  CHECK(contents.games == std::vector{played(1), played(2), played(3), played(4)});
  CHECK(text_of(file).starts_with(text + "{"));
}

TEST_CASE_METHOD(Files, "journal: version 2, which had no time evidence, is read") {
  std::string text = journal_text(file, 3);
  const std::size_t end = text.find('\n');
  std::string head = text.substr(0, text.find(",\"sum\":"));
  head.replace(head.find("\"journal\":3"), 11, "\"journal\":2");
  write(file, sealed(head + "}") + text.substr(end));
  CHECK(read_journal(file).value().games == std::vector{played(1), played(2), played(3)});
}

TEST_CASE_METHOD(Files, "journal: records whose times go backwards are read unchanged") {
  std::vector<match::GameRecord> games{played(1), played(2), played(3)};
  games[1].started -= 24h * 365 * 30;
  games[2].started = {};
  games[2].duration = 0ms;
  {
    auto journal = Journal::open(file).value().journal;
    REQUIRE(journal.append(run));
    for (const auto& game : games) REQUIRE(journal.append(game));
  }
  CHECK(read_journal(file).value().games == games);
}

TEST_CASE_METHOD(Files, "journal: bytes that are not UTF-8 do not stop a record") {
  auto journal = Journal::open(file).value().journal;
  REQUIRE(journal.append(run));
  auto record = with_everything();
  record.verdict.fault->detail = "\xff\xfe";
  REQUIRE(journal.append(record));
  CHECK(read_journal(file).value().games.size() == 1);
}
