// The templates in pages/ and their frame, which the build embeds in the program (report/html/build.mjs).
#pragma once

#include "referee/report/templates.hpp"

namespace ebiri::contest {

extern const std::vector<report::Template> templates;

/// The style sheet that every page links as `style.css`.
extern const std::string_view style_sheet;

/// The script that every page links as `times.js`: times in the visitor's time zone. Without it they are in
/// UTC.
extern const std::string_view times_script;

}  // namespace ebiri::contest
