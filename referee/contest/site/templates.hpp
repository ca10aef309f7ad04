// The templates in pages/, which the build embeds in the program (report/html/build.mjs).
#pragma once

#include <string_view>
#include <vector>

namespace ebiri::contest {

/// A mustache template: the name of its file without the extension, and its text.
struct Template {
  std::string_view name, text;
};
extern const std::vector<Template> templates;

/// The style sheet that every page links as `style.css`.
extern const std::string_view style_sheet;

}  // namespace ebiri::contest
