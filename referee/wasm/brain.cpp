#include "referee/wasm/brain.hpp"

#include "bots/alphabeta/variants.hpp"
#include "referee/wasm/described_search.hpp"

namespace ebiri::wasm {

std::unique_ptr<bots::Brain> make_brain(const bots::BrainSettings& settings,
                                        const std::shared_ptr<const described::Rulebook>& book) {
  if (book != nullptr)
    return std::make_unique<bots::BrainOf<described::Described>>(described::Described(book), settings,
                                                                 nullptr);
  std::unique_ptr<bots::Brain> brain;
  bots::with_variant(settings.selection, [&]<rules::Variant V>(const V& variant) {
    brain = std::make_unique<bots::BrainOf<V>>(variant, settings, nullptr);
  });
  return brain;
}

}  // namespace ebiri::wasm
