// Analyses of games by a scripted player.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "../match/scripted_player.hpp"
#include "referee/analysis/analysis.hpp"
#include "referee/rules/oware/catalogue.hpp"
#include "referee/rules/oware/endgame_tables.hpp"
#include "referee/terminal/interactive_game.hpp"
#include "tests/new_folder.hpp"

using namespace ebiri;
using namespace ebiri::analysis;
using Catch::Approx;
using rules::Side;

namespace {

const player::Budget budget{.go = {.nodes = 100}, .hard_limit = std::chrono::seconds{20}};

std::unique_ptr<rules::Rules> rules_named(const std::string& variant) {
  return std::move(rules::make_rules({.variant = variant, .ruleset = ""}).value());
}

player::Reply says(double score, const std::string& best, bool seeds = true) {
  return player::Answer{.move = best, .thought = {.score = score, .score_in_seeds = seeds}};
}

// The record of a game with `moves`.
match::GameRecord game_of(const rules::Rules& rules, std::initializer_list<const char*> moves,
                          std::optional<std::string> base = {}) {
  terminal::InteractiveGame game{rules, std::move(base)};
  for (const char* move : moves) REQUIRE_FALSE(game.play(move, {}));
  auto record = game.record();
  record.south = "ann";
  record.north = "bea";
  return record;
}

struct Judgement {
  GameAnalysis analysis;
  std::vector<player::GameLine> asked;
};

Judgement judged(const rules::Rules& rules, const match::GameRecord& record,
                 std::deque<player::Reply> replies, const rules::ExactEnds* exact = nullptr) {
  tests::ScriptedPlayer player{rules, std::move(replies)};
  auto result = analyse(record, rules, exact, player, budget);
  if (!result) FAIL(result.error().message);
  return {*std::move(result), player.lines};
}

std::string failure(const rules::Rules& rules, const match::GameRecord& record, player::Reply reply) {
  tests::ScriptedPlayer player{rules, {std::move(reply)}};
  const auto result = analyse(record, rules, nullptr, player, budget);
  REQUIRE_FALSE(result);
  return result.error().message;
}

class TemporaryTable {
 public:
  explicit TemporaryTable(int seeds) : file_(folder_.path / "table") {
    const auto built = rules::oware::build_tables(file_, {{}, seeds, 1},
                                                  [](const rules::oware::LayerDone&) { return true; });
    REQUIRE(built);
  }
  const std::string& file() const { return file_; }

 private:
  testing::NewFolder folder_;
  std::string file_;
};

}  // namespace

TEST_CASE("analysis: positions are analysed from the last to the first, and values are south's") {
  const auto rules = rules_named("oware");
  const auto record = game_of(*rules, {"A", "a"});
  const auto [analysis, asked] = judged(*rules, record, {says(5, "B"), says(-1, "b"), says(2, "F")});
  REQUIRE(asked.size() == 3);
  CHECK(asked[0].moves() == std::vector<std::string>{"A", "a"});
  CHECK(asked[2].moves().empty());
  REQUIRE(analysis.positions.size() == 3);
  CHECK(analysis.positions[0] == Position{Value{.seeds = 2}, "F"});
  CHECK(analysis.positions[1] == Position{Value{.seeds = 1}, "b"});
  CHECK(analysis.positions[2] == Position{Value{.seeds = 5}, "B"});
  REQUIRE(analysis.plies.size() == 2);
  CHECK(analysis.plies[0].loss.seeds == Approx(1));
  CHECK(analysis.plies[1].loss.seeds == Approx(4));
  const auto sums = sums_of({analysis}, "oware");
  CHECK(sums.at("ann").marks == std::array<std::int64_t, 4>{0, 1, 0, 0});
  CHECK(sums.at("bea").marks == std::array<std::int64_t, 4>{0, 0, 1, 0});
}

TEST_CASE("analysis: the engine's own choice loses nothing, whatever its later scores") {
  const auto rules = rules_named("oware");
  const auto [analysis, asked] = judged(*rules, game_of(*rules, {"A"}), {says(9, "a"), says(3, "A")});
  CHECK(analysis.plies[0].loss == Loss{});
}

TEST_CASE("analysis: a move is searched as deep as the engine's choice, and judge_move agrees") {
  const auto rules = rules_named("oware");
  const auto deep = [](double score, const std::string& best, int depth) {
    return player::Answer{.move = best, .thought = {.depth = depth, .score = score}};
  };
  const player::Reply last = deep(9, "a", 8), first = deep(3, "B", 7), again = deep(1, "a", 6);
  tests::ScriptedPlayer player{*rules, {last, first, again}};
  const auto result = analyse(game_of(*rules, {"A"}), *rules, nullptr, player, budget);
  REQUIRE(result);
  REQUIRE(player.budgets.size() == 3);
  CHECK(player.lines[2].moves() == std::vector<std::string>{"A"});
  CHECK(player.budgets[2].go.depth == 6);
  CHECK(player.budgets[2].go.nodes == 400);
  CHECK(result->positions[1].value == Value{.seeds = -9});
  CHECK(result->plies[0].loss.seeds == Approx(4));
  tests::ScriptedPlayer coach{*rules, {first, last, again}};
  const auto move = judge_move({}, *rules->start(), "A", scale_of("oware"), coach, budget);
  REQUIRE(move);
  CHECK(move->ply == result->plies[0]);
  CHECK(move->from == result->positions[0]);
}

TEST_CASE("analysis: a move that wins too misses no win, though only a longer search proves that") {
  const auto rules = rules_named("oware");
  const auto [analysis, asked] =
      judged(*rules, game_of(*rules, {"A"}), {says(-9, "a"), says(48, "B"), says(-48, "a")});
  CHECK(asked.size() == 3);
  CHECK(analysis.plies[0].loss == Loss{});
}

TEST_CASE("analysis: centipawns become seeds, and a score of all seeds is a known result") {
  const auto rules = rules_named("oware");
  const auto [analysis, asked] =
      judged(*rules, game_of(*rules, {"A"}), {says(250, "a", false), says(48, "A")});
  CHECK(analysis.positions[1].value == Value{.seeds = -2.5});
  CHECK(analysis.positions[0].value == Value{.seeds = 48, .result = 1});
}

TEST_CASE("analysis: the end of a game is not analysed, and the only legal move is not judged") {
  const auto rules = rules_named("oware");
  const auto record = game_of(*rules, {"F"}, "0-0-0-0-0-1-1-1-0-0-0-0-23-22-S");
  const auto [analysis, asked] = judged(*rules, record, {says(3, "F")});
  CHECK(asked.size() == 1);
  CHECK(asked[0].base() == "0-0-0-0-0-1-1-1-0-0-0-0-23-22-S");
  REQUIRE(analysis.positions[1].value);
  CHECK(analysis.positions[1].value->source == Value::Source::rules);
  CHECK(analysis.positions[1].value->result == 1);
  CHECK(analysis.plies[0].why == Judged::Why::only_move);
  CHECK(sums_of({analysis}, "oware").at("ann").unjudged == 1);
}

TEST_CASE("analysis: moves of a side that has lost are not judged, moves of a side that has won are") {
  const auto rules = rules_named("oware");
  const auto [analysis, asked] =
      judged(*rules, game_of(*rules, {"A", "a"}), {says(30, "B"), says(-28, "b"), says(29, "F")});
  CHECK(analysis.plies[0].why == Judged::Why::judged);
  CHECK(analysis.plies[1].why == Judged::Why::lost);
}

TEST_CASE("analysis: arrangements are not judged") {
  const auto rules = rules_named("omweso");
  const char* twos = "=2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2";
  const auto [analysis, asked] = judged(*rules, game_of(*rules, {twos, twos}), {says(1, "0+")});
  CHECK(asked.size() == 1);
  CHECK_FALSE(analysis.positions[0].value);
  CHECK(analysis.positions[2].value);
  CHECK(analysis.plies[0].why == Judged::Why::unknown);
  CHECK(sums_of({analysis}, "omweso").at("ann") == Sum{});
}

TEST_CASE("analysis: positions in the endgame tables are judged exactly, without the engine") {
  const TemporaryTable table{4};
  const auto rules = rules_named("oware");
  const auto opened = rules::open_exact_ends(table.file(), *rules);
  REQUIRE(opened);
  const rules::ExactEnds& exact = **opened;
  CHECK(exact.max_seeds() == 4);
  const auto start = rules->from_position("0-0-0-0-1-1-1-0-0-0-0-0-22-23-S");
  REQUIRE(start);
  const auto move = exact.securing_move(**start);
  REQUIRE(move);
  CHECK(rules::known_end(**start, exact));
  CHECK_FALSE(rules::known_end(**rules->from_position("0-0-0-0-1-1-1-0-0-0-0-0-20-25-S"), exact));
  REQUIRE_FALSE((*start)->play(*move));
  const auto record = game_of(*rules, {move->c_str()}, "0-0-0-0-1-1-1-0-0-0-0-0-22-23-S");
  const auto [analysis, asked] = judged(*rules, record, {}, &exact);
  CHECK(asked.empty());
  CHECK(analysis.positions[0].value->source == Value::Source::table);
  CHECK(analysis.positions[0].best == *move);
  CHECK(analysis.plies[0].loss == Loss{});
  CHECK_FALSE(exact.bounds(*rules->start()));
  CHECK_FALSE(exact.securing_move(*rules->start()));
}

TEST_CASE("analysis: endgame tables are used only for the rules for which they were built") {
  const TemporaryTable table{2};
  const auto error = [&](const std::string& variant, const std::string& ruleset) {
    const auto exact = rules::open_exact_ends(table.file(), **rules::make_rules(variant, ruleset));
    REQUIRE_FALSE(exact);
    return exact.error().message;
  };
  CHECK(error("kalah", "") == "there are endgame tables of `oware` only, not of `kalah`");
  CHECK(error("oware", "awari").find("was built for") != std::string::npos);
}

TEST_CASE("analysis: a fault of the engine ends the analysis of the game, with the evidence") {
  const auto rules = rules_named("oware");
  const auto record = game_of(*rules, {"A"});
  const auto illegal = failure(*rules, record, says(1, "A"));
  CHECK(illegal.starts_with("in `0-5-5-5-5-4-4-4-4-4-4-4-0-0-N`: "));
  CHECK(illegal.ends_with("; bestmove A"));
  CHECK(
      failure(
          *rules, record,
          player::Fault{.detail = "ended with exit status 3", .line = "", .exit = {}, .errors = "boom"}) ==
      "in `0-5-5-5-5-4-4-4-4-4-4-4-0-0-N`: ended with exit status 3\n  its standard error ends with:\nboom");
  CHECK(failure(*rules, record, player::Answer{.move = "a"}).find("the engine sent no score") !=
        std::string::npos);
  CHECK(failure(*rules, record, player::Interrupted{}).empty());
}

TEST_CASE("analysis: an analysis survives writing and reading, and matches only its game") {
  const auto rules = rules_named("oware");
  const auto record = game_of(*rules, {"A", "a"});
  Analysis analysis{{.engine = "e",
                     .announced = "E \"1\"",
                     .fingerprint = "f",
                     .limit = "nodes 100",
                     .table_seeds = -1,
                     .variant = "oware",
                     .ruleset = "abapa"},
                    {judged(*rules, record, {says(5, "B"), says(1, "b"), says(0.1, "F")}).analysis}};
  const auto text = to_json(analysis);
  const auto again = from_json(text);
  REQUIRE(again);
  CHECK(again->description == analysis.description);
  CHECK(again->games == analysis.games);
  CHECK(to_json(*again) == text);
  CHECK(is_of(again->games[0], match::summary_of(record)));
  auto other = record;
  other.plies.pop_back();
  CHECK_FALSE(is_of(again->games[0], match::summary_of(other)));
  other = record;
  other.south = "eve";
  CHECK_FALSE(is_of(again->games[0], match::summary_of(other)));
}

TEST_CASE("analysis: an invalid file is rejected with a reason") {
  const auto rules = rules_named("oware");
  const Analysis analysis{{.variant = "oware"},
                          {judged(*rules, game_of(*rules, {"A"}), {says(1, "a"), says(1, "B")}).analysis}};
  const auto text = to_json(analysis);
  const auto with = [&](const std::string& part, const std::string& instead) {
    auto changed = text;
    const auto at = changed.find(part);
    REQUIRE(at != std::string::npos);
    return from_json(changed.replace(at, part.size(), instead));
  };
  CHECK_FALSE(from_json("no json"));
  CHECK_FALSE(from_json("{}"));
  CHECK_FALSE(with("ebiri-analysis/1", "ebiri-analysis/2"));
  CHECK_FALSE(with(R"("sides":"S")", R"("sides":"SN")"));
  CHECK_FALSE(with(R"("sources":"ee")", R"("sources":"xy")"));
  CHECK_FALSE(with(R"("best":["B","a"])", R"("best":["B"])"));
  CHECK_FALSE(with(R"("south":"ann")", R"("south":7)"));
  CHECK_FALSE(with(R"("moves":["A"])", R"("moves":[])"));
}

TEST_CASE("analysis: the worst moves of each engine are sorted by lost points") {
  // Two plies of south and one of north, after an opening of two moves. A blunder loses at least six seeds.
  const auto game = [](int number, Loss first, Loss norths, Loss second) {
    using Why = Judged::Why;
    return GameAnalysis{.game = number,
                        .south = "ann",
                        .north = "bea",
                        .opening = 2,
                        .moves = {"A", "a", "B"},
                        .positions = {{{}, "C"}, {{}, "c"}, {{}, "D"}, {}},
                        .plies = {{Side::south, Why::judged, first},
                                  {Side::north, Why::judged, norths},
                                  {Side::south, Why::judged, second}}};
  };
  const std::vector games{game(1, {.seeds = 7, .points = 0.3}, {.seeds = 1, .points = 0.1}, {}),
                          game(2, {.seeds = 3, .points = 0.2}, {}, {.seeds = 9, .points = 0.5}),
                          game(3, {.seeds = 8, .points = 0.3}, {.seeds = 4, .points = 0.4}, {})};
  const auto worst = worst_moves(games, "oware", 3);
  const std::vector<Slip> expected{{"ann", 2, 1, 5, "B", "D", {9, 0.5}},
                                   {"bea", 3, 1, 4, "a", "c", {4, 0.4}},
                                   {"ann", 3, 1, 3, "A", "C", {8, 0.3}},
                                   {"ann", 1, 1, 3, "A", "C", {7, 0.3}}};
  CHECK(worst ==
        expected);  // ann's fourth slip, in game 2, is over the limit, and an inaccuracy does not count
  CHECK(worst_moves(games, "oware", 1).size() == 2);
  CHECK(worst_moves({}, "oware", 3).empty());
}

TEST_CASE("analysis: values that change after the engine's own choices are called uncertain") {
  using Why = Judged::Why;
  GameAnalysis game{.moves = {"A", "a"},
                    .positions = {{Value{.seeds = 2}, "A"}, {Value{.seeds = -1}, "b"}, {Value{.seeds = 9}}},
                    .plies = {{Side::south, Why::judged}, {Side::north, Why::judged, {.seeds = 10}}}};
  CHECK(values_text(game, "oware").find("\nthe value changes by 3.0 seeds on average") != std::string::npos);
  CHECK(values_text(game, "bao").find("on average") == std::string::npos);  // less than an inaccuracy
}

TEST_CASE("analysis: a loss of a known result is named in place of its seeds") {
  const Value won{.seeds = 48, .result = 1}, defeat{.seeds = -48, .result = -1}, even{};
  const Judged ply{Side::south, Judged::Why::judged, {.seeds = 4}};
  const auto text = [&](const Value& before, const Value& after) {
    return loss_text({.moves = {"A"}, .positions = {{before, "B"}, {after, ""}}, .plies = {ply}}, 0);
  };
  CHECK(text(even, defeat) == "loses the game");
  CHECK(text(won, defeat) == "loses the game");
  CHECK(text(won, even) == "misses a win");
  CHECK(text(even, even) == "loses 4.0 seeds");
}

TEST_CASE("analysis: the losing move is the last one before which the loser was ahead or level") {
  using Why = Judged::Why;
  const auto value = [](double seeds) { return Value{.seeds = seeds}; };
  GameAnalysis game{
      .south = "ann",
      .north = "bea",
      .opening = 2,
      .moves = {"A", "a", "B", "b"},
      .positions = {{value(2), "C"}, {value(-4), "c"}, {value(0), "D"}, {value(-3), "d"}, {value(-5)}},
      .plies = {{Side::south, Why::judged, {.seeds = 6}},
                {Side::north, Why::judged, {.seeds = 4}},
                {Side::south, Why::judged, {.seeds = 3}},
                {Side::north, Why::only_move}}};
  using enum rules::Outcome::Kind;
  CHECK(losing_move(game, north_wins, "oware") == Slip{"ann", 0, 1, 5, "B", "D", {.seeds = 3}});
  CHECK(losing_text(game, north_wins, "oware") == "ann fell behind for good at ply 5 with B; D was better\n");
  game.plies.push_back({Side::south, Why::judged, {.seeds = 8}});
  game.moves.push_back("E");
  game.positions.back().best = "F";
  game.positions.push_back({value(-13)});
  CHECK(losing_text(game, north_wins, "oware")
            .ends_with("its largest loss came after that: 8.0 seeds at ply 7 with E; F was better\n"));
  CHECK(losing_text(game, draw, "oware").empty());
  game.positions[3].value = value(1);  // the move before which south was ahead is north's
  CHECK_FALSE(losing_move(game, north_wins, "oware"));
  CHECK_FALSE(losing_move(game, draw, "oware"));
  game.positions[3].value = value(-3);
  game.positions.back().value = value(1);  // south forfeits although it is ahead
  CHECK_FALSE(losing_move(game, north_wins, "oware"));
  for (auto& position : game.positions) position.value.reset();
  CHECK_FALSE(losing_move(game, north_wins, "oware"));
}
