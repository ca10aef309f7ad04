// Turns recorded from other programs (tests/data/omweso/README.md).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>

#include "tests/rules/omweso_boards.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::omweso;
using namespace ebiri::rules::omweso::tests;
using nlohmann::json;

namespace {

std::vector<json> lines_of(const std::string& file, std::size_t lines) {
  using ebiri::rules::tests::sampling_step;
  auto read = ebiri::rules::tests::data_lines("omweso/" + file + ".jsonl.gz");
  CHECK(read.size() == (lines + sampling_step - 1) / sampling_step);
  return read;
}

json winner_of(const Omweso& rules, const Position& reached) {
  const std::array<Position, 1> history{reached};
  const auto outcome = rules.outcome(history);
  return outcome ? json(static_cast<int>(outcome->kind)) : json();
}

/// Compares what a server recorded for each pit that may be sown, with no choice of direction. Returns the
/// number of legal pits without an entry: the server aborted these turns.
std::size_t check_server_line(const Omweso& rules, const json& line) {
  const Position position = recorded(line["pits"], line["player"]);
  std::vector<int> legal;
  for (const Move& move : rules.legal_moves(position)) legal.push_back(move.pit);
  CHECK(legal == line["legal"].get<std::vector<int>>());
  for (const json& entry : line["moves"]) {
    const std::string text = std::to_string(entry["move"].get<int>()) + "+";
    INFO(text);
    const Turn turn = turn_of(rules, position, text);
    const Position reached = played(rules, position, text);
    REQUIRE(turn.state() == Turn::State::ended);
    CHECK(recorded_pits(reached) == entry["pits"]);
    CHECK(recorded_captures(turn) == entry["captures"]);
    CHECK(turn.laps() == entry["laps"].get<int>());
    CHECK(winner_of(rules, reached) == entry["winner"]);
    std::erase(legal, entry["move"].get<int>());
  }
  for (const int pit : legal) CHECK(turn_of(rules, position, std::to_string(pit) + "+").is_endless());
  return legal.size();
}

const std::map<std::string, std::string> recorded_reasons{{"akawumbi", "akawumbi"},
                                                          {"emitwe-ebiri", "emitwe"},
                                                          {"akakyala", "akakyala"},
                                                          {"no move", "no-moves"},
                                                          {"endless move (limit)", "endless"}};

void check_end(const Omweso& rules, const Position& reached, const json& entry) {
  CHECK(winner_of(rules, reached) == entry["winner"]);
  const std::array<Position, 1> history{reached};
  if (const auto outcome = rules.outcome(history))
    CHECK(outcome->reason == recorded_reasons.at(entry["reason"]));
  else
    CHECK(entry["reason"] == "");
}

/// Compares one recorded move in full; of an endless one neither pits nor laps (see the data's README).
void check_move(const Omweso& rules, const Position& position, const json& entry) {
  const std::string text = entry["move"];
  INFO(text);
  const Turn turn = turn_of(rules, position, text);
  const Position reached = played(rules, position, text);
  CHECK(recorded_captures(turn) == entry["captures"]);
  if (turn.is_endless()) {
    CHECK(entry["reason"] == "endless move (limit)");
    CHECK(reached.rings == position.rings);
  } else {
    CHECK(recorded_pits(reached) == (entry.contains("end") ? entry["end"] : entry["pits"]));
    CHECK(turn.laps() == entry["laps"].get<int>());
  }
  if (entry.contains("cap_turns"))
    CHECK(json{reached.captured_in[0], reached.captured_in[1]} == entry["cap_turns"]);
  check_end(rules, reached, entry);
}

}  // namespace

TEST_CASE("omweso: every turn that the McGill server of 2015 recorded is reproduced") {
  const Omweso rules = rules_with({"reverse=off", "emitwe=false", "akakyala=false"});
  std::size_t broken_off = 0;
  for (const json& line : lines_of("mcgill", 2500)) {
    INFO(line["pits"].dump() << " " << line["player"]);
    broken_off += check_server_line(rules, line);
  }
  CHECK(broken_off == (EBIRI_TEST_SAMPLING != 0 ? 0 : 1));
}

TEST_CASE("hus: every turn that the McGill server of 2016 recorded is reproduced") {
  const Omweso rules(options_of("hus8"));
  for (const json& line : lines_of("hus8", 700)) {
    INFO(line["pits"].dump() << " " << line["player"]);
    CHECK(check_server_line(rules, line) == 0);
  }
}

TEST_CASE("omweso: every move of a literal implementation of the rules is reproduced, under its options") {
  for (const json& line : lines_of("full_rules", 3000)) {
    INFO(line["options"].dump() << " " << line["pits"].dump() << " " << line["player"]);
    const Omweso rules(recorded_options(line["options"]));
    Position position = recorded(line["pits"], line["player"]);
    position.turns = line["turns"];
    position.captured_in = {line["cap_turns"][0], line["cap_turns"][1]};
    std::vector<std::string> texts;
    for (const json& entry : line["moves"]) {
      check_move(rules, position, entry);
      texts.push_back(entry["move"]);
    }
    std::ranges::sort(texts);
    std::string expected;
    for (const std::string& text : texts) expected += (expected.empty() ? "" : " ") + text;
    CHECK(moves(rules, position) == expected);
  }
}

TEST_CASE("omweso: the known examples are reproduced") {
  const json examples = json::parse(ebiri::rules::tests::data_file("omweso/known.json"));
  CHECK(examples.size() == 16);
  for (const json& example : examples) {
    INFO(example["name"]);
    const Omweso rules(recorded_options(example["options"]));
    check_move(rules, recorded(example["pits"], example["player"]), example);
  }
}
