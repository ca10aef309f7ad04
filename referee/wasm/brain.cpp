#include "referee/wasm/brain.hpp"

#include "bots/alphabeta/variants.hpp"

namespace ebiri::wasm {

std::unique_ptr<sdk::Bot> make_brain(const rules::Rules& rules, const bots::BrainSettings& settings) {
  std::unique_ptr<sdk::Bot> brain;
  bots::each_variant([&]<rules::Variant V>(std::type_identity<V>, std::string_view name) {
    if (name != rules.variant()) return;
    brain = std::make_unique<bots::BrainOf<V>>(bots::typed<V>(rules), settings, nullptr);
  });
  return brain;
}

}  // namespace ebiri::wasm
