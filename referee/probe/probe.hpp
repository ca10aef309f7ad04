// Examines one engine step by step against the protocol (protocol/PROTOCOL.md) and the rules.
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
  std::optional<rules::Selection> selection;     ///< only this variant; otherwise every one that it announces
  std::chrono::milliseconds start_limit{10000};  ///< from the start of the process to `ugiok`
  std::chrono::milliseconds ready_limit{10000};  ///< from `isready` to `readyok`
  std::chrono::milliseconds patience{10000};     ///< beyond what `go` allows, before silence is a fault
  std::chrono::milliseconds prompt{1000};        ///< for what is due at once: after `stop`, while it thinks
  std::chrono::milliseconds margin{50};          ///< how much later than its limit an answer may come
  std::chrono::milliseconds grace{1000};         ///< from `quit` to the kill
  std::chrono::milliseconds busy_limit{10000};   ///< longest wait for cores that others held
};

/// The whole examination; `say`, if there is one, is told each finding as it comes. It takes as long as the
/// engine does: about ten seconds, and five for each variant, with one that answers in time. Precondition:
/// rules can be made from the selection.
Report examine(const Settings& settings, const std::function<void(const Finding&)>& say = {});

}  // namespace ebiri::probe
