#include "referee/probe/quiz.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string_view>
#include <vector>

#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

using namespace ebiri;

namespace {

std::unique_ptr<rules::Game> position_of(std::string_view variant, std::string_view ruleset,
                                         const probe::QuizQuestion& question) {
  const auto rules = rules::make_rules(variant, ruleset);
  REQUIRE(rules);
  auto game = (*rules)->from_position(question.position);
  REQUIRE(game);
  for (const auto move : words(question.moves)) REQUIRE_FALSE((*game)->play(move));
  return std::move(*game);
}

}  // namespace

TEST_CASE("quiz: exactly one move is legal in every position") {
  for (const auto& topic : probe::quiz_topics) {
    CHECK_FALSE(topic.reason.empty());
    for (const auto& question : topic.questions) {
      INFO(topic.variant << " " << topic.name << " " << question.position << " " << question.moves);
      const auto game = position_of(topic.variant, topic.rules, question);
      CHECK_FALSE(game->outcome());
      CHECK(game->legal_moves().size() == 1);
    }
  }
}

TEST_CASE("quiz: every variant has two topics at least, and no topic twice") {
  for (const auto& variant : rules::variants()) {
    std::vector<std::string_view> names;
    for (const auto& topic : probe::quiz_topics)
      if (topic.variant == variant.name) names.push_back(topic.name);
    INFO(variant.name);
    CHECK(names.size() >= 2);
    std::ranges::sort(names);
    CHECK(std::ranges::adjacent_find(names) == names.end());
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
    for (const auto& topic : probe::quiz_topics) {
      if (topic.name != row.topic || topic.variant != row.variant) continue;
      for (const auto& question : topic.questions) {
        INFO(question.position);
        const auto game = position_of(topic.variant, row.otherwise, question);
        CHECK((game->outcome() || game->legal_moves().size() > 1));
      }
    }
}

TEST_CASE("quiz: grand slams of Oware do not test the feeding rule too") {
  for (const auto& topic : probe::quiz_topics) {
    if (topic.name != "slam") continue;
    for (const auto& question : topic.questions)
      CHECK(position_of(topic.variant, "abapa feed=none", question)->legal_moves().size() == 1);
  }
}
