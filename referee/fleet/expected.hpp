// Whether a game that came back is the one that was asked for.
#pragma once

#include <optional>
#include <string>

#include "referee/match/play_game.hpp"

namespace ebiri::fleet {

/// What a record says otherwise than what was asked for, or than the rules; empty if nothing. `time_scale`:
/// of the time limits where it was played; nothing if no time limit can hold there.
std::string against(const match::GameRecord& record, const match::GameSetup& setup, const rules::Rules& rules,
                    std::optional<int> time_scale);

}  // namespace ebiri::fleet
