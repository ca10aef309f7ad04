#include "referee/rules/describe.hpp"

#include <fmt/format.h>

#include "referee/rules/arrange.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

namespace {

std::string legal_here(const Game& game) {
  if (const auto due = game.arrangement()) return "expected " + arrangement_words(*due);
  return "legal here: " + join(game.legal_moves(), " ");
}

/// The ruleset text of `rules` with `setting`, such as `pits=7`, added at the end. An override of the same
/// option is left out.
std::string with_setting(const Rules& rules, const std::string& setting) {
  std::string text{rules.ruleset()};
  for (const std::string& other : rules.overrides())
    if (!other.starts_with(setting.substr(0, setting.find('=') + 1))) text += " " + other;
  return text + " " + setting;
}

}  // namespace

Result<const VariantInfo*> find_variant(const std::string& name) {
  if (const VariantInfo* variant = find_by(variants(), name, &VariantInfo::name)) return variant;
  // `make_rules` finds described games. For an unknown name its error has a suggestion.
  if (const auto other = make_rules(Selection{name, "", {}}); !other) return other.error();
  return Error{
      fmt::format("`{}` is a described game: it has no rulesets and no options", printable(name, 60))};
}

std::string title_of(const VariantInfo& variant) {
  return variant.summary.substr(0, variant.summary.find(':'));
}

std::string ruleset_text(const Rules& rules) {
  std::string text{rules.ruleset()};
  for (const std::string& setting : rules.overrides()) text += " " + setting;
  return text;
}

std::string full_name(const Rules& rules) {
  return fmt::format("{} {}", rules.variant(), ruleset_text(rules));
}

Result<std::unique_ptr<Game>> game_from(const Rules& rules, const std::string& position) {
  if (position.empty()) return rules.start();
  return rules.from_position(position);
}

Result<void> play_move(Game& game, const std::string& move) {
  const int number = game.plies() + 1;
  const std::string shown = printable(move, 100);
  if (const auto outcome = game.outcome())
    return Error{fmt::format("move {}, `{}`: the game is over, {}", number, shown, sentence(*outcome))};
  const auto refusal = rules::advance(game, move);
  if (!refusal) return {};
  return Error{fmt::format("move {}, `{}`: {}; {}", number, shown, refusal->message, legal_here(game))};
}

std::unique_ptr<Rules> with_fixed_start(const Rules& rules) {
  const std::string name{rules.variant()};
  const auto variant = find_variant(name);
  if (!variant) return nullptr;
  for (const RulesetInfo& ruleset : variant.value()->rulesets) {
    if (ruleset.name != rules.ruleset() || ruleset.fixed_start.empty()) continue;
    auto other = make_rules(name, with_setting(rules, ruleset.fixed_start));
    if (other) return std::move(*other);
  }
  for (const OptionInfo& option : variant.value()->options) {
    for (const std::string& value : option.values) {
      auto other = make_rules(name, with_setting(rules, option.name + "=" + value));
      if (!other) continue;  // a range of numbers is not a value
      const auto start = (*other)->start();
      if (!start->arrangement() && !start->outcome()) return std::move(*other);
    }
  }
  return nullptr;
}

std::string_view winner(const Outcome& outcome) {
  static constexpr std::string_view words[] = {"south", "north", "draw", "void"};
  return words[static_cast<std::size_t>(outcome.kind)];
}

std::string sentence(const Outcome& outcome) {
  const std::string why =
      outcome.special.empty() ? outcome.reason : fmt::format("{}, {}", outcome.reason, outcome.special);
  if (outcome.kind == Outcome::Kind::void_game) return fmt::format("void ({})", why);
  const bool draw = outcome.kind == Outcome::Kind::draw;
  return fmt::format("{}{} {}-{} ({})", winner(outcome), draw ? "" : " wins", outcome.south, outcome.north,
                     why);
}

std::string arrangement_words(const Arrangement& due) {
  return fmt::format(
      "an arrangement: `=` and {} whole numbers separated by commas that add up to {}, for example {}",
      due.pits, due.seeds, arrangement_text(even_arrangement(due)));
}

}  // namespace ebiri::rules
