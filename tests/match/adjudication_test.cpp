#include "referee/match/adjudication.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::match;
using player::Thought;
using rules::Side;
using tests::ScriptedPlayer;
using Ended = Verdict::Result;

namespace {

// First legal moves with these thoughts. The last thought is repeated.
ScriptedPlayer::OnAsk thinking(const rules::Rules& rules, std::vector<Thought> thoughts) {
  return [&rules, thoughts = std::move(thoughts),
          asked = std::size_t{0}](const player::GameLine& line) mutable -> std::optional<player::Reply> {
    const auto game = open_game(rules, {.name = "", .base = line.base(), .moves = line.moves()});
    const Thought& thought = thoughts[std::min(asked++, thoughts.size() - 1)];
    return player::Answer{.move = (*game)->legal_moves().front(), .thought = thought};
  };
}

Thought seeds(double score) { return {.score = score}; }
Thought centipawns(double score) { return {.score = score, .score_in_seeds = false}; }

// Plays a game with these thoughts and checks that both players learn the verdict.
GameRecord played(const Adjudication& terms, std::vector<Thought> south, std::vector<Thought> north,
                  const rules::Rules& rules = *tests::rules_for("abapa"), Opening opening = {.name = "1"}) {
  ScriptedPlayer first{rules}, second{rules};
  first.on_ask = thinking(rules, std::move(south));
  second.on_ask = thinking(rules, std::move(north));
  auto record = play_game({.game = 1,
                           .south = {"alpha"},
                           .north = {"beta"},
                           .opening = std::move(opening),
                           .adjudication = terms},
                          rules, first, second);
  REQUIRE(record);
  CHECK(first.ends == second.ends);
  CHECK(first.ends.at(0).ends_with(" " + record->verdict.reason));
  return std::move(*record);
}

// Two seeds that circle the board forever if the rules do not end the game.
const std::string endless = "1-0-0-0-0-0-1-0-0-0-0-0-24-22-S";

}  // namespace

TEST_CASE("adjudication: a side loses if both scores agree, and the record has the numbers") {
  const Adjudication terms{.resign = ResignRule{.score = 10, .moves = 2}};
  const auto record = played(terms, {seeds(-10)}, {seeds(10.5)});
  CHECK(record.verdict.result == Ended::north_wins);
  CHECK(record.verdict.cause == Verdict::Cause::adjudicated);
  CHECK(record.verdict.reason == "resign-rule");
  CHECK(record.verdict.detail ==
        "south's own scores were at most -10 seeds for 2 moves, north's were at least 10");
  CHECK_FALSE(record.verdict.loser);
  CHECK(record.plies.size() == 4);
}

TEST_CASE("adjudication: the winner's scores must agree unless `two_sided` is false") {
  Adjudication terms{.resign = ResignRule{.score = 10, .moves = 2}};
  CHECK(played(terms, {seeds(-30)}, {seeds(9)}).verdict.cause == Verdict::Cause::rules);
  terms.resign->two_sided = false;
  const auto record = played(terms, {seeds(-30)}, {seeds(9)});
  CHECK(record.verdict.result == Ended::north_wins);
  CHECK(record.verdict.detail == "south's own scores were at most -10 seeds for 2 moves");
  CHECK(record.plies.size() == 3);
}

TEST_CASE("adjudication: only consecutive moves with scores in seeds count") {
  const Adjudication terms{.resign = ResignRule{.score = 10, .moves = 2, .two_sided = false}};
  const auto plies = [&](std::vector<Thought> north) {
    return played(terms, {seeds(0)}, std::move(north)).plies.size();
  };
  CHECK(plies({seeds(-10), seeds(-10)}) == 4);
  CHECK(plies({seeds(-10), seeds(-9), seeds(-10)}) == 8);
  CHECK(plies({seeds(-10), Thought{}, seeds(-10)}) == 8);
  CHECK(plies({seeds(-10), centipawns(-1000), seeds(-10)}) == 8);
  CHECK(played(terms, {centipawns(-5000)}, {centipawns(5000)}).verdict.cause == Verdict::Cause::rules);
}

TEST_CASE("adjudication: a draw needs even scores of both sides, and not before its ply") {
  const Adjudication terms{.draw = DrawRule{.score = 1, .moves = 3, .from_ply = 12}};
  const auto record = played(terms, {seeds(1)}, {seeds(-1)});
  CHECK(record.verdict.result == Ended::draw);
  CHECK(record.verdict.reason == "draw-rule");
  CHECK(record.verdict.detail == "both sides' scores were within 1 seeds of 0 for 3 moves each, at ply 12");
  CHECK(record.plies.size() == 12);
  CHECK(played(terms, {seeds(1)}, {seeds(-1.5)}).verdict.cause == Verdict::Cause::rules);
}

TEST_CASE("adjudication: more than half of the seeds wins although the rules continue") {
  const auto rules = tests::made("kalah", "standard");
  const Opening one_short{.name = "1", .base = "1-0-0-0-0-1-22-0-0-0-0-0-24-0-S"};
  const auto all_moves = played({}, {{}}, {{}}, *rules, one_short);
  CHECK(all_moves.verdict.cause == Verdict::Cause::rules);
  const auto moves = rules->from_position(*one_short.base).value()->legal_moves();
  REQUIRE(moves == std::vector<std::string>{"A", "F"});
  const Opening one_more{.name = "1", .base = "1-1-0-0-0-0-21-0-0-0-0-0-25-0-S"};
  const auto record = played({.majority = true}, {{}}, {{}}, *rules, one_more);
  CHECK(record.verdict.result == Ended::south_wins);
  CHECK(record.verdict.cause == Verdict::Cause::adjudicated);
  CHECK(record.verdict.reason == "majority");
  CHECK(record.verdict.detail == "south has captured 25 of 48 seeds");
  CHECK(record.plies.size() == 1);
}

TEST_CASE("adjudication: there is no majority with half of the seeds or while a swap is possible") {
  const auto rules = tests::made("kalah", "standard pie=swap");
  const auto holder = [&](const std::string& position) {
    return majority_holder(*rules->from_position(position).value());
  };
  CHECK_FALSE(holder("1-1-0-0-0-0-22-0-0-0-0-0-24-0-N"));
  CHECK(holder("1-1-0-0-0-0-21-0-0-0-0-0-25-0-N") == Side::south);
  CHECK_FALSE(holder("1-1-0-0-0-0-21-0-0-0-0-0-25-0-N-swap"));
}

TEST_CASE("adjudication: a game is cut off at the ply cap, the opening included") {
  Adjudication terms{.max_plies = 6};
  const auto rules = tests::rules_for("abapa");
  const auto record = played(terms, {{}}, {{}}, *rules, {.name = "1", .moves = {"F", "f"}});
  CHECK(record.plies.size() == 4);
  CHECK(record.verdict.result == Ended::draw);
  CHECK(record.verdict.reason == "ply-cap");
  CHECK(record.verdict.detail == "6 plies were played, the seeds were 0-0");
  const Opening behind{.name = "1", .base = "4-4-4-4-4-4-4-4-4-4-0-0-3-5-S"};
  CHECK(played(terms, {{}}, {{}}, *rules, behind).verdict.result == Ended::north_wins);
  terms.cut_off = CutOff::draw;
  CHECK(played(terms, {{}}, {{}}, *rules, behind).verdict.result == Ended::draw);
}

TEST_CASE("adjudication: a repeated position cuts the game off") {
  const auto rules = tests::made("oware", "abapa repetition=off");
  Adjudication terms{.cycle = 3};
  const auto record = played(terms, {{}}, {{}}, *rules, {.name = "1", .base = endless});
  CHECK(record.verdict.result == Ended::south_wins);
  CHECK(record.verdict.reason == "cycle");
  CHECK(record.verdict.detail == "the position occurred 3 times, the seeds were 24-22");
  const auto longer = played({.cycle = 4}, {{}}, {{}}, *rules, {.name = "1", .base = endless});
  CHECK(longer.plies.size() - record.plies.size() == 12);  // once round the board
  CHECK(record.plies.size() == 24);
}

TEST_CASE("adjudication: the rules of the game come first, then the criteria in their order") {
  const auto rules = tests::made("kalah", "standard");
  const Opening won{.name = "1", .base = "1-1-0-0-0-0-21-0-0-0-0-0-25-0-S"};
  const Adjudication all{.resign = ResignRule{.score = 1, .moves = 1, .two_sided = false},
                         .majority = true,
                         .max_plies = 1,
                         .cut_off = CutOff::draw};
  CHECK(played(all, {seeds(-1)}, {seeds(0)}, *rules, won).verdict.reason == "majority");
  const Opening over{.name = "1", .base = "0-0-0-0-0-1-21-0-0-0-0-0-26-0-S"};
  CHECK(played(all, {seeds(-1)}, {seeds(0)}, *rules, over).verdict.cause == Verdict::Cause::rules);
}

TEST_CASE("adjudication: endgame tables end a game as soon as its winner is known") {
  // Returns the same exact result for every position after a number of plies.
  class Oracle final : public rules::ExactEnds {
   public:
    Oracle(int from, rules::EndBounds end) : from_(from), end_(end) {}
    std::optional<rules::EndBounds> bounds(const rules::Game& game) const override {
      return game.plies() < from_ ? std::nullopt : std::optional{end_};
    }
    std::optional<std::string> securing_move(const rules::Game&) const override { return std::nullopt; }
    int max_seeds() const override { return 0; }

   private:
    int from_;
    rules::EndBounds end_;
  };
  const auto rules = tests::rules_for("abapa");
  const auto game = std::move(open_game(*rules, {.name = "start"}).value());
  const auto says = [&](int least, int most) {
    Adjudicator adjudicator{
        {.tables = "known"}, *game, std::make_shared<Oracle>(0, rules::EndBounds{least, most})};
    return adjudicator.after(*game, Side::south, {});
  };
  const auto won = says(25, 30);
  REQUIRE(won);
  CHECK(*won == Decision{Side::south, "endgame-tables", "with best play south gets 25 to 30 of 48 seeds"});
  CHECK(says(18, 23)->winner == Side::north);
  CHECK(says(27, 27)->detail == "with best play south gets 27 of 48 seeds");
  REQUIRE(says(24, 24));
  CHECK_FALSE(says(24, 24)->winner);
  CHECK_FALSE(says(24, 25));
  CHECK_FALSE(says(23, 24));
  Adjudicator later{{.tables = "known"}, *game, std::make_shared<Oracle>(1, rules::EndBounds{30, 30})};
  CHECK_FALSE(later.after(*game, Side::south, {}));
}
