// The advice after an illegal move.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <string>

#include "referee/probe/examination.hpp"
#include "referee/probe/quiz.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

using namespace ebiri;

namespace {

// The advice for `move` in the position of a question.
std::string advice_for(const probe::QuizTopic& topic, const probe::QuizQuestion& question,
                       const std::string& move) {
  const probe::Settings settings{};
  const std::function<void(const probe::Finding&)> say;
  probe::Examination examination{settings, say};  // starts no engine
  const auto selection = rules::parse_selection(topic.variant, topic.rules);
  REQUIRE(selection);
  examination.choose_rules(*selection);
  const auto game = examination.rules().from_position(question.position);
  REQUIRE(game);
  for (const auto played : words(question.moves)) REQUIRE_FALSE((*game)->play(played));
  probe::Response response;
  response.reply = protocol::BestMove{.move = move};
  const auto complaint = examination.refusal(**game, response);
  REQUIRE(complaint);
  return complaint->advice;
}

}  // namespace

TEST_CASE("probe: numbers get the advice to use letters only where moves are letters") {
  int with_letters = 0, with_numbers = 0;
  for (const auto& topic : probe::quiz_topics)
    for (const auto& question : topic.questions) {
      const bool letters = topic.variant == "oware" || topic.variant == "kalah";
      const bool numbers = topic.variant == "omweso";
      INFO(topic.variant << " " << question.position << " " << question.moves);
      const std::string advice = letters || numbers ? advice_for(topic, question, "99") : "";
      if (letters) CHECK(advice.starts_with("pits have letters, not numbers"));
      if (numbers) CHECK(advice.starts_with("set up the position again"));
      with_letters += letters ? 1 : 0;
      with_numbers += numbers ? 1 : 0;
    }
  CHECK(with_letters > 0);
  CHECK(with_numbers > 0);
}
