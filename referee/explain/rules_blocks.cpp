#include "referee/explain/rules_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using nlohmann::ordered_json;

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.size(), line.find_first_not_of(' ')));
}

// Whether columns matter, as in a board: there is more than one blank between words.
bool is_drawing(const std::vector<std::string_view>& lines) {
  return std::ranges::any_of(
      lines, [](std::string_view line) { return without_indent(line).find("  ") != line.npos; });
}

// Adds paragraphs and lists. A line that is not an item continues the paragraph or item before it.
void add_prose(ordered_json& blocks, const std::vector<std::string_view>& lines) {
  bool first = true;
  for (const std::string_view line : lines) {
    const std::string_view words = without_indent(line);
    if (words.starts_with("- ")) {
      if (first || blocks.back()[0] != "ul") blocks.push_back({"ul", ordered_json::array()});
      blocks.back()[1].push_back(words.substr(2));
    } else if (first) {
      blocks.push_back({"p", words});
    } else {
      ordered_json& last = blocks.back()[1];
      (last.is_array() ? last.back() : last).get_ref<std::string&>() += fmt::format(" {}", words);
    }
    first = false;
  }
}

// The parts of a text, each a tag and a text, or texts in a list.
ordered_json blocks_of(std::string_view text) {
  text = text.substr(0, text.find("\nWhere to continue\n"));
  text.remove_prefix(std::min(text.size(), text.find("\n\n")));
  auto blocks = ordered_json::array();
  std::vector<std::string_view> lines;
  const auto end_block = [&] {
    if (!lines.empty() && is_drawing(lines))
      blocks.push_back({"pre", join(std::vector<std::string>(lines.begin(), lines.end()), "\n")});
    else
      add_prose(blocks, lines);
    lines.clear();
  };
  for (const std::string_view line : split(text, '\n')) {
    // Only headings are not indented; a board's row may begin with `>`, the sign of the mover.
    const bool heading = !line.empty() && line.front() != ' ' && line.front() != '>';
    if (line.empty() || heading) end_block();
    if (heading)
      blocks.push_back({"h", line});
    else if (!line.empty())
      lines.push_back(line);
  }
  end_block();
  return blocks;
}

}  // namespace

std::string rules_json(std::string_view text) { return blocks_of(text).dump(); }

std::string rules_html(std::string_view text) {
  std::string html;
  for (const ordered_json& block : blocks_of(text)) {
    const std::string tag = block[0];
    if (tag != "ul") {
      html += fmt::format("<{0}{1}>{2}</{0}>\n", tag == "h" ? "h2" : tag,
                          tag == "pre" ? " tabindex=\"0\"" : "", escaped_markup(block[1].get<std::string>()));
      continue;
    }
    html += "<ul>";
    for (const ordered_json& item : block[1])
      html += fmt::format("<li>{}</li>", escaped_markup(item.get<std::string>()));
    html += "</ul>\n";
  }
  return html;
}

}  // namespace ebiri::explain
