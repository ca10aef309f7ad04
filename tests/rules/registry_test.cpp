#include "referee/rules/registry.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "referee/support/text.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri;
using namespace ebiri::rules;

namespace {

std::string problem(const Selection& selection) {
  const auto rules = make_rules(selection);
  return rules ? "no problem" : rules.error().message;
}

std::unique_ptr<Rules> made(const Selection& selection) {
  auto rules = make_rules(selection);
  REQUIRE(rules);
  return std::move(*rules);
}

const VariantInfo& variant_called(std::string_view name) {
  const auto& all = variants();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const VariantInfo& info) { return info.name == name; });
  REQUIRE(found != all.end());
  return *found;
}

bool allowed(const OptionInfo& option, const std::string& value) {
  const auto range = option.values.front().find("..");
  if (range == std::string::npos) return std::ranges::find(option.values, value) != option.values.end();
  return parse_integer<std::int32_t>(value).has_value();
}

}  // namespace

TEST_CASE("registry: variants are sorted by name, and each has a default ruleset") {
  CHECK(std::ranges::is_sorted(variants(), {}, &VariantInfo::name));
  CHECK(std::ranges::count(variants(), "oware", &VariantInfo::name) == 1);
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
    "registry: every ruleset lists an allowed value for every option, and can be made from its name or its "
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

TEST_CASE("registry: every value of every option can be chosen and shows as an override") {
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

TEST_CASE("registry: names are kebab-case and unique, summaries are there") {
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

TEST_CASE("registry: Oware's rulesets are these, in this order, abapa first") {
  std::vector<std::string> names;
  for (const RulesetInfo& ruleset : variant_called("oware").rulesets) names.push_back(ruleset.name);
  CHECK(names == std::vector<std::string>{"abapa", "oware-society", "lemery", "leaflet", "chiefs-table",
                                          "awari", "codingame"});
  std::vector<std::string> abapa;
  for (const auto& [name, value] : variant_called("oware").rulesets.front().values)
    abapa.push_back(name + "=" + value);
  CHECK(abapa == std::vector<std::string>{"grand-slam=no-capture", "grand-slam-trigger=all-seeds",
                                          "feed=must", "cannot-feed=end", "no-legal-move=own-side",
                                          "repetition=second", "on-repetition=own-side", "max-plies=1000",
                                          "on-max-plies=own-side", "majority-ends=true", "agreed-end=false"});
}

TEST_CASE("registry: overrides are in option order and leave out what the ruleset already says") {
  const auto rules =
      made({"oware", "awari", {{"max-plies", "200"}, {"cannot-feed", "play-on"}, {"grand-slam", "illegal"}}});
  CHECK(rules->overrides() == std::vector<std::string>{"grand-slam=illegal", "max-plies=200"});
}

TEST_CASE("registry: the agreed end is allowed where the ruleset says so") {
  CHECK(made({"oware", "oware-society", {}})->agreed_end_allowed());
  CHECK_FALSE(made({"oware", "abapa", {}})->agreed_end_allowed());
  CHECK(made({"oware", "abapa", {{"agreed-end", "true"}}})->agreed_end_allowed());
}

TEST_CASE("registry: what is unknown is named, with what would do") {
  CHECK(problem({"oware", "abapas", {}}) ==
        "unknown oware ruleset `abapas`, expected one of `abapa`, `oware-society`, `lemery`, `leaflet`, "
        "`chiefs-table`, `awari`, `codingame`; did you mean `abapa`?");
  CHECK(problem({"oware", "", {{"grandslam", "illegal"}}}) ==
        "unknown oware option `grandslam`, expected one of `grand-slam`, `grand-slam-trigger`, `feed`, "
        "`cannot-feed`, `no-legal-move`, `repetition`, `on-repetition`, `max-plies`, `on-max-plies`, "
        "`majority-ends`, "
        "`agreed-end`; did you mean `grand-slam`?");
  CHECK(problem({"oware", "", {{"repetition", "thrd"}}}) ==
        "option `repetition` of `oware` cannot be `thrd`, expected one of `second`, `third`, `off`; did you "
        "mean "
        "`third`?");
  CHECK(problem({"oware", "", {{"majority-ends", "yes"}}}) ==
        "option `majority-ends` of `oware` cannot be `yes`, expected one of `true`, `false`");
  for (const char* bad : {"0", "10001", "01", "", "ten", "-1"}) {
    std::string expected = "option `max-plies` of `oware` cannot be `";
    expected.append(bad).append("`, expected `1..10000`");
    CHECK(problem({"oware", "", {{"max-plies", bad}}}) == expected);
  }
  CHECK(problem({"oware", "", {{"feed", "none"}, {"feed", "none"}}}) == "option `feed` is given twice");
}

TEST_CASE("registry: an unknown variant is answered with the known ones") {
  const std::string message = problem({"owari", "", {}});
  CHECK(message.starts_with("unknown variant `owari`, expected "));
  for (const VariantInfo& variant : variants())
    CHECK(message.find("`" + variant.name + "`") != std::string::npos);
  CHECK(message.ends_with("; did you mean `oware`?"));
}

TEST_CASE("registry: a selection travels as ruleset and settings") {
  const auto parsed = parse_selection("oware", "abapa repetition=third  max-plies=200");
  REQUIRE(parsed);
  CHECK(*parsed == Selection{"oware", "abapa", {{"repetition", "third"}, {"max-plies", "200"}}});
  CHECK(*parse_selection("oware", "") == Selection{"oware", "", {}});
  CHECK(*parse_selection("oware", "feed=none") == Selection{"oware", "", {{"feed", "none"}}});
}

TEST_CASE("registry: what a Rules says of itself makes the same Rules again") {
  const auto rules = made({"oware", "lemery", {{"feed", "none"}, {"max-plies", "77"}}});
  std::string wire(rules->ruleset());
  for (const std::string& setting : rules->overrides()) wire += " " + setting;
  CHECK(wire == "lemery feed=none max-plies=77");
  const auto again = made(*parse_selection(rules->variant(), wire));
  CHECK(again->ruleset() == rules->ruleset());
  CHECK(again->overrides() == rules->overrides());
}

TEST_CASE("registry: a malformed selection is refused") {
  const auto message = [](std::string_view text) {
    const auto parsed = parse_selection("oware", text);
    return parsed ? std::string("no problem") : parsed.error().message;
  };
  CHECK(message("abapa third") == "`third` is not a setting, expected `name=value`");
  CHECK(message("abapa repetition=") ==
        "option `repetition` of `oware` cannot be ``, expected one of `second`, `third`, `off`");
  CHECK(message("abapa feed=none feed=must") == "option `feed` is given twice");
  CHECK(message("awri").ends_with("; did you mean `awari`?"));
}

TEST_CASE("registry: the README of each variant names its rulesets, options and values") {
  for (const VariantInfo& variant : variants()) {
    const std::string readme = tests::source_file("referee/rules/" + variant.name + "/README.md");
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
