#include "referee/command_line/completion.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "referee/command_line/help_text.hpp"
#include "referee/config/reference.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::command_line {

namespace {

using Kind = Expected::Kind;

std::vector<std::string> ruleset_names() {
  std::set<std::string> names;
  for (const rules::VariantInfo& variant : rules::variants())
    for (const rules::RulesetInfo& ruleset : variant.rulesets) names.insert(ruleset.name);
  return {names.begin(), names.end()};
}

std::vector<std::string> game_names() {
  const auto all = rules::all_game_names();  // some described games have the name of a variant
  const std::set<std::string> names{all.begin(), all.end()};
  return {names.begin(), names.end()};
}

std::vector<std::string> keys_with_equals() {
  std::vector<std::string> keys = config::option_keys();
  for (std::string& key : keys) key += "=";
  return keys;
}

std::vector<std::string> words_in(std::string_view set) {
  const auto words = split(set.substr(1, set.find('}') - 1), ',');
  return {words.begin(), words.end()};
}

std::vector<std::string> run_names() {
  const char* folder = std::getenv("EBIRI_RESULTS");
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder == nullptr ? "results" : folder, ignored))
    if (std::filesystem::exists(entry.path() / "games.jsonl", ignored))
      names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

// The option that `word` names, as `--format=csv` names `--format`; null if the command has none.
const CLI::Option* option_called(const CLI::App& command, std::string_view word) {
  return command.get_option_no_throw(std::string{word.substr(0, word.find('='))});
}

// A place in a command line, which decides what the next word may be.
struct Place {
  const CLI::App* command;
  const CLI::Option* open = nullptr;  // an option that takes the next word
  int taken = 0;                      // the number of values that `open` has
  std::size_t position = 0;           // of the next positional argument, from 0
};

Place place_after(const CLI::App& program, std::span<const std::string> words) {
  Place place{.command = &program};
  for (const std::string& word : words) {
    if (word.starts_with('-')) {
      const CLI::Option* option = option_called(*place.command, word);
      place.taken = word.find('=') == word.npos ? 0 : 1;
      // CLI11 takes a word after an option with an optional value as a positional argument.
      const int least = option == nullptr ? 0 : option->get_items_expected_min();
      const bool waits = least > place.taken || (least > 0 && takes_many_at_once(*option));
      place.open = waits ? option : nullptr;
    } else if (place.open != nullptr) {
      if (++place.taken >= place.open->get_items_expected_min() && !takes_many_at_once(*place.open))
        place.open = nullptr;
    } else if (const CLI::App* below = command_below(*place.command, word)) {
      place = {.command = below};
    } else {
      ++place.position;
    }
  }
  return place;
}

const CLI::Option* argument_at(const Place& place) {
  if (place.open != nullptr) return place.open;
  const auto positionals = positionals_of(*place.command);
  if (place.position < positionals.size()) return positionals[place.position];
  return !positionals.empty() && takes_many(*positionals.back()) ? positionals.back() : nullptr;
}

}  // namespace

Expected expected_of(const CLI::Option& option, std::size_t value) {
  static const std::map<std::string, Expected, std::less<>> known{
      {"FILE", {Kind::file}},
      {"INPUT", {Kind::file}},
      {"FOLDER", {Kind::folder}},
      {"CONFIG", {Kind::config}},
      {"RUN", {Kind::run, run_names()}},
      {"COMMAND", {Kind::program}},
      {"[NAME=]COMMAND", {Kind::program}},
      {"PLAYER", {Kind::program, {"human", "alphabeta", "greedy", "mcts", "perfect", "random"}}},
      {"ENGINE", {Kind::program, {"alphabeta", "greedy", "mcts", "perfect", "random"}}},
      {"VARIANT", {Kind::text, game_names()}},
      {"RULESET", {Kind::text, ruleset_names()}},
      {"KEY", {Kind::text, config::option_keys()}},
      {"KEY=VALUE", {Kind::text, keys_with_equals(), true}},
  };
  const std::string name = value_name(option);
  if (name.starts_with('{')) return {Kind::text, words_in(name)};
  const auto names = split(name, ' ');
  const auto found = known.find(names[std::min(value, names.size() - 1)]);
  return found == known.end() ? Expected{} : found->second;
}

std::string proposals(const CLI::App& program, std::span<const std::string> words) {
  static constexpr const char* kinds[] = {"text", "file", "folder", "config", "run", "program"};
  const std::string current = words.empty() ? "" : words.back();
  const Place place = place_after(program, words.first(words.empty() ? 0 : words.size() - 1));
  const std::size_t equals = current.starts_with("--") ? current.find('=') : current.npos;
  const std::string prefix = equals == current.npos ? "" : current.substr(0, equals + 1);
  std::string lines;
  const auto propose = [&](const std::string& word, const std::string& about) {
    if (word.starts_with(current.substr(prefix.size())))
      lines += word + (about.empty() ? "" : "\t" + about) + "\n";
  };
  Expected expected;
  if (prefix.empty() && current.starts_with('-')) {
    for (const CLI::Option* option : options_of(*place.command))
      for (const std::string& name : names_of(*option)) propose(name, description_of(*option));
  } else if (const auto below = commands_below(*place.command);
             prefix.empty() && place.open == nullptr && !below.empty()) {
    for (const CLI::App* command : below) propose(command->get_name(), command->get_description());
  } else if (const CLI::Option* argument =
                 prefix.empty() ? argument_at(place) : option_called(*place.command, current)) {
    expected = expected_of(*argument, prefix.empty() ? static_cast<std::size_t>(place.taken) : 0);
    for (const std::string& word : expected.words) propose(word, "");
  }
  return fmt::format("{} {} {}\n{}", kinds[static_cast<std::size_t>(expected.kind)],
                     expected.unfinished ? "+" : "-", prefix, lines);
}

}  // namespace ebiri::command_line
