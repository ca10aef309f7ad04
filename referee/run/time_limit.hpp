// Ends a run when its time is up.
#pragma once

#include <chrono>
#include <optional>

#include "referee/run/observer.hpp"

namespace ebiri::run {

/// Requests the end of a run after `limit`, if given, not counting pauses. Forwards the requests of another
/// control. Not thread-safe.
class TimeLimit final : public Observer, public Control {
 public:
  /// `inner` outlives it.
  TimeLimit(std::optional<std::chrono::seconds> limit, Control& inner) : limit_(limit), inner_(inner) {}

  void tick(const LoopState& state, const tournament::GameQueue&) override {
    over_ = limit_ && state.elapsed >= *limit_;
  }

  void begin() override { inner_.begin(); }
  void end() override { inner_.end(); }
  using Observer::begin;
  using Observer::end;
  std::vector<int> descriptors() override { return inner_.descriptors(); }

  Requests take() override {
    Requests requests = inner_.take();
    if (requests.quits > 0 || !over_ || ended_) return requests;
    ended_ = true;
    requests.quits = 1;
    return requests;
  }

  /// Whether it has ended the run.
  bool ended() const { return ended_; }

 private:
  std::optional<std::chrono::seconds> limit_;
  Control& inner_;
  bool over_ = false, ended_ = false;
};

}  // namespace ebiri::run
