// Examines one engine, step by step, against the protocol (protocol/PROTOCOL.md) and the rules. Writes the
// findings as text and as JSON.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/player/engine_player.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::probe {

using player::Duration;

enum class Verdict : std::uint8_t {
  good,
  warning,      ///< allowed, but likely to cost games or time
  fault,        ///< against the protocol or the rules
  undecided,    ///< the machine was too busy to tell, or a system error
  not_examined  ///< not possible: no legal move, no such option, or another dialect
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

  /// The answers of the step `time`, in other dialects of the two games. Each `limit` is the time per move.
  std::vector<player::TimeEvidence> times;

  std::ptrdiff_t warm_up_moves = 0;  ///< the warm-up that the engine needs, or 0

  std::size_t count(Verdict verdict) const;
};

/// The engine, without its options and its warm-up, and how to examine it.
struct Settings : player::EngineSetup {
  /// Examine only this variant. Default: all native variants that the engine announces (oware if it
  /// announces none), or that of the dialect.
  std::optional<rules::Selection> selection;

  std::chrono::milliseconds patience{10000};           ///< how long an answer is awaited after the limit
  std::chrono::milliseconds prompt_reply_limit{1000};  ///< for replies due at once, such as after `stop`
  std::chrono::milliseconds margin{50};  ///< an answer at most this long after the limit is not late
};

/// Runs the whole examination; for other dialects than UGI, only what a game needs. Calls `on_finding`, if
/// set, with each finding at once. An engine that answers in time takes about ten seconds, and five more for
/// each variant. Precondition: the selection is valid, and `dialect` supports it.
Report examine(const Settings& settings, const std::function<void(const Finding&)>& on_finding = {});

/// One line, followed by the expectation, the advice, the exchange that shows a fault, and the end of the
/// engine's standard error. The text is safe for terminals.
std::string text_of(const Finding& finding);

/// One line: `Engine 1.0: 1 fault, 2 warnings in 24 checks`. A finding `not_examined` is no check.
std::string summary(const Report& report);

/// At most two lines: `ready for: oware, a clock` and `not ready for: a time per move`. A step with a fault
/// makes the engine not ready for what it tests. An undecided step counts for neither line.
std::string readiness(const Report& report);

/// The whole report. `command` is the engine's command line.
std::string to_json(const Report& report, const std::string& command);

}  // namespace ebiri::probe
