#include "referee/config/load.hpp"

#include <algorithm>

#include "referee/config/overrides.hpp"
#include "referee/config/sections.hpp"
#include "referee/config/yaml.hpp"

namespace ebiri::config {

namespace {

using tournament::Settings;

// The tree of the file with the overrides applied, or nothing after a syntax error.
std::optional<Node> read_tree(const std::string& text, std::span<const std::string> overrides,
                              Problems& problems) {
  auto root = read_mapping(
      text, "a config", {.message = "the config is empty", .hint = "`ebiri options` shows a complete config"},
      problems);
  for (std::size_t i = 0; root && i < overrides.size(); ++i)
    apply_override(*root, overrides[i], static_cast<int>(i) + 1, problems);
  return root;
}

}  // namespace

Source without_byte_order_mark(Source source) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (source.text.starts_with(mark)) source.text.erase(0, mark.size());
  return source;
}

std::optional<Node> read_mapping(const std::string& text, const std::string& what, const Problem& empty,
                                 Problems& problems) {
  if (!check_text(text, problems)) return std::nullopt;
  auto root = parse_yaml(text, 0, problems);
  if (!root || root->kind == Node::Kind::map) return root;
  if (root->kind == Node::Kind::none)
    problems.add({}, empty.message, empty.hint);
  else
    problems.add(root->place, what + " is a mapping of `key: value` lines, not " + received(*root));
  return std::nullopt;
}

Result<Settings> load_text(const Source& source, std::span<const std::string> overrides,
                           const SearchPath* search) {
  const Source clean = without_byte_order_mark(source);
  Problems problems;
  Settings settings;
  if (const auto root = read_tree(clean.text, overrides, problems)) {
    Reading reading{problems, search};
    read_section(settings, *root, settings_section(), reading);
  }
  if (problems.empty()) return settings;
  return Error{problems_text(problems, clean, overrides)};
}

Result<Settings> load_file(const std::filesystem::path& file, std::span<const std::string> overrides,
                           const SearchPath& search) {
  Problems problems;
  const auto text = read_text(file, problems);
  if (!text) return Error{problems_text(problems, {file.string(), ""}, overrides)};
  return load_text({file.string(), *text}, overrides, &search);
}

Result<rating::Scoring> load_scoring(const Source& source, std::span<const std::string> overrides) {
  static const Section<Settings> section{scoring_options()};
  Problems problems;
  Settings settings;
  if (auto root = read_tree(source.text, overrides, problems)) {
    const auto foreign = [](const Entry& entry) {
      const auto is_it = [&](const auto& option) { return option.text.key == entry.key; };
      return entry.place.source == 0 && std::ranges::none_of(section.options, is_it);
    };
    std::erase_if(root->entries, foreign);
    Reading reading{problems, nullptr};
    read_section(settings, *root, section, reading);
  }
  if (!problems.empty()) return Error{problems_text(problems, source, overrides)};
  return rating::Scoring{.points = settings.points,
                         .rank_by = settings.rank_by,
                         .tie_breaks = settings.tie_breaks,
                         .rating = settings.rating};
}

}  // namespace ebiri::config
