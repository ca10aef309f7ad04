#include "referee/rules/registry.hpp"

#include <algorithm>

#include "tests/rules/every_ruleset.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using ebiri::rules::tests::made;

namespace {

std::string problem(const Selection& selection) {
  const auto rules = make_rules(selection);
  return rules ? "no problem" : rules.error().message;
}

const VariantInfo& variant_called(std::string_view name) {
  const auto& all = variants();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const VariantInfo& info) { return info.name == name; });
  REQUIRE(found != all.end());
  return *found;
}

}  // namespace

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

TEST_CASE("registry: overrides are in option order, without the values of the ruleset") {
  const auto rules =
      made({"oware", "awari", {{"max-plies", "200"}, {"cannot-feed", "play-on"}, {"grand-slam", "illegal"}}});
  CHECK(rules->overrides() == std::vector<std::string>{"grand-slam=illegal", "max-plies=200"});
}

TEST_CASE("registry: the ruleset decides whether an agreed end is allowed") {
  CHECK(made({"oware", "oware-society", {}})->agreed_end_allowed());
  CHECK_FALSE(made({"oware", "abapa", {}})->agreed_end_allowed());
  CHECK(made({"oware", "abapa", {{"agreed-end", "true"}}})->agreed_end_allowed());
}

TEST_CASE("registry: unknown words are named, with the known ones") {
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

TEST_CASE("registry: the error for an unknown variant lists the known ones") {
  const std::string message = problem({"owari", "", {}});
  CHECK(message.starts_with("unknown variant `owari`, expected "));
  for (const VariantInfo& variant : variants())
    CHECK(message.find("`" + variant.name + "`") != std::string::npos);
  CHECK(message.ends_with("; did you mean `oware`?"));
}

TEST_CASE("registry: a selection is sent as ruleset and settings") {
  const auto parsed = parse_selection("oware", "abapa repetition=third  max-plies=200");
  REQUIRE(parsed);
  CHECK(*parsed == Selection{"oware", "abapa", {{"repetition", "third"}, {"max-plies", "200"}}});
  CHECK(*parse_selection("oware", "") == Selection{"oware", "", {}});
  CHECK(*parse_selection("oware", "feed=none") == Selection{"oware", "", {{"feed", "none"}}});
}

TEST_CASE("registry: the names of a Rules object give the same rules") {
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
