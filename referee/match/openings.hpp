// Where games begin: openings from a file, or distinct random ones.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::match {

/// Reads an opening file: one opening a line, either moves from the start position (`F f E`), or
/// `position TOKEN` and optionally `moves M…` after it. `#` begins a comment; empty lines are skipped.
/// Openings are named by their order, from `1`. Every opening must be playable and must not end the
/// game; openings that reach the same position twice are an error. The error lists every problem, one
/// a line, as `FILE:LINE: error: …`.
Result<std::vector<Opening>> read_openings(std::string_view text, std::string_view file,
                                           const rules::Rules& rules);

/// `count` openings of `plies` uniformly random moves, all with different final positions, none over. Laying
/// out one side's seeds is a ply, and all arrangements are equally likely. Asking for more keeps those that
/// fewer gives. Fails when so many cannot be found.
Result<std::vector<Opening>> random_openings(const rules::Rules& rules, int count, int plies,
                                             std::uint64_t seed);

}  // namespace ebiri::match
