// Properties of the description of every variant. EBIRI_VARIANTS_FOLDER has the folders of the variants in
// the table.
#include <algorithm>

#include "referee/support/text.hpp"
#include "tests/rules/every_ruleset.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using namespace ebiri::rules::tests;

namespace {

bool allowed(const OptionInfo& option, const std::string& value) {
  const auto range = option.values.front().find("..");
  if (range == std::string::npos) return std::ranges::find(option.values, value) != option.values.end();
  return parse_integer<std::int32_t>(value).has_value();
}

}  // namespace

TEST_CASE("every variant: they are sorted by name, and each has a default ruleset") {
  CHECK(std::ranges::is_sorted(variants(), {}, &VariantInfo::name));
  for (const VariantInfo& variant : variants()) {
    INFO(variant.name);
    REQUIRE_FALSE(variant.rulesets.empty());
    const auto rules = made({variant.name, "", {}});
    CHECK(rules->variant() == variant.name);
    CHECK(rules->ruleset() == variant.rulesets.front().name);
    CHECK(rules->overrides().empty());
  }
}

TEST_CASE(
    "every variant: each ruleset lists an allowed value for every option, and can be made from its name or "
    "its "
    "values") {
  for (const VariantInfo& variant : variants()) {
    for (const RulesetInfo& ruleset : variant.rulesets) {
      INFO(variant.name << " " << ruleset.name);
      CHECK(made({variant.name, ruleset.name, {}})->ruleset() == ruleset.name);
      REQUIRE(ruleset.values.size() == variant.options.size());
      Selection spelled_out{variant.name, ruleset.name, {}};
      for (std::size_t i = 0; i < variant.options.size(); ++i) {
        const auto& [name, value] = ruleset.values[i];
        INFO(name << "=" << value);
        CHECK(name == variant.options[i].name);
        CHECK(allowed(variant.options[i], value));
        spelled_out.options.push_back({name, value});
      }
      CHECK(made(spelled_out)->overrides().empty());
    }
  }
}

TEST_CASE("every variant: every value of every option can be chosen and shows as an override") {
  for (const VariantInfo& variant : variants()) {
    const RulesetInfo& ruleset = variant.rulesets.front();
    for (std::size_t i = 0; i < variant.options.size(); ++i) {
      const OptionInfo& option = variant.options[i];
      if (option.values.front().find("..") != std::string::npos) continue;
      for (const std::string& value : option.values) {
        INFO(variant.name << " " << option.name << "=" << value);
        const auto overrides = made({variant.name, "", {{option.name, value}}})->overrides();
        const bool differs = value != ruleset.values[i].second;
        CHECK(overrides == (differs ? std::vector{option.name + "=" + value} : std::vector<std::string>{}));
      }
    }
  }
}

TEST_CASE("every variant: names are kebab-case and unique, with summaries") {
  const auto kebab = [](const std::string& name) {
    return !name.empty() &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
  };
  for (const VariantInfo& variant : variants()) {
    CHECK(kebab(variant.name));
    CHECK_FALSE(variant.summary.empty());
    std::set<std::string> seen;
    for (const OptionInfo& option : variant.options) {
      INFO(variant.name << " " << option.name);
      CHECK(kebab(option.name));
      CHECK(seen.insert(option.name).second);
      CHECK_FALSE(option.meaning.empty());
      REQUIRE_FALSE(option.values.empty());
    }
    seen.clear();
    for (const RulesetInfo& ruleset : variant.rulesets) {
      INFO(variant.name << " " << ruleset.name);
      CHECK(kebab(ruleset.name));
      CHECK(seen.insert(ruleset.name).second);
      CHECK_FALSE(ruleset.summary.empty());
    }
  }
}

TEST_CASE("every variant: its README names rulesets, options and values") {
  for (const VariantInfo& variant : variants()) {
    const std::string readme = source_file(EBIRI_VARIANTS_FOLDER "/" + variant.name + "/README.md");
    const auto named = [&](const std::string& word) {
      INFO(variant.name << ": `" << word << "` is not in the README");
      CHECK(readme.find("`" + word + "`") != std::string::npos);
    };
    for (const RulesetInfo& ruleset : variant.rulesets) named(ruleset.name);
    for (const OptionInfo& option : variant.options) {
      named(option.name);
      for (const std::string& value : option.values) named(value);
    }
  }
}
