// Positions with exactly one legal move. Each tests a rule that programs often get wrong.
#pragma once

#include <span>
#include <string_view>

namespace ebiri::probe {

struct QuizQuestion {
  std::string_view position;  ///< base position
  std::string_view moves;     ///< played since, separated by blanks
};

/// Three questions about one rule.
struct QuizTopic {
  std::string_view variant;
  std::string_view name;   ///< kebab-case: `feed`, `slam` …
  std::string_view rules;  ///< ruleset and options, as `UGI_Ruleset` takes them; empty: the variant's default
  std::string_view reason;  ///< the rule that decides, one sentence
  QuizQuestion questions[3];
};

/// All topics, in the order of the examination.
std::span<const QuizTopic> quiz_topics();

}  // namespace ebiri::probe
