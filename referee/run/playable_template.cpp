#include "referee/run/playable_template.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "referee/config/load.hpp"
#include "referee/run/arena.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

// Checks that the config is valid and has enough openings.
Result<void> check_playable(const std::string& text, const std::string& file) {
  const auto search = config::search_path_for(file);
  auto settings = config::load_text({file, text}, {}, &search);
  if (!settings) return Error{std::string{trim(settings.error().message)}};
  const auto arena = make_arena(std::move(*settings), search);
  if (!arena) return arena.error();
  return {};
}

}  // namespace

Result<std::string> playable_template(const config::Template& wanted, const rules::Rules& rules,
                                      const std::string& file) {
  using Plies = std::vector<std::optional<int>>;
  Error last;
  for (const auto plies : rules.start()->arrangement() ? Plies{std::nullopt} : Plies{4, 6, 8, 10, 12}) {
    auto text = config::template_text(wanted, plies);
    if (!text) return text;
    const auto good = check_playable(*text, file);
    if (good) return text;
    last = good.error();
  }
  return last;
}

}  // namespace ebiri::run
