// Lists of openings. Line 1 selects the rules, the rest is the file.
#include "referee/match/openings.hpp"

#include "referee/match/play_game.hpp"
#include "referee/support/text.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace ebiri;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes input(data, size);
  const rules::Selection selection = fuzz::selection(input.line());
  const auto rules = rules::make_rules(selection);
  fuzz::demand(static_cast<bool>(rules), "a selection is refused", fuzz::words_of(selection));
  const std::string where = fuzz::words_of(selection) + "\n" + std::string(input.rest());
  const auto openings = match::read_openings(input.rest(), "a.txt", **rules);
  if (!openings) {
    for (const std::string_view line : split(openings.error().message, '\n'))
      fuzz::demand(line.starts_with("a.txt:"), "a problem without a place", where);
    return 0;
  }
  fuzz::demand(!openings->empty(), "neither an opening nor a problem", where);
  for (std::size_t i = 0; i < openings->size(); ++i) {
    const auto game = match::open_game(**rules, (*openings)[i]);
    fuzz::demand(game && !(*game)->outcome(), "an opening that cannot be played", where);
    fuzz::reached("openings " + selection.variant + (*game)->position());
  }
  return 0;
}
