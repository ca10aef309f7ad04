// The engine of the page: alphabeta. A source of its own, because it is compiled for speed.
#pragma once

#include <memory>

#include "bots/alphabeta/brain.hpp"

namespace ebiri::wasm {

/// Makes the brain for rules of a variant; null for those of a described game. With the same settings and
/// limits of nodes, it plays the moves of bots/alphabeta.
std::unique_ptr<sdk::Bot> make_brain(const rules::Rules& rules, const bots::BrainSettings& settings);

}  // namespace ebiri::wasm
