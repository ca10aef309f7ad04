// The registry of variants (table.cpp) and of games that are added at run time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/rules/rules.hpp"

namespace ebiri::rules {

/// The description of an option of a variant.
struct OptionInfo {
  std::string name;                      ///< kebab-case: `grand-slam`
  std::string meaning;                   ///< one line
  std::vector<std::string> values = {};  ///< allowed words; for a number, one entry such as `1..100000`
};

/// A named bundle of option values.
struct RulesetInfo {
  std::string name;
  std::string summary;                                      ///< one line, with its source
  std::vector<std::pair<std::string, std::string>> values;  ///< every option's value, in option order

  /// The setting, such as `setup=fixed-inner4`, with which games begin with the board that the source shows,
  /// instead of arrangements. Empty if the source shows no board, or nothing is arranged.
  std::string fixed_start = {};
};

struct OptionSetting {
  std::string name;
  std::string value;

  bool operator==(const OptionSetting&) const = default;
};

/// A selection of rules. An empty ruleset means the variant's default.
struct Selection {
  std::string variant;
  std::string ruleset;
  std::vector<OptionSetting> options;

  bool operator==(const Selection&) const = default;
};

struct VariantInfo {
  std::string name;
  std::string summary;
  std::vector<OptionInfo> options;
  std::vector<RulesetInfo> rulesets;  ///< the first is the default
  std::vector<std::string> sources;   ///< sources of the rules, one line each

  /// Makes rules of this variant.
  std::function<Result<std::unique_ptr<Rules>>(const Selection&)> make = {};
};

/// Every variant, sorted by name.
const std::vector<VariantInfo>& variants();

/// Engines that announce this variant play every described game from its description.
inline constexpr std::string_view any_described_game = "described";

/// Games that are not in the table of variants, such as games described in files.
struct OtherGames {
  /// Rules for a selection; nothing if there is no such game.
  std::optional<Result<std::unique_ptr<Rules>>> (*find)(const Selection&);
  std::vector<std::string> (*names)();  ///< of all games that `find` finds
  /// Rules called `name` from a description, as `Rules::description` returns it.
  Result<std::unique_ptr<Rules>> (*read)(const std::string& description, const std::string& name);
};

/// Lets `make_rules` find these games too. Call it before threads start.
void add_other_games(const OtherGames& games);
bool has_other_games();

/// Rules called `name` from a description. Precondition: `has_other_games()`.
Result<std::unique_ptr<Rules>> rules_from_description(const std::string& description,
                                                      const std::string& name);

/// The names of all variants and of all other games.
std::vector<std::string> all_game_names();

/// Rules for a selection. The error names an unknown word, with a suggestion if one is similar.
Result<std::unique_ptr<Rules>> make_rules(const Selection& selection);

/// Parses a ruleset as the protocol writes it after `UGI_Ruleset value`: `abapa repetition=third …`.
Result<Selection> parse_selection(std::string_view variant, std::string_view ruleset_and_options);

/// Parses a selection in that form and makes its rules.
Result<std::unique_ptr<Rules>> make_rules(std::string_view variant, std::string_view ruleset_and_options);

}  // namespace ebiri::rules
