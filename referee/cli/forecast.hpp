// `ebiri run --dry-run`: what would be played.
#pragma once

#include "referee/cli/arena.hpp"

namespace ebiri::cli {

/// Prints every game that is determined, what depends on results within its bounds, and how exact the
/// ratings will be.
void print_forecast(const Arena& arena, const tournament::Tournament& tournament);

}  // namespace ebiri::cli
