// `ebiri variants`: what can be played, under which rulesets, with which options.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "referee/cli/commands.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using rules::OptionInfo;
using rules::RulesetInfo;
using rules::VariantInfo;

struct Arguments {
  std::string name;
  bool json = false;
};

constexpr const char* footer = R"(Examples:
  ebiri variants                 every variant and its rulesets
  ebiri variants oware           one variant with its options
  ebiri variants oware --json)";

/// What a ruleset sets differently from the variant's default: `grand-slam=leave-last …`.
std::string differences(const VariantInfo& variant, const RulesetInfo& ruleset) {
  const RulesetInfo& standard = variant.rulesets.front();
  if (&ruleset == &standard) return "the default";
  std::string text;
  for (std::size_t i = 0; i < ruleset.values.size(); ++i) {
    const auto& [name, value] = ruleset.values[i];
    if (value == standard.values[i].second) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text.empty() ? "the same as " + standard.name : text;
}

void print_rulesets(const VariantInfo& variant) {
  std::size_t width = 0;
  for (const RulesetInfo& ruleset : variant.rulesets) width = std::max(width, ruleset.name.size());
  for (const RulesetInfo& ruleset : variant.rulesets) {
    fmt::print("  {:<{}}  {}\n", ruleset.name, width, ruleset.summary);
  }
}

void print_overview() {
  for (const VariantInfo& variant : rules::variants()) {
    fmt::print("{}: {}\n", variant.name, variant.summary);
    print_rulesets(variant);
  }
}

void print_option(const VariantInfo& variant, std::size_t index) {
  const OptionInfo& option = variant.options[index];
  const std::string& standard = variant.rulesets.front().values[index].second;
  fmt::print("  {}: {}\n      {}  (default {})\n", option.name, option.meaning, join(option.values, " | "),
             standard);
}

void print_variant(const VariantInfo& variant) {
  fmt::print("{}: {}\n\nRulesets:\n", variant.name, variant.summary);
  for (const RulesetInfo& ruleset : variant.rulesets) {
    fmt::print("  {}: {}\n      {}\n", ruleset.name, ruleset.summary, differences(variant, ruleset));
  }
  fmt::print("\nOptions:\n");
  for (std::size_t i = 0; i < variant.options.size(); ++i) print_option(variant, i);
}

nlohmann::json json_of(const VariantInfo& variant) {
  nlohmann::json document{{"name", variant.name},
                          {"summary", variant.summary},
                          {"default_ruleset", variant.rulesets.front().name},
                          {"rulesets", nlohmann::json::array()},
                          {"options", nlohmann::json::array()}};
  for (const RulesetInfo& ruleset : variant.rulesets) {
    nlohmann::json values = nlohmann::json::object();
    for (const auto& [name, value] : ruleset.values) values[name] = value;
    document["rulesets"].push_back(
        {{"name", ruleset.name}, {"summary", ruleset.summary}, {"values", values}});
  }
  for (const OptionInfo& option : variant.options) {
    document["options"].push_back(
        {{"name", option.name}, {"meaning", option.meaning}, {"values", option.values}});
  }
  return document;
}

int print_one(const Arguments& arguments) {
  const auto& all = rules::variants();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const VariantInfo& variant) { return variant.name == arguments.name; });
  if (found == all.end()) {
    const auto unknown = rules::make_rules({arguments.name, "", {}});
    fmt::print(stderr, "ebiri: {}\n", unknown.error().message);
    return 2;
  }
  if (arguments.json) {
    fmt::print("{}\n", json_of(*found).dump(2));
  } else {
    print_variant(*found);
  }
  return 0;
}

int print_variants(const Arguments& arguments) {
  if (!arguments.name.empty()) return print_one(arguments);
  if (!arguments.json) {
    print_overview();
    return 0;
  }
  nlohmann::json list = nlohmann::json::array();
  for (const VariantInfo& variant : rules::variants()) list.push_back(json_of(variant));
  fmt::print("{}\n", list.dump(2));
  return 0;
}

}  // namespace

void add_variants(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("variants", "List variants, rulesets and options");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("NAME", arguments->name, "One variant, with its options");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(footer);
  command->callback([arguments, &exit_code] { exit_code = print_variants(*arguments); });
}

}  // namespace ebiri::cli
