// The words of keys with a fixed choice. Each list has the order of its enumeration in program.hpp.
#pragma once

#include <string>
#include <vector>

namespace ebiri::described {

using Words = std::vector<std::string>;

inline const Words direction_words{"counter-clockwise", "clockwise", "choose", "bind", "bind-each"};
inline const Words lap_kind_words{"start", "relay", "after-reverse", "after-forward"};
inline const Words feed_words{"no", "must", "must-if-possible", "always", "always-if-possible"};
inline const Words slam_words{"takes",      "takes-nothing", "illegal",   "illegal-unless-only",
                              "leave-last", "leave-first",   "gives-rest"};
inline const Words endless_words{"annul", "draw", "loss", "illegal", "stop", "round"};
inline const Words refill_words{"row", "match", "territory", "even"};
inline const Words remainder_words{"store", "next", "spread"};
inline const Words tie_words{"poorer", "richer", "owner"};
inline const Words begins_words{"alternate", "same", "winner", "loser"};

}  // namespace ebiri::described
