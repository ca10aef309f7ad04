// `ebiri run --dry-run`: what would be played.
#pragma once

#include "referee/run/arena.hpp"

namespace ebiri::cli {

/// Prints every game that is determined (of a test the first ones), what depends on results within its
/// bounds, and how exact the ratings will be, or how long the test.
void print_forecast(const run::Arena& arena, const tournament::Tournament& tournament);

}  // namespace ebiri::cli
