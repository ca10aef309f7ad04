#include "referee/described/library.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "referee/config/command.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::described {

namespace {

namespace fs = std::filesystem;

// The file of a game: `name` itself if it ends in `.yaml`, otherwise `configs/games/NAME.yaml` in the working
// directory, beside the running binary, or in the source tree.
std::optional<fs::path> game_file(const std::string& name) {
  std::error_code ignored;
  if (name.ends_with(".yaml"))
    return fs::is_regular_file(name, ignored) ? std::optional<fs::path>(name) : std::nullopt;
  if (name.empty() || name.find('/') != std::string::npos || name.find('\0') != std::string::npos)
    return std::nullopt;
  return config::find_in_configs(fs::path{"games"} / (name + ".yaml"));
}

// The error has the problems, with their lines.
Result<Description> load_description(const fs::path& file) {
  static std::mutex mutex;
  // By file: its text and its description.
  static std::map<fs::path, std::pair<std::string, Description>> earlier;
  const auto source = config::read_source(file);
  if (!source) return source.error();
  const std::lock_guard guard{mutex};
  if (const auto known = earlier.find(file); known != earlier.end() && known->second.first == source->text)
    return known->second.second;
  auto read = read_description(*source);
  if (!read) return Error{fmt::format("the description is invalid\n{}", trim(read.error().message))};
  earlier.insert_or_assign(file, std::pair{source->text, *read});
  return read;
}

std::optional<Result<std::unique_ptr<rules::Rules>>> find_game(const rules::Selection& selection) {
  const auto file = game_file(selection.variant);
  if (!file) return std::nullopt;
  auto description = load_description(*file);
  if (!description) return description.error();
  const std::string shown = printable(selection.variant, 60);
  if (!selection.options.empty())
    return Error{fmt::format("`{}` is a described game: it has no options", shown)};
  const std::string hash = description->hash();
  if (!selection.ruleset.empty() && selection.ruleset != hash) {
    return Error{fmt::format("the description of `{}` has the hash {}, not {}", shown, hash,
                             printable(selection.ruleset, 60))};
  }
  return rules_of(*std::move(description), selection.variant);
}

Result<std::unique_ptr<rules::Rules>> read_game(const std::string& canonical, const std::string& name) {
  auto description = read_canonical(canonical);
  if (!description) return description.error();
  return rules_of(*std::move(description), name);
}

}  // namespace

std::vector<std::string> game_names() {
  std::set<std::string> names;
  std::error_code ignored;
  for (const fs::path& folder : config::config_folders()) {
    for (const auto& entry : fs::directory_iterator(folder / "games", ignored))
      if (entry.path().extension() == ".yaml") names.insert(entry.path().stem());
  }
  return {names.begin(), names.end()};
}

Result<Description> find_description(const std::string& name) {
  if (const auto file = game_file(name)) return load_description(*file);
  const char* problem = name.ends_with(".yaml") ? "cannot find the file" : "unknown game";
  return Error{fmt::format("{} `{}`{}", problem, printable(name, 60), suggestion(name, game_names()))};
}

Result<std::vector<Description>> all_games() {
  std::vector<Description> games;
  for (const std::string& name : game_names()) {
    auto game = find_description(name);
    if (!game) return game.error();
    games.push_back(*std::move(game));
  }
  return games;
}

Result<std::string> game_bytes(const std::string& name) {
  auto description = find_description(name);
  if (!description) return description.error();
  return to_bytes(rulebook_of(*std::move(description)));
}

void offer_games() { rules::add_other_games({.find = find_game, .names = game_names, .read = read_game}); }

}  // namespace ebiri::described
