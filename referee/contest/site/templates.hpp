// The templates in pages/, which the build embeds in the program (report/html/build.mjs).
#pragma once

#include "referee/report/templates.hpp"

namespace ebiri::contest {

extern const std::vector<report::Template> templates;

/// The style sheet that every page links as `style.css`.
extern const std::string_view style_sheet;

}  // namespace ebiri::contest
