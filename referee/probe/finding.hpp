// The findings of an examination, also as text and as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/player/player.hpp"

namespace ebiri::probe {

using player::Duration;

enum class Verdict : std::uint8_t {
  good,
  warning,      ///< allowed, but likely to cost games or time
  fault,        ///< against the protocol or the rules
  undecided,    ///< the machine was too busy to tell
  not_examined  ///< not possible: an earlier fault, no such option, or another dialect
};

/// `good`, `warning`, `fault`, `undecided`, `not-examined`.
std::string_view word(Verdict verdict);

struct Finding {
  std::string step;     ///< kebab-case: `handshake`, `stop` …
  std::string variant;  ///< the variant of the step, or empty
  Verdict verdict = Verdict::good;
  std::string found;                  ///< one sentence
  std::string expected = {};          ///< of a fault or a warning
  std::string advice = {};            ///< how to fix it, or why it matters
  std::vector<std::string> exchange;  ///< the last lines sent (`> …`) and received (`< …`), cut and printable
  std::string errors = {};            ///< the end of the engine's standard error, if it may help
};

struct Report {
  std::string name, author;  ///< as announced, or empty
  std::vector<std::string> variants;
  std::vector<Finding> findings;  ///< in the order of the examination
  std::vector<player::TimeEvidence> times;  ///< of answers to requests with a time; each `limit` is that time

  std::size_t count(Verdict verdict) const;
};

/// One line, followed by the expectation, the advice, the exchange that shows a fault, and the end of the
/// engine's standard error. The text is safe for terminals.
std::string text_of(const Finding& finding);

/// One line: `Engine 1.0: 1 fault, 2 warnings in 24 checks`.
std::string summary(const Report& report);

/// At most two lines: `ready for: oware, a clock` and `not ready for: a time per move`. A step with a fault
/// makes the engine not ready for what it tests. An undecided step counts for neither line.
std::string readiness(const Report& report);

/// The whole report. `command` is the engine's command line.
std::string to_json(const Report& report, const std::string& command);

}  // namespace ebiri::probe
