// Renders HTML from mustache templates, which the build embeds in the program (html/build.mjs).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ebiri::report {

/// A mustache template: the name of its file without the extension, and its text.
struct Template {
  std::string_view name, text;
};

/// A page of a site or a contest, without its content. html/page.mustache is the frame of all of them.
struct PageFrame {
  std::string site = {};      ///< the name of the site or contest
  std::string title = {};     ///< of the page
  std::string subtitle = {};  ///< may be empty
  std::string root = {};      ///< the relative path to the first page: `../`

  /// The links of the navigation, the first page first: path below `root` and words.
  std::vector<std::pair<std::string, std::string>> links = {};
  std::string here = {};    ///< the path of the link to mark
  std::string script = {};  ///< the path of the script of all pages
  std::string footer = {};  ///< a line of text

  /// Whether a server sends the page. It sends the Content-Security-Policy as a header, so the page omits it.
  bool served = false;
};

/// Renders the frame, which is the template `page`, and in it the template `body` with the fields of `data`,
/// an object. Texts are escaped. A field that is null, false or an empty text counts as absent (`{{^name}}`).
/// For a list `name`, the field `has_name` is true unless the list is empty. `{{>name}}` includes the
/// template `name` of `partials`. Preconditions: the templates exist and are valid. Thread-safe.
std::string render_page(std::span<const Template> templates, const PageFrame& frame, std::string_view body,
                        nlohmann::ordered_json data, const std::vector<std::string>& partials);

}  // namespace ebiri::report
