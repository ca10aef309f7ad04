// Positions with exactly one legal move. Each tests a rule that programs often get wrong.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ebiri::probe {

struct QuizQuestion {
  std::string_view variant;
  std::string_view topic;  ///< kebab-case: `feed`, `slam` …
  std::string_view rules;  ///< ruleset and options, as `UGI_Ruleset` takes them; empty: the variant's default
  std::string_view position;  ///< base position
  std::string_view moves;     ///< played since, separated by blanks
  std::string_view reason;    ///< the rule that decides, one sentence
};

/// All questions, grouped by topic.
std::span<const QuizQuestion> quiz_questions();

/// The topics of a variant, in order.
std::vector<std::string_view> topics_of(std::string_view variant);

}  // namespace ebiri::probe
