// Examines one engine, step by step, against the protocol (protocol/PROTOCOL.md) and the rules.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "referee/probe/finding.hpp"
#include "referee/process/child.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::probe {

struct Settings {
  process::Command command;
  std::string dialect{player::native_dialect};

  /// Examine only this variant; default: all that the engine announces.
  std::optional<rules::Selection> selection;

  std::chrono::milliseconds start_limit{10000};        ///< from the start of the process to `ugiok`
  std::chrono::milliseconds ready_limit{10000};        ///< from `isready` to `readyok`
  std::chrono::milliseconds patience{10000};           ///< how long an answer is awaited after the limit
  std::chrono::milliseconds prompt_reply_limit{1000};  ///< for replies due at once, such as after `stop`
  std::chrono::milliseconds margin{50};         ///< an answer at most this long after the limit is not late
  std::chrono::milliseconds grace{1000};        ///< from `quit` to the kill
  std::chrono::milliseconds busy_limit{10000};  ///< longest wait for cores that other processes hold
};

/// Runs the whole examination; for other dialects than UGI, only what a game needs. Calls `on_finding`, if
/// set, with each finding at once. An engine that answers in time takes about ten seconds, and five more for
/// each variant. Precondition: the selection is valid, and `dialect` supports it.
Report examine(const Settings& settings, const std::function<void(const Finding&)>& on_finding = {});

}  // namespace ebiri::probe
