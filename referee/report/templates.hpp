// Renders HTML from mustache templates, which the build embeds in the program (html/build.mjs).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri::report {

/// A mustache template: the name of its file without the extension, and its text.
struct Template {
  std::string_view name, text;
};

/// `{{>name}}` in a template includes the template `of`.
struct Partial {
  std::string name;     ///< `body` in `{{>body}}`
  std::string_view of;  ///< the name of the included template: `overview`
};

/// Renders the template `name` with the fields of `data`, an object. Texts are escaped. A field that is null,
/// false or an empty text counts as absent (`{{^name}}`). For a list `name`, the field `has_name` is true
/// unless the list is empty. Preconditions: the templates exist and are valid. Any thread.
std::string render_template(std::span<const Template> templates, std::string_view name,
                            const nlohmann::ordered_json& data, const std::vector<Partial>& partials = {});

}  // namespace ebiri::report
