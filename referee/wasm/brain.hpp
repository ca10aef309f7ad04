// The engine of the page: alphabeta for any game that the module knows.
#pragma once

#include <memory>

#include "bots/alphabeta/brain.hpp"
#include "referee/described/described.hpp"

namespace ebiri::wasm {

/// Makes the brain for the variant of the selection. With the same settings and limits of nodes, it plays the
/// moves of bots/alphabeta.
std::unique_ptr<sdk::Bot> make_brain(const bots::BrainSettings& settings);

/// The same for a described game.
std::unique_ptr<sdk::Bot> make_described_brain(const bots::BrainSettings& settings,
                                               std::shared_ptr<const described::Rulebook> book);

}  // namespace ebiri::wasm
