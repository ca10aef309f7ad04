#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "referee/record/game_json.hpp"
#include "referee/record/journal.hpp"
#include "referee/record/ogn.hpp"
#include "referee/record/verify.hpp"
#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::record;
using match::GameRecord;
using match::Verdict;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

// A folder that goes with its owner.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("ebiri-record-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};

GameRecord played(int number = 1) {
  const auto rules = tests::rules_for("abapa");
  tests::ScriptedPlayer south{*rules}, north{*rules};
  auto record = *match::play_game({.game = number,
                                   .pair = (number + 1) / 2,
                                   .south = {"alpha"},
                                   .north = {"beta"},
                                   .opening = {.name = "1", .moves = {"C", "d"}},
                                   .seed = (1ULL << 53U) - 1},
                                  *rules, south, north);
  record.started = std::chrono::sys_days{std::chrono::year{2026} / 2 / 3} + 4h + 5min + 6s + 7ms;
  record.duration = 1234ms;
  return record;
}

GameRecord with_everything() {
  GameRecord record = played();
  record.opening.base = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
  record.plies[0].thought = {.wall = 1001us,
                             .cpu = 900us,
                             .wait = 50us,
                             .lag = 3us,
                             .depth = 7,
                             .nodes = 1ULL << 40U,
                             .score = -2.5};
  record.plies[1].thought = {.score = 120.0, .score_in_seeds = false};
  record.verdict = {.result = Verdict::Result::north_wins,
                    .cause = Verdict::Cause::fault,
                    .reason = "crashed",
                    .loser = rules::Side::south,
                    .fault = player::Fault{.kind = player::Fault::Kind::crashed,
                                           .detail = "ended with exit status 3 while it had to answer",
                                           .line = "bestm",
                                           .exit = "exit status 3",
                                           .errors = "Traceback\n  line 3\n"},
                    .south = 12,
                    .north = 9};
  return record;
}

const RunInfo run{.name = "test",
                  .version = "0",
                  .variant = "oware",
                  .ruleset = "abapa",
                  .seed = 1,
                  .limit = "none",
                  .openings = "start position"};
const PlanInfo plan{.config = "name: test\n", .config_hash = "0", .engines = {"alpha", "beta"}, .pairs = 1};

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("record: a game is the same after JSON and back") {
  for (const GameRecord& record : {played(), with_everything()})
    CHECK(game_from_json(to_json(record)).value() == record);
}

TEST_CASE("record: every missing or ill-typed field is named") {
  const auto good = to_json(with_everything());
  for (const auto& [key, value] : good.items()) {
    if (key == "type" || key == "loser" || key == "fault") continue;  // not needed for reading
    INFO(key);
    auto json = good;
    json.erase(key);
    CHECK(game_from_json(json).error().message == "the field `" + key + "` is missing");
    json = good;
    json[key] = true;
    CHECK_FALSE(game_from_json(json));
  }
  auto short_column = good;
  short_column["wall_us"].erase(0);
  CHECK(game_from_json(short_column).error().message.starts_with("`wall_us` has "));
}

TEST_CASE("record: times are written in UTC and read back") {
  const auto time = std::chrono::sys_days{std::chrono::year{2024} / 2 / 29} + 23h + 59min + 59s + 999ms;
  CHECK(format_time(time) == "2024-02-29T23:59:59.999Z");
  CHECK(parse_time("2024-02-29T23:59:59.999Z") == time);
  for (const char* bad :
       {"", "2024-02-30T00:00:00.000Z", "2024-02-29T23:59:59.999", "2024-02-29T23:59:59.999Zx"})
    CHECK_FALSE(parse_time(bad));
}

TEST_CASE("journal: what was appended is read back") {
  const Folder folder;
  const auto file = folder.path / "games.jsonl";
  {
    auto opened = Journal::open(file).value();
    CHECK_FALSE(opened.contents);
    REQUIRE(opened.journal.append(run));
    REQUIRE(opened.journal.append(plan));
    REQUIRE(opened.journal.append(played(2)));
    REQUIRE(opened.journal.append(with_everything()));
  }
  const auto contents = read_journal(file).value();
  CHECK(contents.run == run);
  CHECK(contents.plans == std::vector{plan});
  CHECK(contents.games == std::vector{played(2), with_everything()});
  CHECK_FALSE(contents.torn);
  CHECK(contents.whole_bytes == fs::file_size(file));
}

TEST_CASE("journal: cut at any byte, it loses at most the line that was cut") {
  const Folder folder;
  const auto file = folder.path / "games.jsonl";
  {
    auto journal = Journal::open(file).value().journal;
    REQUIRE(journal.append(run));
    REQUIRE(journal.append(plan));
    for (int game = 1; game <= 3; ++game) REQUIRE(journal.append(played(game)));
  }
  const std::string whole = text_of(file);
  for (std::size_t size = 0; size <= whole.size(); size += size < 700 ? 1 : 37) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, size);
    const std::size_t kept = size == 0 ? 0 : whole.substr(0, size).rfind('\n') + 1;
    auto opened = Journal::open(file);
    REQUIRE(opened);
    CHECK(opened->contents.has_value() == (kept > 0));
    CHECK(text_of(file) == whole.substr(0, kept));
    if (kept > 0) {
      CHECK(opened->contents->torn == (kept != size));
      REQUIRE(opened->journal.append(played(9)));
      CHECK(read_journal(file).value().games.back() == played(9));
    }
  }
}

TEST_CASE("journal: damage in the middle is an error with its line, and nothing is changed") {
  const Folder folder;
  const auto file = folder.path / "games.jsonl";
  std::ofstream(file) << to_json(played()).dump() << "\n";
  CHECK(Journal::open(file).error().message ==
        file.string() + ":1: error: the first line must be of type `run`");
  {
    fs::remove(file);
    auto journal = Journal::open(file).value().journal;
    REQUIRE(journal.append(run));
    REQUIRE(journal.append(plan));
  }
  const std::string head = text_of(file);
  for (const char* bad : {"{\"type\":\"game\"}\n", "no json\n", "{\"type\":\"gmae\"}\n", "\n", "[]\n"}) {
    INFO(bad);
    std::ofstream(file, std::ios::trunc) << head << bad << head;
    const std::string before = text_of(file);
    const auto opened = Journal::open(file);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().message.starts_with(file.string() + ":3: error: "));
    CHECK(text_of(file) == before);
  }
}

TEST_CASE("journal: a game that stands there twice is refused") {
  const Folder folder;
  const auto file = folder.path / "games.jsonl";
  auto journal = Journal::open(file).value().journal;
  REQUIRE(journal.append(run));
  REQUIRE(journal.append(played(4)));
  REQUIRE(journal.append(played(4)));
  CHECK(read_journal(file).error().message ==
        file.string() + ":3: error: game 4, attempt 1 is recorded twice");
}

TEST_CASE("journal: one writer at a time") {
  const Folder folder;
  const auto file = folder.path / "games.jsonl";
  const auto first = Journal::open(file);
  REQUIRE(first);
  CHECK(Journal::open(file).error().message ==
        "`" + file.string() + "` is being written by another ebiri; wait for it or stop it first");
}

TEST_CASE("journal: bytes that are not UTF-8 do not stop a record") {
  const Folder folder;
  const auto file = folder.path / "games.jsonl";
  auto journal = Journal::open(file).value().journal;
  REQUIRE(journal.append(run));
  auto record = with_everything();
  record.verdict.fault->detail = "\xff\xfe";
  REQUIRE(journal.append(record));
  CHECK(read_journal(file).value().games.size() == 1);
}

TEST_CASE("ogn: tags, moves with captures and comments, seeds as the result") {
  const auto rules = tests::rules_for("abapa");
  GameRecord record{.game = 5,
                    .pair = 3,
                    .south = "al\"pha",
                    .north = "beta",
                    .variant = "oware",
                    .ruleset = "abapa",
                    .south_limit = "nodes 10",
                    .north_limit = "nodes 20",
                    .opening = {.name = "4", .base = "0-0-0-0-0-2-1-1-0-0-0-1-20-23-S"},
                    .plies = {{rules::Side::south, "F", {.wall = 45ms, .depth = 3, .score = 4}}},
                    .final_position = "0-0-0-0-0-0-0-0-0-0-0-1-24-23-N"};
  record.verdict = {.result = Verdict::Result::south_wins,
                    .cause = Verdict::Cause::resigned,
                    .reason = "resigned",
                    .loser = rules::Side::north,
                    .south = 24,
                    .north = 23};
  CHECK(
      to_ogn(record, *rules, "cup").value() ==
      "[Event \"cup\"]\n[Site \"Ebiri\"]\n[Date \"1970.01.01\"]\n[Round \"3\"]\n[South \"al\\\"pha\"]\n"
      "[North \"beta\"]\n[Result \"24-23\"]\n[Variant \"Abapa\"]\n[FEN \"0-0-0-0-0-2-1-1-0-0-0-1-20-23-S\"]\n"
      "[Ruleset \"abapa\"]\n[GameId \"5.1\"]\n[Opening \"4\"]\n[TimeControl \"nodes 10 / nodes 20\"]\n"
      "[Points \"1-0\"]\n[Termination \"north resigned\"]\n\n"
      "1. F+4 {+4.00/3 0.045s} 24-23\n\n");
  record.plies.push_back({rules::Side::south, "F", {}});
  CHECK_FALSE(to_ogn(record, *rules, "cup"));
}

TEST_CASE("verify: a true record is confirmed, every lie is found") {
  const auto rules = tests::rules_for("abapa");
  const GameRecord good = played();
  CHECK(contradictions(good, *rules).empty());
  const auto lie = [&](auto&& change) {
    GameRecord record = good;
    change(record);
    return !contradictions(record, *rules).empty();
  };
  CHECK(lie([](GameRecord& record) { record.plies.pop_back(); }));
  CHECK(lie([](GameRecord& record) { record.plies.push_back(record.plies.back()); }));
  CHECK(lie([](GameRecord& record) { record.plies[3].move = "Z"; }));
  CHECK(lie([](GameRecord& record) { record.plies[2].side = rules::Side::north; }));
  CHECK(lie([](GameRecord& record) { ++record.verdict.south; }));
  CHECK(lie([](GameRecord& record) { record.verdict.reason = "repetition"; }));
  CHECK(lie([](GameRecord& record) { record.final_position[0] = '9'; }));
  CHECK(lie([](GameRecord& record) { record.opening.moves = {"a"}; }));
  CHECK(lie([](GameRecord& record) {
    record.verdict.result = record.verdict.result == Verdict::Result::south_wins
                                ? Verdict::Result::north_wins
                                : Verdict::Result::south_wins;
  }));
}

TEST_CASE("verify: a move that was called illegal must be illegal") {
  const auto rules = tests::rules_for("abapa");
  GameRecord record{.game = 1, .pair = 1, .south = "a", .north = "b", .opening = {.name = "start"}};
  record.final_position = rules->start()->position();
  record.verdict = {.result = Verdict::Result::north_wins,
                    .cause = Verdict::Cause::fault,
                    .reason = "illegal-move",
                    .loser = rules::Side::south,
                    .fault = player::Fault{.kind = player::Fault::Kind::illegal_move, .line = "bestmove a"}};
  CHECK(contradictions(record, *rules).empty());
  record.verdict.fault->line = "bestmove A";
  CHECK(contradictions(record, *rules) ==
        std::vector<std::string>{"`A` is legal, but the record calls it illegal"});
}
