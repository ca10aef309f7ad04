// What a run would play, and what its results would be worth.
#pragma once

#include <string>

#include "referee/run/arena.hpp"

namespace ebiri::run {

/// Every game that is determined (of a test the first ones), what depends on results within its bounds, and
/// how exact the ratings will be, or how long the test.
std::string forecast_text(const Arena& arena, const tournament::Tournament& tournament);

}  // namespace ebiri::run
