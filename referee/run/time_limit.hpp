// Ends a match of two engines when its result is clear enough or its time is up.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "referee/run/observer.hpp"

namespace ebiri::run {

/// The conditions that end a match; one suffices. The error rates of such a match are unknown, unlike those
/// of a sequential test.
struct StopRule {
  double elo_error = 30;          ///< half the width of the 95 % interval of the difference, in Elo
  double superiority = 0.999;     ///< likelihood that one engine is stronger, 0..1
  std::int64_t least_pairs = 20;  ///< opening pairs before `elo_error` or `superiority` ends the match
  std::chrono::seconds time{300};
};

/// Requests the end of a run by a rule, and forwards the requests of another control. Not thread-safe.
class StopControl final : public Observer, public Control {
 public:
  /// `inner` outlives it.
  StopControl(const StopRule& rule, Control& inner) : rule_(rule), inner_(inner) {}

  void begin(const Start& start) override { standings(start.standings); }
  void standings(const report::Standings& standings) override;
  void tick(const LoopState& state, const tournament::GameQueue& queue) override;

  void begin() override { inner_.begin(); }
  void end() override { inner_.end(); }
  using Observer::end;
  std::vector<int> descriptors() override { return inner_.descriptors(); }
  Requests take() override;

  /// Why the rule ended the run; empty if it did not.
  const std::string& reason() const { return asked_ ? reason_ : none_; }

 private:
  StopRule rule_;
  Control& inner_;
  std::string reason_;
  const std::string none_;
  bool asked_ = false;
};

}  // namespace ebiri::run
