// Properties of every variant with every value of every option, not only with the named rulesets.
#include <algorithm>

#include "referee/support/text.hpp"
#include "tests/rules/every_ruleset.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using namespace ebiri::rules::tests;

namespace {

constexpr int plies_per_option = sampled ? 5 : 20;

// The values to try: all words, or both ends of a range and the values just outside.
struct Values {
  std::vector<std::string> allowed;
  std::vector<std::string> refused;
};

Values values_of(const OptionInfo& option) {
  const std::string& first = option.values.front();
  const auto dots = first.find("..");
  if (dots == std::string::npos) return {option.values, {"", "no-such-value", first + " ", " " + first}};
  const auto lowest = parse_integer<std::int32_t>(first.substr(0, dots));
  const auto highest = parse_integer<std::int32_t>(first.substr(dots + 2));
  REQUIRE((option.values.size() == 1 && lowest && highest && *lowest < *highest));
  return {{std::to_string(*lowest), std::to_string(*highest)},
          {std::to_string(*lowest - 1), std::to_string(std::int64_t{*highest} + 1), "", "0x1", "1.0"}};
}

/// Calls `check(selection)` with each value of each option on top of each variant's default ruleset.
template <class Check>
void for_every_option(Check check) {
  for (const VariantInfo& variant : variants()) {
    for (const OptionInfo& option : variant.options) {
      for (const std::string& value : values_of(option).allowed) {
        const Selection selection{variant.name, variant.rulesets.front().name, {{option.name, value}}};
        INFO(words_of(selection));
        check(selection);
      }
    }
  }
}

}  // namespace

TEST_CASE("every option: the contract of rules.hpp holds for each of its values") {
  for_every_option([](const Selection& selection) {
    const auto rules = made(selection);
    Random random{1};
    int plies = plies_per_option;
    const auto look = [&](const Game& now) {
      INFO(now.position());
      REQUIRE(broken_promise(*rules, now) == "");
    };
    while (plies > 0) look(*played(*rules, random, plies, look));
  });
}

TEST_CASE("every option: games end with each of its values") {
  for_every_option([](const Selection& selection) {
    const auto rules = made(selection);
    play_games(
        *rules, 1, [](const Game&) {},
        [&](const Game& ended) {
          CHECK_FALSE(ended.outcome()->reason.empty());
          CHECK(ended.seeds() == rules->start()->seeds());
        });
  });
}

TEST_CASE("every option: an invalid value is refused and named") {
  for (const VariantInfo& variant : variants()) {
    for (const OptionInfo& option : variant.options) {
      for (const std::string& value : values_of(option).refused) {
        INFO(variant.name << " " << option.name << "=" << value);
        const auto rules = make_rules({variant.name, "", {{option.name, value}}});
        REQUIRE_FALSE(rules);
        CHECK(rules.error().message.starts_with("option `" + option.name + "` of `" + variant.name +
                                                "` cannot be `" + value + "`, expected "));
      }
    }
  }
}

TEST_CASE("every option: the contract holds for random pairs of options") {
  Random random{8};
  for (const VariantInfo& variant : variants()) {
    if (variant.options.size() < 2) continue;
    for (int i = 0; i < (sampled ? 3 : 20); ++i) {
      Selection selection{variant.name, variant.rulesets[random.below(variant.rulesets.size())].name, {}};
      const std::size_t first = random.below(variant.options.size());
      const std::size_t second =
          (first + 1 + random.below(variant.options.size() - 1)) % variant.options.size();
      for (const std::size_t chosen : {first, second}) {
        const auto values = values_of(variant.options[chosen]).allowed;
        selection.options.push_back({variant.options[chosen].name, values[random.below(values.size())]});
      }
      INFO(words_of(selection));
      const auto rules = made(selection);
      int plies = plies_per_option;
      played(*rules, random, plies, [&](const Game& now) {
        INFO(now.position());
        REQUIRE(broken_promise(*rules, now) == "");
      });
    }
  }
}
