#include "referee/site/rules_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "referee/support/markup.hpp"
#include "referee/support/text.hpp"

namespace ebiri::site {

namespace {

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.size(), line.find_first_not_of(' ')));
}

// A board, or another text whose columns matter: it has more than one blank between words.
bool is_drawing(const std::vector<std::string_view>& lines) {
  for (const std::string_view line : lines)
    if (without_indent(line).find("  ") != line.npos) return true;
  return false;
}

std::string drawing(const std::vector<std::string_view>& lines) {
  std::string text;
  for (const std::string_view line : lines) text += escaped_markup(line) + "\n";
  return "<pre tabindex=\"0\">" + text + "</pre>\n";
}

// Paragraphs and items of lists. A line that is not an item continues what is before it.
std::string prose(const std::vector<std::string_view>& lines) {
  std::string html;
  std::string_view open;  // the end tag of the last element
  for (const std::string_view line : lines) {
    const std::string_view words = without_indent(line);
    const bool item = words.starts_with("- ");
    if (item || open.empty()) {
      html += open;
      html += item ? (open == "</li>" ? "<li>" : "<ul><li>") : "<p>";
      open = item ? "</li>" : "</p>";
    } else {
      html += ' ';
    }
    html += escaped_markup(item ? words.substr(2) : words);
  }
  html += open;
  if (open == "</li>") html += "</ul>";
  return html + "\n";
}

}  // namespace

std::string rules_html(std::string_view text) {
  text = text.substr(0, text.find("\nWhere to continue\n"));
  text.remove_prefix(std::min(text.size(), text.find("\n\n")));
  std::string html;
  std::vector<std::string_view> block;
  const auto end_block = [&] {
    if (!block.empty()) html += is_drawing(block) ? drawing(block) : prose(block);
    block.clear();
  };
  for (const std::string_view line : split(text, '\n')) {
    const bool heading = !line.empty() && line.front() != ' ' && line.front() != '>';
    if (line.empty() || heading) end_block();
    if (heading)
      html += fmt::format("<h2>{}</h2>\n", escaped_markup(line));
    else if (!line.empty())
      block.push_back(line);
  }
  end_block();
  return html;
}

}  // namespace ebiri::site
