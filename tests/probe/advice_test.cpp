// Findings that need no process of an engine, and the advice after an illegal move.
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/probe/examination.hpp"
#include "referee/probe/quiz.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

using namespace ebiri;

namespace {

const probe::Settings defaults{};
const std::function<void(const probe::Finding&)> say;

// An examination that starts no engine.
struct Examined : probe::Examination {
  Examined(std::string_view variant, std::string_view ruleset) : Examination(defaults, say) {
    const auto selection = rules::parse_selection(variant, ruleset);
    REQUIRE(selection);
    choose_rules(*selection);
  }
};

std::unique_ptr<rules::Game> position_of(const Examined& examination, const probe::QuizQuestion& question) {
  auto game = examination.rules().from_position(question.position);
  REQUIRE(game);
  for (const auto played : words(question.moves)) REQUIRE_FALSE((*game)->play(played));
  return std::move(*game);
}

// The advice for `move` in the position of a question.
std::string advice_for(const probe::QuizTopic& topic, const probe::QuizQuestion& question,
                       const std::string& move) {
  const Examined examination{topic.variant, topic.rules};
  probe::Response response;
  response.reply = protocol::BestMove{.move = move};
  const auto complaint = examination.refusal(*position_of(examination, question), response);
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

TEST_CASE("probe: described games are variants that the referee knows") {
  rules::add_other_games(
      {.find = [](const rules::Selection&) { return std::optional<Result<std::unique_ptr<rules::Rules>>>{}; },
       .names = [] { return std::vector<std::string>{"songo"}; },
       .read = nullptr});
  struct Row {
    std::vector<std::string> announced;
    probe::Verdict verdict;
  };
  const Row rows[] = {{{"oware", "songo"}, probe::Verdict::good},
                      {{"songo"}, probe::Verdict::not_examined},
                      {{"described"}, probe::Verdict::not_examined},
                      {{"oware", "sogno"}, probe::Verdict::warning}};
  for (const Row& row : rows) {
    Examined examination{"oware", ""};
    examination.variants = row.announced;
    examination.offers.push_back({.name = "UGI_Variant", .type = "string"});
    std::vector<rules::Selection> to_play;
    CHECK(probe::examine_variants(examination, to_play) == (row.announced.front() == "oware"));
    INFO(join(row.announced, " "));
    CHECK(examination.report().findings.front().verdict == row.verdict);
  }
}

TEST_CASE("probe: there is no quiz under a ruleset that the engine does not play") {
  Examined examination{"oware", "lemery"};  // and no option `UGI_Ruleset`
  probe::examine_quiz(examination);
  CHECK(examination.report().findings.size() == 3);
  CHECK(examination.report().count(probe::Verdict::not_examined) == 3);
}

TEST_CASE("probe: a move in the wrong case gets advice about sides only where pits have letters") {
  for (const auto& topic : probe::quiz_topics) {
    if (topic.variant != "oware" && topic.variant != "bao") continue;
    for (const auto& question : topic.questions) {
      auto move = position_of({topic.variant, topic.rules}, question)->legal_moves().front();
      for (char& c : move)
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) c = static_cast<char>(c ^ 0x20);
      INFO(topic.variant << " " << question.position << " " << move);
      CHECK(advice_for(topic, question, move)
                .starts_with(topic.variant == "oware" ? "is the board seen from the wrong side?"
                                                      : "capital and small letters differ; here `"));
    }
  }
}

TEST_CASE("probe: the command that shows legal moves names a ruleset that is not the default") {
  const Examined usual{"oware", "abapa"}, other{"kalah", "manchester"};
  CHECK(usual.rules_command(*usual.rules().start()) ==
        "ebiri rules oware --position " + usual.rules().start()->position());
  CHECK(other.rules_command(*other.rules().start()) ==
        "ebiri rules kalah --rules manchester --position " + other.rules().start()->position());
}

TEST_CASE("probe: no control byte of an engine reaches the terminal") {
  const std::string text = probe::text_of({.step = "options",
                                           .verdict = probe::Verdict::fault,
                                           .found = "\x1b[1m",
                                           .expected = "one of \x1b]0;x\x07",
                                           .advice = "write \x1b[2J",
                                           .exchange = {}});
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x07') == std::string::npos);
}
