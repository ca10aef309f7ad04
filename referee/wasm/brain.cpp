#include "referee/wasm/brain.hpp"

#include "bots/alphabeta/variants.hpp"

namespace ebiri::wasm {

std::unique_ptr<bots::Brain> make_brain(const bots::BrainSettings& settings) {
  std::unique_ptr<bots::Brain> brain;
  bots::with_variant(settings.selection, [&]<rules::Variant V>(const V& variant) {
    brain = std::make_unique<bots::BrainOf<V>>(variant, settings, nullptr);
  });
  return brain;
}

}  // namespace ebiri::wasm
