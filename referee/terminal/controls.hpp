// What people at the terminal want of a run: signals and keys.
#pragma once

#include "referee/run/observer.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/keys.hpp"
#include "referee/terminal/signals.hpp"

namespace ebiri::terminal {

/// A signal, or the key q, ends the run; p pauses it and lets it go on; t prints the table.
class Controls final : public run::Control {
 public:
  /// All of them outlive it.
  Controls(Signals& signals, Keys& keys, Console& console)
      : signals_(signals),
        keys_(keys),
        console_(console) {
    console.set_keys(keys);
  }

  std::vector<int> descriptors() override { return {signals_.descriptor(), keys_.descriptor()}; }

  Wishes take() override {
    Wishes wishes{.quits = signals_.take()};
    for (const char key : keys_.take()) {
      if (key == 'q') ++wishes.quits;
      if (key == 't') console_.table();
      if (key == 'p') wishes.pause = !wishes.pause;
    }
    return wishes;
  }

 private:
  Signals& signals_;
  Keys& keys_;
  Console& console_;
};

}  // namespace ebiri::terminal
