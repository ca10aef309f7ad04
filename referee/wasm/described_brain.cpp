// A file of its own, compiled for size: most of the time is spent in the interpreter, not here.
#include "bots/alphabeta/evaluations.hpp"
#include "referee/wasm/brain.hpp"

namespace ebiri::wasm {

std::unique_ptr<sdk::Bot> make_described_brain(const bots::BrainSettings& settings,
                                               std::shared_ptr<const described::Rulebook> book) {
  return std::make_unique<bots::BrainOf<described::DescribedGame>>(described::DescribedGame(std::move(book)),
                                                                   settings, nullptr);
}

}  // namespace ebiri::wasm
