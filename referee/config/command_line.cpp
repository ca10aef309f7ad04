#include "referee/config/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

namespace fs = std::filesystem;

std::string all_of(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems.sorted()) {
    text += (text.empty() ? "" : "; ") + problem.message;
    if (!problem.hint.empty()) text += "; " + problem.hint;
  }
  return text;
}

Node map_node() {
  Node map;
  map.kind = Node::Kind::map;
  return map;
}

// Adds `KEY=VALUE`; false if it is no such thing.
bool add_entry(Node& map, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  map.entries.push_back(
      {std::string{trim(text.substr(0, equals))}, {}, scalar_node(std::string{text.substr(equals + 1)})});
  return true;
}

template <class Part>
Result<Part> read(const Node& map, const Section<Part>& section, const SearchPath* search) {
  Problems problems;
  Reading reading{problems, search};
  Part part;
  read_section(part, map, section, reading);
  if (!problems.empty()) return Error{all_of(problems)};
  return part;
}

std::vector<std::string> bots_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    const auto mode = entry.status(problem).permissions();
    const bool runs = (mode & fs::perms::owner_exec) != fs::perms::none;
    if (entry.is_regular_file(problem) && runs) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

Result<match::Limit> read_limit(std::string_view text) {
  if (text == "none") return match::Limit{};
  Node map = map_node();
  for (const std::string_view part : split(text, ',')) {
    if (!add_entry(map, part))
      return Error{
          fmt::format("`{}` is no limit; write for example `nodes=20000`, `move=1s`, "
                      "`base=5min,increment=3s` or `none`",
                      printable(text, 100))};
    const auto& last = map.entries.back();
    if (map.find(last.key) != &last)
      return Error{fmt::format("`{}` stands there twice", printable(last.key, 60))};
  }
  return read(map, limit_section(), nullptr);
}

Result<tournament::EngineSettings> read_engine(const EngineWords& words, const SearchPath& search) {
  const fs::path folder = search.home / "bots";
  const bool bare = words.command.find_first_of("/ \t") == std::string::npos;
  std::error_code problem;
  const bool ours = bare && !words.command.empty() && fs::is_regular_file(folder / words.command, problem);
  const std::string command = ours ? "bots/" + words.command : words.command;
  if (const auto found = resolve_command(command, search); !found) {
    const auto bots = bots_in(folder);
    if (!bare || bots.empty()) return found.error();
    return Error{
        fmt::format("{}; the bots that come with Ebiri are {}", found.error().message, join(bots, ", "))};
  }
  Node map = map_node();
  map.entries.push_back({"name", {}, scalar_node(words.name)});
  map.entries.push_back({"command", {}, scalar_node(command)});
  if (!words.dialect.empty()) map.entries.push_back({"dialect", {}, scalar_node(words.dialect)});
  Node options = map_node();
  for (const std::string& option : words.options) {
    if (!add_entry(options, option))
      return Error{fmt::format("`{}` is no option; write for example `Level=3`", printable(option, 100))};
    const auto& last = options.entries.back();
    if (options.find(last.key) != &last)
      return Error{fmt::format("the option `{}` stands there twice", printable(last.key, 60))};
  }
  if (!options.entries.empty()) map.entries.push_back({"options", {}, std::move(options)});
  return read(map, engine_section(), &search);
}

}  // namespace ebiri::config
