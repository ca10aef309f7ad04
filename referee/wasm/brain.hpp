// The engine of the page: alphabeta for any game that the module knows.
#pragma once

#include <memory>

#include "bots/alphabeta/brain.hpp"
#include "referee/described/described.hpp"

namespace ebiri::wasm {

/// Makes the brain for rules of a variant. With the same settings and limits of nodes, it plays the moves of
/// bots/alphabeta.
std::unique_ptr<sdk::Bot> make_brain(const rules::Rules& rules, const bots::BrainSettings& settings);

/// The same for rules of a described game.
std::unique_ptr<sdk::Bot> make_described_brain(const rules::Rules& rules,
                                               const bots::BrainSettings& settings);

}  // namespace ebiri::wasm
