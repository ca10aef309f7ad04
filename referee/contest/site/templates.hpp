// The files in pages/, which the build puts into the program (report/html/build.mjs).
#pragma once

#include <string_view>
#include <vector>

namespace ebiri::contest {

/// A mustache template: its file's name without an ending, and its text.
struct Template {
  std::string_view name, text;
};
extern const std::vector<Template> templates;

/// What every page links as `style.css`.
extern const std::string_view style_sheet;

}  // namespace ebiri::contest
