#include "referee/config/load.hpp"

#include <optional>

#include "referee/config/command_line.hpp"
#include "referee/config/sections.hpp"
#include "referee/config/yaml.hpp"

namespace ebiri::config {

namespace {

using tournament::Settings;

void apply_overrides(Node& root, std::span<const std::string> overrides, Problems& problems) {
  for (std::size_t i = 0; i < overrides.size(); ++i)
    apply_override(root, overrides[i], static_cast<int>(i) + 1, problems);
}

// The tree of the file with the overrides applied, or nothing after a syntax error.
std::optional<Node> read_tree(Source& source, std::span<const std::string> overrides, Problems& problems) {
  const Problem if_empty{{}, "the config is empty", "`ebiri options` shows a complete config"};
  auto root = read_mapping(source, "a config", if_empty, problems);
  if (root) apply_overrides(*root, overrides, problems);
  return root;
}

}  // namespace

Result<Settings> load_text(const Source& source, std::span<const std::string> overrides,
                           const SearchPath* search) {
  Source copy = source;
  Problems problems;
  Settings settings;
  if (const auto root = read_tree(copy, overrides, problems)) {
    Reading reading{problems, search};
    read_section(settings, *root, settings_section(), reading);
  }
  if (problems.empty()) return settings;
  return Error{problems_text(problems, copy, overrides)};
}

Result<Settings> load_file(const std::filesystem::path& file, std::span<const std::string> overrides,
                           const SearchPath& search) {
  const auto source = read_source(file);
  if (!source) return source.error();
  return load_text(*source, overrides, &search);
}

Result<rating::Scoring> load_scoring(const Source& source, std::span<const std::string> overrides) {
  static const Section<Settings> section{scoring_options()};
  Source copy = source;
  Problems problems;
  Settings settings;
  if (auto root = read_tree(copy, {}, problems)) {
    const auto foreign = [](const Entry& entry) {
      const auto has_key = [&](const auto& option) { return option.info.key == entry.key; };
      return std::ranges::none_of(section.options, has_key);
    };
    std::erase_if(root->entries, foreign);
    apply_overrides(*root, overrides, problems);  // later, so that foreign keys in them are errors
    Reading reading{problems, nullptr};
    read_section(settings, *root, section, reading);
  }
  if (!problems.empty()) return Error{problems_text(problems, copy, overrides)};
  return static_cast<const rating::Scoring&>(settings);
}

}  // namespace ebiri::config
