// A file of its own, compiled for size: most of the time is spent in the interpreter, not here.
#include "bots/alphabeta/evaluations.hpp"
#include "referee/wasm/brain.hpp"

namespace ebiri::wasm {

std::unique_ptr<sdk::Bot> make_described_brain(const rules::Rules& rules,
                                               const bots::BrainSettings& settings) {
  using Game = described::DescribedGame;
  return std::make_unique<bots::BrainOf<Game>>(bots::typed<Game>(rules), settings, nullptr);
}

}  // namespace ebiri::wasm
