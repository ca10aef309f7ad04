#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/record/verify.hpp"
#include "tests/match/scripted_player.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;
using match::GameRecord;
using match::Verdict;
using namespace std::chrono_literals;

TEST_CASE("record: a game survives writing and reading as JSON") {
  for (const GameRecord& record : {played(), with_everything(), void_game()})
    CHECK(game_from_json(game_text(record)).value() == record);
}

namespace {

// The text as the JSON library writes it.
std::string by_the_library(const GameRecord& record) {
  return nlohmann::ordered_json::parse(game_text(record)).dump();
}

}  // namespace

TEST_CASE("record: the text of a game equals that of the JSON library") {
  GameRecord annulled = played();
  annulled.plies.clear();
  annulled.verdict = {
      .result = Verdict::Result::void_game, .cause = Verdict::Cause::machine, .detail = "d", .special = "s"};
  annulled.south_pondered = 5us;
  annulled.duration = -1ms;
  for (const GameRecord& record : {played(), with_everything(), annulled, void_game()})
    CHECK(game_text(record) == by_the_library(record));
}

TEST_CASE("record: any bytes and any scores are written as by the JSON library") {
  GameRecord record = with_everything();
  for (const std::string& text : {std::string{"a\"b\\c/d"}, std::string{"\0\x01\b\f\n\r\t\x1f\x7f", 9},
                                  std::string{"ünï → 𝄞"}, std::string{"\xff\xc3(\xe2\x82\xf0\x9d", 7}}) {
    INFO(text);
    record.south = record.opening.name = record.verdict.fault->detail = record.plies[0].move = text;
    CHECK(game_text(record) == by_the_library(record));
  }
  for (const double score :
       {0.0, -0.0, 1.0, -3.0, 0.1, 1e15, -1e15, 999'999'999'999'999.0, 1e300, 5e-324, 1.0 / 3})
    for (const bool in_seeds : {true, false}) {
      INFO(score);
      record.plies[0].thought.score = score;
      record.plies[0].thought.score_in_seeds = in_seeds;
      CHECK(game_text(record) == by_the_library(record));
    }
}

TEST_CASE("record: every missing or ill-typed field is named") {
  const auto good = nlohmann::ordered_json::parse(game_text(with_everything()));
  for (const auto& [key, value] : good.items()) {
    if (key == "type" || key == "loser" || key == "fault") continue;  // may be missing
    INFO(key);
    auto json = good;
    json.erase(key);
    CHECK(game_from_json(json.dump()).error().message == "the field `" + key + "` is missing");
    json = good;
    json[key] = true;
    CHECK_FALSE(game_from_json(json.dump()));
  }
  auto short_column = good;
  short_column["wall_us"].erase(0);
  CHECK(game_from_json(short_column.dump()).error().message.starts_with("`wall_us` has "));
}

TEST_CASE("record: times are written in UTC and read back") {
  const auto time = std::chrono::sys_days{std::chrono::year{2024} / 2 / 29} + 23h + 59min + 59s + 999ms;
  CHECK(format_time(time) == "2024-02-29T23:59:59.999Z");
  CHECK(parse_time("2024-02-29T23:59:59.999Z") == time);
  for (const char* bad : {"", "2024-02-30T00:00:00.000Z", "2024-02-29T23:59:59.999",
                          "2024-02-29T23:59:59.999Zx", "2024-02-29T24:00:00.000Z", "2024-02-29T00:60:00.000Z",
                          "2024-02-29T00:00:60.000Z", "2024-02-29T+1:00:00.000Z", "2024-02-29T 1:00:00.000Z",
                          "+024-02-29T01:00:00.000Z", "2024-02-29T01:00:00.-10Z", "2024-2-29T01:00:00.000Z"})
    CHECK_FALSE(parse_time(bad));
}

TEST_CASE("ogn: times are rounded as by the formatting library") {
  const auto rules = tests::rules_for("abapa");
  GameRecord record = played();
  for (const auto wall :
       {0us, 1us, 499us, 500us, 501us, 1500us, 2500us, 999'499us, 999'500us, 999'501us, 12'345'678'501us}) {
    record.plies[0].thought = {.wall = wall};
    const auto seconds = fmt::format("{{{:.3f}s}}", std::chrono::duration<double>(wall).count());
    INFO(seconds);
    CHECK(to_ogn(record, *rules, "cup").value().find(seconds) != std::string::npos);
  }
}

TEST_CASE("ogn: a game has tags, moves with captures and comments, and the seeds as its result") {
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
      "[Event \"cup\"]\n[Site \"Ebiri\"]\n[Date \"????.??.??\"]\n[Round \"3\"]\n[South \"al\\\"pha\"]\n"
      "[North \"beta\"]\n[Result \"24-23\"]\n[Variant \"Abapa\"]\n[FEN \"0-0-0-0-0-2-1-1-0-0-0-1-20-23-S\"]\n"
      "[Ruleset \"abapa\"]\n[GameId \"5.1\"]\n[Opening \"4\"]\n[TimeControl \"nodes 10 / nodes 20\"]\n"
      "[Points \"1-0\"]\n[Termination \"north resigned\"]\n\n"
      "1. F+4 {+4.00/3 0.045s} 24-23\n\n");
  record.plies.push_back({rules::Side::south, "F", {}});
  CHECK_FALSE(to_ogn(record, *rules, "cup"));
}

TEST_CASE("verify: a correct record is confirmed, and every false value is found") {
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

TEST_CASE("verify: the move of an illegal-move fault must be illegal") {
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

TEST_CASE("verify: players may agree to end a game only if the rules allow it") {
  const auto rules = tests::rules_for("oware-society"), strict = tests::rules_for("abapa");
  const auto start = rules->start();
  const rules::Outcome end = start->agreed_end();
  GameRecord record{.game = 1, .pair = 1, .south = "a", .north = "b", .opening = {.name = "start"}};
  record.final_position = start->position();
  record.verdict = {.result = end.kind,
                    .cause = Verdict::Cause::agreed,
                    .reason = end.reason,
                    .south = end.south,
                    .north = end.north};
  CHECK(contradictions(record, *rules).empty());
  CHECK(contradictions(record, *strict) ==
        std::vector<std::string>{
            "the record says that the players agreed to end the game, but the rules forbid it"});
}

TEST_CASE("verify: an adjudicated end need not follow from the rules, but its reason must fit the seeds") {
  const auto rules = tests::rules_for("abapa");
  tests::ScriptedPlayer south{*rules}, north{*rules};
  const match::Opening behind{.name = "1", .base = "4-4-4-4-4-4-4-4-4-4-0-0-3-5-S"};
  auto record = *match::play_game(
      {.game = 1, .south = {"a"}, .north = {"b"}, .opening = behind, .adjudication = {{.max_plies = 2}}},
      *rules, south, north);
  CHECK(record.verdict.reason == "ply-cap");
  CHECK(game_from_json(game_text(record)).value() == record);
  CHECK(to_ogn(record, *rules, "cup").value().find("[Termination \"adjudication: ply-cap\"]") !=
        std::string::npos);
  CHECK(record.verdict.result == Verdict::Result::north_wins);
  CHECK(contradictions(record, *rules).empty());
  const auto wrong = [&](std::string reason, Verdict::Result result) {
    record.verdict.reason = std::move(reason);
    record.verdict.result = result;
    return contradictions(record, *rules);
  };
  CHECK(wrong("resign-rule", Verdict::Result::south_wins).empty());
  CHECK(wrong("resign-rule", Verdict::Result::draw) ==
        std::vector<std::string>{"`resign-rule` cannot end a game with the result `draw`"});
  CHECK(wrong("draw-rule", Verdict::Result::draw).empty());
  CHECK(wrong("draw-rule", Verdict::Result::south_wins) ==
        std::vector<std::string>{"`draw-rule` cannot end a game with the result `south`"});
  CHECK(wrong("ply-cap", Verdict::Result::draw).empty());
  CHECK(wrong("ply-cap", Verdict::Result::south_wins) ==
        std::vector<std::string>{"result: the record says south, the replay gives north"});
  CHECK(wrong("majority", Verdict::Result::north_wins) ==
        std::vector<std::string>{"result: the record says north, the replay gives draw"});
  record.verdict.cause = Verdict::Cause::machine;
  CHECK(wrong("busy-machine", Verdict::Result::void_game).empty());
  CHECK(wrong("busy-machine", Verdict::Result::south_wins) ==
        std::vector<std::string>{"`busy-machine` cannot end a game with the result `south`"});
}
