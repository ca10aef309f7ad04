// Requests of a user at the terminal: signals and keys.
#pragma once

#include <optional>

#include "referee/run/observer.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/keys.hpp"
#include "referee/terminal/signals.hpp"

namespace ebiri::terminal {

/// Controls a run: a signal or the key q ends it; p pauses and resumes it; t prints the table. Signals are
/// handled from `begin` until destruction, keys between `begin` and `end`.
class Controls final : public run::Control {
 public:
  /// `console` must outlive this object.
  explicit Controls(Console& console) : console_(console) {}

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
    return requests;
  }

 private:
  Console& console_;
  std::optional<Signals> signals_;
  std::optional<Keys> keys_;
};

}  // namespace ebiri::terminal
