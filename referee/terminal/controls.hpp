// Requests of a user at the terminal: signals, keys and a time limit.
#pragma once

#include <chrono>
#include <optional>

#include "referee/run/observer.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/user_input.hpp"

namespace ebiri::terminal {

/// Controls a run: a signal, the key q or the time limit ends it; p pauses and resumes it; t prints the
/// table. Signals are handled from `begin` until destruction, keys between `begin` and `end`.
class Controls final : public run::Control {
 public:
  /// `console` must outlive this object. `limit` is for the time without pauses, which `console` measures:
  /// with a limit, it must observe the run.
  explicit Controls(Console& console, std::optional<std::chrono::seconds> limit = std::nullopt)
      : console_(console),
        limit_(limit) {}

  void begin() override {
    signals_.emplace();
    keys_.emplace(console_.live() ? Typing::read : Typing::ignored);
    console_.set_keys(&*keys_);
  }

  void end() override {
    console_.set_keys(nullptr);
    keys_.reset();
  }

  std::vector<int> descriptors() override { return {signals_->descriptor(), keys_->descriptor()}; }

  Requests take() override {
    Requests requests{.quits = signals_->take()};
    for (const char key : keys_->take()) {
      if (key == 'q') ++requests.quits;
      if (key == 't') console_.table();
      if (key == 'p') requests.pause = !requests.pause;
    }
    if (limit_ && requests.quits == 0 && console_.elapsed() >= *limit_) {
      time_over_ = true;
      requests.quits = 1;
    }
    if (requests.quits > 0) limit_.reset();  // a second request would abort the running games
    return requests;
  }

  /// Whether the time limit has ended the run.
  bool time_over() const { return time_over_; }

 private:
  Console& console_;
  std::optional<std::chrono::seconds> limit_;
  bool time_over_ = false;
  std::optional<Signals> signals_;
  std::optional<Keys> keys_;
};

}  // namespace ebiri::terminal
