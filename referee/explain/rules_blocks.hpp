// The explanation of a game's rules in parts, for pages of any width.
#pragma once

#include <string>
#include <string_view>

namespace ebiri::explain {

/// The parts of a text of `rules_page`, without the title (up to the first empty line) and without the
/// commands at the end: `[["h", "A turn"], ["p", "…"], ["ul", ["…", "…"]], ["pre", "…"]]`.
std::string rules_json(std::string_view text);

/// The same as HTML.
std::string rules_html(std::string_view text);

}  // namespace ebiri::explain
