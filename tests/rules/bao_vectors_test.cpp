// Moves recorded from Donkers' program, from a second program under other options, published games and
// published positions (tests/data/bao/README.md).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>

#include "referee/support/text.hpp"
#include "tests/rules/bao_boards.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::bao;
using namespace ebiri::rules::bao::tests;
using ebiri::rules::tests::sampling_step;
using nlohmann::json;

namespace {

Ring ring_of(const json& seeds) { return Ring(seeds.get<std::array<std::uint8_t, ring_pits>>()); }

/// The position in a line or in one of its moves; the move's `player` is that of the line.
Position recorded(const json& entry, Side mover) {
  Position position;
  position.rings = {ring_of(entry["pits"][0]), ring_of(entry["pits"][1])};
  position.stores = entry["store"].get<std::array<std::uint8_t, 2>>();
  position.owns = entry["owns"].get<std::array<bool, 2>>();
  position.mover = mover;
  if (!entry["blocked"].is_null()) position.blocked = entry["blocked"].get<std::uint8_t>();
  return position;
}

json winner(const Bao& rules, const Position& position) {
  const auto outcome = rules.outcome({&position, 1});
  if (!outcome) return nullptr;
  return outcome->kind == Outcome::Kind::south_wins ? 0 : 1;
}

json captures_of(const Turn& turn) {
  json captures = json::array();
  for (const Turn::Captured& taken : turn.captures()) captures.push_back({taken.pit, taken.seeds});
  return captures;
}

Turn sown(const Bao& rules, const Position& position, const Move& move) {
  Turn turn(rules.options(), position, move);
  if (move.plays_house) turn.play_house();
  return turn;
}

void check_move(const Bao& rules, const Position& position, const Move& move, const json& expected) {
  INFO(expected.dump());
  const Position after = rules.play(position, move);
  CHECK(same_board(after, recorded(expected, opponent(position.mover))));
  CHECK(winner(rules, after) == expected["winner"]);
  if (expected.contains("takasa")) CHECK(expected["takasa"] == !move.captures());
  const Turn turn = sown(rules, position, move);
  CHECK(captures_of(turn) == expected["captures"]);
  CHECK(turn.laps() == expected["laps"]);
  const Effect effect = rules.effect(position, move);
  int captured = 0;
  for (const Turn::Captured& taken : turn.captures()) captured += taken.seeds;
  CHECK(effect.captured == captured);
  CHECK(effect.laps == turn.laps());
}

void check_line(const Bao& rules, const json& line) {
  const Position position = recorded(line, line["player"] == 0 ? Side::south : Side::north);
  CHECK(from_donkers(line["dk"]) == position);
  std::map<std::string, json> expected;
  for (const json& move : line["moves"]) expected[move["move"]] = move;
  const auto legal = rules.legal_moves(position);
  CHECK(legal.size() == expected.size());
  for (const Move& move : legal) {
    const std::string text = rules.move_text(position, move);
    INFO(text);
    REQUIRE(expected.contains(text));
    check_move(rules, position, move, expected[text]);
  }
}

/// The moves of a list without the `*` of takasa moves, separated by blanks.
std::string without_marks(const json& moves) {
  std::string text;
  for (const json& move : moves.is_array() ? moves : json{moves}) {
    if (!text.empty()) text += ' ';
    text += move.get<std::string>();
    if (text.ends_with('*')) text.pop_back();
  }
  return text;
}

/// All published games, in sanitizer builds too: they are few.
std::vector<json> games() {
  const std::string text = ebiri::rules::tests::data_file("bao/published_games.jsonl.gz");
  std::vector<json> all;
  for (const std::string_view line : ebiri::split(text, '\n')) {
    if (!line.empty()) all.push_back(json::parse(line));
  }
  return all;
}

/// Whether the side to move can force a win in that many moves of both sides.
bool wins(const Bao& rules, const Position& position, int plies) {
  if (rules.is_over(position)) return position.ending >= Ending::opponent_front_row;
  if (plies == 0) return false;
  const auto loses = [&](const Position& after) {
    if (rules.is_over(after)) return after.ending < Ending::opponent_front_row;
    if (plies < 2) return false;
    return std::ranges::all_of(rules.legal_moves(after), [&](const Move& answer) {
      return wins(rules, rules.play(after, answer), plies - 2);
    });
  };
  return std::ranges::any_of(rules.legal_moves(position),
                             [&](const Move& move) { return loses(rules.play(position, move)); });
}

}  // namespace

// The only moves that one of the two referees does not have: a house that is not owned, alone in its row.
constexpr std::string_view played_by_one =
    "[ 4 3 1 3 0 5 1 2 | 1 9 3 3 0 5 0 2 | 0 0 0 0 5 0 0 0 | 0 0 0 0 0 0 0 1 | 8 8 | F F | 255 | 0 ]";

TEST_CASE("bao: every recorded move of Donkers' program on which its two referees agree is reproduced") {
  const auto lines = ebiri::rules::tests::data_lines("bao/donkers.jsonl.gz");
  CHECK(lines.size() == (3000 + sampling_step - 1) / sampling_step);
  const Bao rules;
  for (const json& line : lines) {
    INFO(line["dk"]);
    CHECK(line["agree"] == json{{"E", true}, {"R", true}});
    for (const json& move : line["moves"])
      CHECK(move["checked_by"] == (line["dk"] == played_by_one ? "R" : "ER"));
    check_line(rules, line);
  }
}

TEST_CASE("bao: every recorded move under other options is reproduced") {
  const auto lines = ebiri::rules::tests::data_lines("bao/options.jsonl.gz");
  CHECK(lines.size() == (700 + sampling_step - 1) / sampling_step);
  for (const json& line : lines) {
    INFO(line["dk"] << line["options"]);
    check_line(recorded_rules(line["options"]), line);
  }
}

TEST_CASE("bao: published positions have their legal moves and results") {
  const json known = json::parse(ebiri::rules::tests::data_file("bao/known.json"));
  CHECK(known.size() == 25);
  const Bao rules;
  for (const json& entry : known) {
    INFO(entry.dump());
    const Position position = from_donkers(entry["start"]);
    const std::string move = without_marks(entry["move"]);
    Position expected = from_donkers(entry["end"]);
    if (entry.contains("winner") && !entry["winner"].is_null()) {
      expected.mover = opponent(position.mover);  // recorded as if the winner were to move on
      CHECK(winner(rules, played(rules, position, move)) == entry["winner"]);
    }
    CHECK(same_board(played(rules, position, move), expected));
    if (entry.contains("legal")) CHECK(moves(rules, position) == without_marks(entry["legal"]));
    if (entry.contains("laps"))
      CHECK(sown(rules, position, std::get<Move>(rules.parse_move(position, move))).laps() == entry["laps"]);
  }
}

TEST_CASE("bao: published games can be replayed") {
  struct Published {
    std::size_t plies;
    json winner;
  };
  // Games without a winner were resigned, or are fragments.
  const std::map<std::string, Published> published{{"voogt/game1.bao", {35, 0}},
                                                   {"voogt/game2.bao", {28, nullptr}},
                                                   {"voogt/game3.bao", {52, nullptr}},
                                                   {"voogt/game4.bao", {60, nullptr}},
                                                   {"voogt/game5.bao", {64, 1}},
                                                   {"voogt/game6.bao", {54, nullptr}},
                                                   {"voogt/game69.bao", {90, 1}},
                                                   {"voogt/game7.bao", {50, 1}},
                                                   {"NOMOVE.BAO", {1, nullptr}},
                                                   {"endless.bao", {13, 0}},
                                                   {"foutje.bao", {22, nullptr}},
                                                   {"game00.bao", {0, nullptr}},
                                                   {"short1.bao", {6, 1}},
                                                   {"short2.bao", {14, 1}},
                                                   {"we1.bao", {22, nullptr}}};
  std::size_t plies = 0;
  const Bao rules;
  for (const json& game : games()) {
    INFO(game["file"]);
    const Published& expected = published.at(game["file"]);
    CHECK(game["moves"].size() == expected.plies);
    plies += expected.plies;
    json reached = nullptr;
    for (const json& ply : game["moves"]) {
      INFO(ply.dump());
      const Position position = from_donkers(ply["start"]);
      const std::string text = without_marks(ply["move"]);
      const auto parsed = rules.parse_move(position, text);
      REQUIRE(std::holds_alternative<Move>(parsed));
      const Move move = std::get<Move>(parsed);
      CHECK(text + (move.captures() ? "" : "*") == ply["move"].get<std::string>());
      Position end = from_donkers(ply["end"]);
      const Position after = rules.play(position, move);
      reached = winner(rules, after);
      if (!reached.is_null()) end.mover = after.mover;
      CHECK(same_board(after, end));
      CHECK(captures_of(sown(rules, position, move)) == ply["captures"]);
    }
    CHECK(reached == expected.winner);
    CHECK(reached == game["winner"]);
  }
  CHECK(plies == 511);
}

TEST_CASE("bao: a published problem is won in nine moves, not in seven") {
  const Position position = from_donkers(
      "[ 0 0 0 0 0 0 0 0 | 3 1 5 0 0 0 0 1 | 0 0 1 5 1 2 4 0 | 1 1 1 1 1 0 0 0 | 18 18 | T F | 255 | 0 ]");
  const Bao rules;
  CHECK_FALSE(wins(rules, position, 7));
  CHECK(wins(rules, position, 9));
}
