#include "referee/explain/variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "referee/explain/page.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/terminal.hpp"
#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using rules::OptionInfo;
using rules::RulesetInfo;
using rules::VariantInfo;

/// The path of the document with the full rules of a variant, from the root of a checkout.
std::string readme_of(const VariantInfo& variant) { return "referee/rules/" + variant.name + "/README.md"; }

std::string value_in(const RulesetInfo& ruleset, std::string_view option) {
  return find_by(ruleset.values, option, &std::pair<std::string, std::string>::first)->second;
}

/// The options in which a ruleset differs from the variant's default: `grand-slam=leave-last …`.
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

std::string drawn(const rules::Game& game) {
  return fmt::format("{}\n  {}\n", game.board(), game.position());
}

std::string start_part(const rules::Rules& rules) {
  const auto start = rules.start();
  std::string text = fmt::format("Start of {}:\n\n{}", rules::full_name(rules), drawn(*start));
  const auto due = start->arrangement();
  if (!due) return text;
  text += "\n" + beside("  ", "The players lay out their own seeds. The first move of each is " +
                                  arrangement_words(*due));
  const auto fixed = with_fixed_start(rules);
  if (!fixed) return text;
  return text + fmt::format("\nStart of {}:\n\n{}", rules::full_name(*fixed), drawn(*fixed->start()));
}

std::string rulesets_part(const VariantInfo& variant) {
  std::string text = "\nRulesets (--rules NAME), and their differences from the first:\n";
  for (const RulesetInfo& ruleset : variant.rulesets) {
    text += beside("  ", ruleset.name + ": " + ruleset.summary);
    if (&ruleset != &variant.rulesets.front()) text += beside("      ", differences(variant, ruleset));
  }
  return text;
}

/// An option and its values. If the rulesets differ in it, each value has a line with its rulesets.
std::string option_text(const VariantInfo& variant, std::size_t index, const rules::Rules& rules) {
  const OptionInfo& option = variant.options[index];
  const std::string chosen = value_of(rules, option.name);
  std::vector<std::string> values = option.values;
  // If the values are a range, the values in use are listed too.
  const auto list = [&](const std::string& value) {
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  };
  std::map<std::string, std::vector<std::string>> rulesets;  // by value
  for (const RulesetInfo& ruleset : variant.rulesets) {
    const std::string& value = ruleset.values[index].second;
    list(value);
    rulesets[value].push_back(ruleset.name);
  }
  list(chosen);
  const auto marked = [&](const std::string& value) { return (value == chosen ? "* " : "  ") + value; };
  std::string text = beside("  ", option.name + ": " + option.meaning);
  if (rulesets.size() == 1) {
    std::string line;
    for (const std::string& value : values) {
      if (line.size() + value.size() + 8 > page_width) text += std::exchange(line, "") + "\n";
      line += "    " + marked(value);
    }
    return text + line + "\n";
  }
  const std::size_t width = std::ranges::max(values, {}, &std::string::size).size();
  for (const std::string& value : values) {
    const std::string names = join(rulesets[value], ", ");
    text += names.empty() ? fmt::format("    {}\n", marked(value))
                          : beside(fmt::format("    {:<{}}  ", marked(value), width + 2), names);
  }
  return text;
}

std::string options_part(const VariantInfo& variant, const rules::Rules& rules) {
  std::string text = fmt::format(
      "\nOptions (--rules \"RULESET NAME=VALUE ...\"):\n* marks the values of {}\n", rules::full_name(rules));
  for (std::size_t i = 0; i < variant.options.size(); ++i) text += option_text(variant, i, rules);
  return text;
}

std::string sources_part(const VariantInfo& variant) {
  std::string text = "\nSources:\n";
  for (const std::string& source : variant.sources) text += beside("  ", source);
  return text + fmt::format("  The rules in full, and where sources disagree: {}\n", readme_of(variant));
}

}  // namespace

std::string variant_list() {
  std::string text;
  for (const VariantInfo& variant : rules::variants()) {
    text += fmt::format("{}: {}\n", variant.name, variant.summary);
    TextRows rows;
    for (const RulesetInfo& ruleset : variant.rulesets)
      rows.push_back({"  " + ruleset.name, ruleset.summary});
    text += aligned(rows, "l");
  }
  return text;
}

std::string variant_options(const VariantInfo& variant) {
  std::string text = fmt::format("{}: {}\n\nRulesets:\n", variant.name, variant.summary);
  for (const RulesetInfo& ruleset : variant.rulesets)
    text += fmt::format("  {}: {}\n      {}\n", ruleset.name, ruleset.summary, differences(variant, ruleset));
  text += "\nOptions:\n";
  for (std::size_t i = 0; i < variant.options.size(); ++i) {
    const OptionInfo& option = variant.options[i];
    text += fmt::format("  {}: {}\n      {}  (default {})\n", option.name, option.meaning,
                        join(option.values, " | "), variant.rulesets.front().values[i].second);
  }
  return text;
}

std::string value_of(const rules::Rules& rules, std::string_view option) {
  const std::string setting = fmt::format("{}=", option);
  for (const std::string& changed : rules.overrides())
    if (changed.starts_with(setting)) return changed.substr(setting.size());
  const VariantInfo& variant = **rules::find_variant(std::string{rules.variant()});
  return value_in(*find_by(variant.rulesets, rules.ruleset(), &RulesetInfo::name), option);
}

bool differs_in_some_ruleset(const VariantInfo& variant, const rules::Rules& rules, std::string_view option) {
  const std::string value = value_of(rules, option);
  return std::ranges::any_of(variant.rulesets,
                             [&](const RulesetInfo& ruleset) { return value_in(ruleset, option) != value; });
}

std::string variant_page(const VariantInfo& variant, const rules::Rules& rules) {
  return beside("", variant.name + ": " + variant.summary) + "\n" + start_part(rules) +
         rulesets_part(variant) + options_part(variant, rules) + sources_part(variant);
}

nlohmann::json variant_json(const VariantInfo& variant) {
  nlohmann::json document{{"name", variant.name},
                          {"summary", variant.summary},
                          {"default_ruleset", variant.rulesets.front().name},
                          {"rulesets", nlohmann::json::array()},
                          {"options", nlohmann::json::array()},
                          {"sources", variant.sources},
                          {"readme", readme_of(variant)}};
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

}  // namespace ebiri::explain
