// `ebiri variants`: what can be played, under which rulesets, with which options.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/variant_page.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using rules::OptionInfo;
using rules::RulesetInfo;
using rules::VariantInfo;

struct VariantsArguments {
  std::string name;
  bool json = false;
};

constexpr const char* variants_footer = R"(Examples:
  ebiri variants                 every variant and its rulesets
  ebiri variants oware           one variant with its options
  ebiri variants oware --json

Exit code 0: printed; 2: no such variant.)";

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

int print_one(const VariantsArguments& arguments) {
  const auto variant = variant_called(arguments.name);
  if (!variant) return refused(variant.error());
  if (arguments.json) {
    fmt::print("{}\n", variant_json(**variant).dump(2));
  } else {
    print_variant(**variant);
  }
  return 0;
}

int print_variants(const VariantsArguments& arguments) {
  if (!arguments.name.empty()) return print_one(arguments);
  if (!arguments.json) {
    print_overview();
    return 0;
  }
  nlohmann::json list = nlohmann::json::array();
  for (const VariantInfo& variant : rules::variants()) list.push_back(variant_json(variant));
  fmt::print("{}\n", list.dump(2));
  return 0;
}

}  // namespace

void add_variants(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("variants", "List variants, rulesets and options");
  const auto arguments = std::make_shared<VariantsArguments>();
  command->add_option("NAME", arguments->name, "One variant, with its options")->type_name("VARIANT");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(variants_footer);
  command->callback([arguments, &exit_code] { exit_code = print_variants(*arguments); });
}

}  // namespace ebiri::cli
