#include "referee/explain/rules_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/support/markup.hpp"
#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using Kind = Block::Kind;

constexpr const char* tags[] = {"h", "p", "ul", "pre"};

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.size(), line.find_first_not_of(' ')));
}

// Whether columns matter, as in a board: there is more than one blank between words.
bool is_drawing(const std::vector<std::string_view>& lines) {
  return std::ranges::any_of(
      lines, [](std::string_view line) { return without_indent(line).find("  ") != line.npos; });
}

// Adds paragraphs and lists. A line that is not an item continues the paragraph or item before it.
void add_prose(std::vector<Block>& blocks, const std::vector<std::string_view>& lines) {
  bool first = true;
  for (const std::string_view line : lines) {
    const std::string_view words = without_indent(line);
    if (words.starts_with("- ")) {
      if (first || blocks.back().kind != Kind::list) blocks.push_back({Kind::list, {}});
      blocks.back().texts.emplace_back(words.substr(2));
    } else if (first) {
      blocks.push_back({Kind::paragraph, {std::string{words}}});
    } else {
      blocks.back().texts.back() += fmt::format(" {}", words);
    }
    first = false;
  }
}

}  // namespace

std::vector<Block> rules_blocks(std::string_view text) {
  text = text.substr(0, text.find("\nWhere to continue\n"));
  text.remove_prefix(std::min(text.size(), text.find("\n\n")));
  std::vector<Block> blocks;
  std::vector<std::string_view> lines;
  const auto end_block = [&] {
    if (!lines.empty() && is_drawing(lines))
      blocks.push_back({Kind::drawing, {join(std::vector<std::string>(lines.begin(), lines.end()), "\n")}});
    else
      add_prose(blocks, lines);
    lines.clear();
  };
  for (const std::string_view line : split(text, '\n')) {
    // Only headings are not indented; a board's row may begin with `>`, the sign of the mover.
    const bool heading = !line.empty() && line.front() != ' ' && line.front() != '>';
    if (line.empty() || heading) end_block();
    if (heading)
      blocks.push_back({Kind::heading, {std::string{line}}});
    else if (!line.empty())
      lines.push_back(line);
  }
  end_block();
  return blocks;
}

std::string rules_json(std::string_view text) {
  auto json = nlohmann::ordered_json::array();
  for (const Block& block : rules_blocks(text)) {
    const char* tag = tags[static_cast<int>(block.kind)];
    if (block.kind == Kind::list)
      json.push_back({tag, block.texts});
    else
      json.push_back({tag, block.texts.front()});
  }
  return json.dump();
}

std::string rules_html(std::string_view text) {
  std::string html;
  for (const Block& block : rules_blocks(text)) {
    const std::string first = escaped_markup(block.texts.front());
    if (block.kind == Kind::heading) html += fmt::format("<h2>{}</h2>\n", first);
    if (block.kind == Kind::paragraph) html += fmt::format("<p>{}</p>\n", first);
    if (block.kind == Kind::drawing) html += fmt::format("<pre tabindex=\"0\">{}</pre>\n", first);
    if (block.kind != Kind::list) continue;
    html += "<ul>";
    for (const std::string& item : block.texts) html += fmt::format("<li>{}</li>", escaped_markup(item));
    html += "</ul>\n";
  }
  return html;
}

}  // namespace ebiri::explain
