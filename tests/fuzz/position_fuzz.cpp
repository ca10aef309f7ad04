// Position parsers. Line 1 selects the rules; the rest is the position.
#include "tests/fuzz/fuzz.hpp"
#include "tests/rules/properties.hpp"

using namespace ebiri;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes input(data, size);
  const rules::Selection selection = fuzz::selection(input.line());
  const auto rules = rules::make_rules(selection);
  fuzz::demand(static_cast<bool>(rules), "a selection is refused", fuzz::words_of(selection));
  const std::string where = fuzz::words_of(selection) + "\nposition: " + std::string(input.rest());
  fuzz::demand(rules::tests::broken_reading(**rules, input.rest()), where);
  const auto game = (*rules)->from_position(input.rest());
  if (!game) return 0;
  fuzz::reached("positions " + selection.variant + (*game)->position());
  if (const auto outcome = (*game)->outcome())
    fuzz::reached("endings " + selection.variant + " " + outcome->reason);
  return 0;
}
