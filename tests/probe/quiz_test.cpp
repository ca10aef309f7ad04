#include "referee/probe/quiz.hpp"

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <string>

#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

using namespace ebiri;

namespace {

std::unique_ptr<rules::Game> position_of(const probe::QuizQuestion& quiz) {
  const auto selection = rules::parse_selection(quiz.variant, quiz.rules);
  REQUIRE(selection);
  const auto rules = rules::make_rules(*selection);
  REQUIRE(rules);
  auto game = (*rules)->from_position(quiz.position);
  REQUIRE(game);
  for (const auto move : words(quiz.moves)) REQUIRE_FALSE((*game)->play(move));
  return std::move(*game);
}

}  // namespace

TEST_CASE("quiz: exactly one move is legal in every position") {
  for (const auto& quiz : probe::quiz_questions()) {
    INFO(quiz.variant << " " << quiz.topic << " " << quiz.position << " " << quiz.moves);
    const auto game = position_of(quiz);
    CHECK_FALSE(game->outcome());
    CHECK(game->legal_moves().size() == 1);
    CHECK_FALSE(quiz.reason.empty());
  }
}

TEST_CASE("quiz: every variant has two topics at least, of three positions each") {
  for (const auto& variant : rules::variants()) {
    const auto topics = probe::topics_of(variant.name);
    INFO(variant.name);
    CHECK(topics.size() >= 2);
    std::map<std::string_view, int> count;
    for (const auto& quiz : probe::quiz_questions())
      if (quiz.variant == variant.name) ++count[quiz.topic];
    for (const auto topic : topics) CHECK(count[topic] == 3);
  }
}

TEST_CASE("quiz: the positions test their topic") {
  // The same positions under rules that differ in the topic.
  struct Row {
    std::string_view topic;
    std::string_view variant;
    std::string_view otherwise;
  };
  const Row rows[] = {{"feed", "oware", "abapa feed=none"},
                      {"slam", "oware", "abapa grand-slam=capture-all"},
                      {"feed", "namnam", "namnam feed=none"},
                      {"endless", "omweso", "omweso"}};
  for (const Row& row : rows)
    for (auto quiz : probe::quiz_questions()) {
      if (quiz.topic != row.topic || quiz.variant != row.variant) continue;
      INFO(quiz.position);
      quiz.rules = row.otherwise;
      const auto game = position_of(quiz);
      CHECK((game->outcome() || game->legal_moves().size() > 1));
    }
}
