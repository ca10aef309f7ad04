#include "referee/cli/help/completion_model.hpp"

#include <map>
#include <set>

#include "referee/cli/help/help_text.hpp"
#include "referee/config/reference.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using Kind = Expected::Kind;

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const rules::VariantInfo& variant : rules::variants()) names.push_back(variant.name);
  return names;
}

std::vector<std::string> ruleset_names() {
  std::set<std::string> names;
  for (const rules::VariantInfo& variant : rules::variants())
    for (const rules::RulesetInfo& ruleset : variant.rulesets) names.insert(ruleset.name);
  return {names.begin(), names.end()};
}

std::vector<std::string> setting_beginnings() {
  std::vector<std::string> keys = config::option_keys();
  for (std::string& key : keys) key += "=";
  return keys;
}

std::vector<std::string> words_in(std::string_view set) {
  std::vector<std::string> words;
  for (const std::string_view word : split(set.substr(1, set.find('}') - 1), ',')) words.emplace_back(word);
  return words;
}

}  // namespace

Expected expected_of(const CLI::Option& option) {
  static const std::map<std::string, Expected, std::less<>> known{
      {"FILE", {Kind::file}},
      {"INPUT", {Kind::file}},
      {"FOLDER", {Kind::folder}},
      {"CONFIG", {Kind::config}},
      {"RUN", {Kind::run}},
      {"COMMAND", {Kind::program}},
      {"[NAME=]COMMAND", {Kind::program}},
      {"PLAYER", {Kind::program, {"human", "alphabeta", "greedy", "mcts", "perfect", "random"}}},
      {"ENGINE", {Kind::program, {"alphabeta", "greedy", "mcts", "perfect", "random"}}},
      {"VARIANT", {Kind::text, variant_names()}},
      {"RULESET", {Kind::text, ruleset_names()}},
      {"KEY", {Kind::text, config::option_keys()}},
      {"KEY=VALUE", {Kind::text, setting_beginnings(), true}},
  };
  const std::string name = value_name(option);
  if (name.starts_with('{')) return {Kind::text, words_in(name)};
  const auto found = known.find(name);
  return found == known.end() ? Expected{} : found->second;
}

std::vector<const CLI::App*> all_commands(const CLI::App& program) {
  std::vector<const CLI::App*> all{&program};
  for (const CLI::App* command : commands_below(program))
    for (const CLI::App* each : all_commands(*command)) all.push_back(each);
  return all;
}

}  // namespace ebiri::cli
