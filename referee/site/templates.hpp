// The templates in pages/, their frame, style and scripts, which the build embeds in the program
// (report/html/build.mjs).
#pragma once

#include "referee/report/templates.hpp"

namespace ebiri::site {

extern const std::vector<report::Template> templates;

/// `style.css` and `markup.js`, which every page links, and the script of the openings pages.
extern const std::string_view style_sheet, openings_script, markup_script;

}  // namespace ebiri::site
