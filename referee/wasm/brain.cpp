#include "referee/wasm/brain.hpp"

#include "bots/alphabeta/variants.hpp"

namespace ebiri::wasm {

std::unique_ptr<sdk::Bot> make_brain(const bots::BrainSettings& settings) {
  std::unique_ptr<sdk::Bot> brain;
  bots::each_variant([&]<rules::Variant V>(std::type_identity<V>, const auto& catalogue) {
    if (catalogue.name != settings.selection.variant) return;
    const auto choice = rules::choose(catalogue, settings.selection);
    brain = std::make_unique<bots::BrainOf<V>>(V(choice->options), settings, nullptr);
  });
  return brain;
}

}  // namespace ebiri::wasm
