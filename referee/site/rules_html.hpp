// The page of a game's rules as HTML.
#pragma once

#include <string>
#include <string_view>

namespace ebiri::site {

/// Converts a text of `explain::rules_page` to headings, paragraphs, lists and boards, so that it fits any
/// screen. Omits the title (the first lines) and the last part (the commands to continue with).
std::string rules_html(std::string_view text);

}  // namespace ebiri::site
