// What the files of `EnginePlayer` share: the running engine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/player/engine_player.hpp"

namespace ebiri::player {

/// A process, its channel, and what it announced.
struct EnginePlayer::Running {
  process::Child child;
  process::LineChannel channel;
  std::vector<std::string> options;
  std::optional<std::vector<std::string>> variants;
  bool owes_answer = false;  // to a request whose turn has passed: it will be dropped
  bool answered = false;     // a question, at least one

  Running(process::Child started, const EngineSetup& setup)
      : child(std::move(started)),
        channel(child, setup.limits, setup.interrupt) {}
};

}  // namespace ebiri::player
