// The fields of `player::TimeEvidence` by their names in journals, databases and pages.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "referee/player/player.hpp"

namespace ebiri::record {

/// Microseconds, in the order in which they are written; `cpu_source`, a text, comes last.
inline constexpr std::array<std::pair<std::string_view, player::Duration player::TimeEvidence::*>, 6>
    time_fields{{
        {"limit_us", &player::TimeEvidence::limit},
        {"lower_us", &player::TimeEvidence::lower},
        {"upper_us", &player::TimeEvidence::upper},
        {"cpu_us", &player::TimeEvidence::cpu},
        {"engine_wait_us", &player::TimeEvidence::engine_wait},
        {"referee_wait_us", &player::TimeEvidence::referee_wait},
    }};

}  // namespace ebiri::record
