// Checks every example in PROTOCOL.md.
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "protocol/ugi.hpp"
#include "referee/described/described.hpp"
#include "referee/described/description.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

using namespace ebiri;
using namespace ebiri::protocol;

namespace {

struct Example {
  int line = 0;  // in the document
  char from = '>';
  std::string text;
};

using Block = std::vector<Example>;

/// The fenced blocks whose tag is exactly `tag`.
std::vector<Block> blocks(const std::string& tag) {
  std::ifstream file(EBIRI_SOURCE_DIR "/protocol/PROTOCOL.md");
  REQUIRE(file);
  std::vector<Block> found;
  std::string line;
  bool inside = false;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```" + tag;
      if (inside) found.emplace_back();
      continue;
    }
    if (!inside) continue;
    INFO("PROTOCOL.md:" << number << ": " << line);
    REQUIRE(line.size() > 2);
    REQUIRE((line[0] == '>' || line[0] == '<'));
    REQUIRE(line[1] == ' ');
    found.back().push_back({number, line[0], line.substr(2)});
  }
  return found;
}

bool understood(const Example& example) {
  if (example.from == '>') return static_cast<bool>(ugi::decode_request(example.text));
  const Reply reply = ugi::decode(example.text);
  return !std::holds_alternative<Unknown>(reply) && !std::holds_alternative<Malformed>(reply);
}

std::string canonical(const Example& example) {
  if (example.from == '>') return ugi::encode(*ugi::decode_request(example.text));
  return ugi::encode_reply(ugi::decode(example.text));
}

/// Replays one block: its settings, its positions and its moves.
struct Follower {
  rules::Selection selection{.variant = "oware", .ruleset = {}, .options = {}};
  std::unique_ptr<rules::Rules> described_rules;
  std::unique_ptr<rules::Game> game;
  int moves = 0;

  void follow(const Example& example) {
    INFO("PROTOCOL.md:" << example.line << ": " << example.text);
    if (example.from == '<') {
      const Reply reply = ugi::decode(example.text);
      if (const auto* best = std::get_if<BestMove>(&reply)) answer(*best);
      return;
    }
    const Request request = *ugi::decode_request(example.text);
    if (const auto* option = std::get_if<SetOption>(&request)) set(*option);
    if (const auto* position = std::get_if<Position>(&request)) show(*position);
    if (const auto* over = std::get_if<GameOver>(&request)) end(*over);
  }

  void set(const SetOption& option) {
    if (option.name == "UGI_Variant") selection.variant = option.value;
    if (option.name == "UGI_Description") describe(option.value);
    if (option.name != "UGI_Ruleset") return;
    selection.ruleset = option.value;
    if (selection.variant == rules::any_described_game) return;
    const auto parsed = rules::parse_selection(selection.variant, option.value);
    REQUIRE(parsed);
    selection = *parsed;
  }

  void describe(const std::string& canonical) {
    auto description = described::read_canonical(canonical);
    REQUIRE(description);
    CHECK(description->canonical() == canonical);
    CHECK(description->hash() == selection.ruleset);
    described_rules = described::rules_of(*std::move(description), selection.variant);
  }

  std::unique_ptr<rules::Game> begin(const rules::Rules& rules, const Position& position) {
    if (!position.base) return rules.start();
    auto based = rules.from_position(*position.base);
    REQUIRE(based);
    return std::move(*based);
  }

  void show(const Position& position) {
    if (selection.variant == rules::any_described_game) {
      game = begin(*described_rules, position);
    } else {
      const auto made = rules::make_rules(selection);
      REQUIRE(made);
      game = begin(**made, position);
    }
    for (const std::string& move : position.moves) play(move);
  }

  void play(const std::string& move) {
    REQUIRE_FALSE(game->outcome());
    CHECK_FALSE(rules::advance(*game, move));
  }

  void answer(const BestMove& best) {
    if (game == nullptr || best.kind != BestMove::Kind::move) return;
    play(best.move);
    ++moves;
  }

  void end(const GameOver& over) {
    if (game == nullptr) return;
    const auto outcome = game->outcome().value_or(game->agreed_end());
    CHECK(over.reason == outcome.reason);
    CHECK((over.result == "p1") == (outcome.kind == rules::Outcome::Kind::south_wins));
  }
};

}  // namespace

TEST_CASE("protocol document: every example is understood and written canonically") {
  int examples = 0;
  for (const Block& block : blocks("ugi")) {
    for (const Example& example : block) {
      INFO("PROTOCOL.md:" << example.line << ": " << example.text);
      REQUIRE(understood(example));
      CHECK(canonical(example) == example.text);
      ++examples;
    }
  }
  CHECK(examples > 80);
}

TEST_CASE("protocol document: tolerated lines are understood, malformed lines are not") {
  const auto tolerated = blocks("ugi-tolerated");
  REQUIRE(tolerated.size() == 1);
  for (const Example& example : tolerated.front()) {
    INFO("PROTOCOL.md:" << example.line << ": " << example.text);
    REQUIRE(understood(example));
    CHECK(canonical(example) != example.text);
  }
  const auto malformed = blocks("ugi-malformed");
  REQUIRE(malformed.size() == 1);
  for (const Example& example : malformed.front()) {
    INFO("PROTOCOL.md:" << example.line << ": " << example.text);
    CHECK_FALSE(understood(example));
    if (example.from == '<') CHECK(std::holds_alternative<Malformed>(ugi::decode(example.text)));
  }
}

TEST_CASE("protocol document: the positions and moves of the examples follow the rules") {
  int positions = 0;
  for (const Block& block : blocks("ugi")) {
    Follower follower;
    for (const Example& example : block) {
      // A list of messages is not a conversation, so only its positions are checked.
      if (example.from == '<' && follower.selection.ruleset.empty()) continue;
      if (example.text.starts_with("gameover") && follower.selection.ruleset.empty()) continue;
      follower.follow(example);
      positions += example.text.starts_with("position") ? 1 : 0;
    }
  }
  CHECK(positions >= 10);
}

TEST_CASE("protocol document: the last example is a complete game") {
  const Block transcript = blocks("ugi").back();
  CHECK(transcript.front().text == "ugi");
  CHECK(transcript.back().text == "quit");
  Follower follower;
  for (const Example& example : transcript) follower.follow(example);
  REQUIRE(follower.game != nullptr);
  const auto outcome = follower.game->outcome();
  REQUIRE(outcome);
  CHECK(outcome->kind == rules::Outcome::Kind::south_wins);
  CHECK(outcome->reason == "majority");
  CHECK(outcome->south == 26);
  CHECK(follower.game->plies() == 15);
  CHECK(follower.moves == 8);
}
