#include "referee/cli/common/chosen_rules.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "referee/cli/common/exit_code.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

std::string legal_here(const rules::Game& game) {
  if (const auto due = game.arrangement()) return sentence(*due);
  return "legal here: " + join(game.legal_moves(), " ");
}

/// What `--rules` would be with `option` set to `value`.
std::string with_setting(const rules::Rules& rules, const std::string& option, const std::string& value) {
  std::string text{rules.ruleset()};
  for (const std::string& setting : rules.overrides())
    if (!setting.starts_with(option + "=")) text += " " + setting;
  return fmt::format("{} {}={}", text, option, value);
}

}  // namespace

CLI::Option* add_rules_arguments(CLI::App& command, RulesArguments& arguments) {
  command.add_option("--rules", arguments.rules, "A ruleset and its options: RULESET name=value ...")
      ->type_name("RULESET");
  return command.add_option("VARIANT", arguments.variant, "For example oware")->type_name("VARIANT");
}

Result<std::unique_ptr<rules::Rules>> chosen_rules(const RulesArguments& arguments) {
  const auto selection = rules::parse_selection(arguments.variant, join(arguments.rules, " "));
  if (!selection) return selection.error();
  return rules::make_rules(*selection);
}

Result<const rules::VariantInfo*> variant_called(const std::string& name) {
  for (const rules::VariantInfo& variant : rules::variants())
    if (variant.name == name) return &variant;
  return rules::make_rules({name, "", {}}).error();
}

std::string wire_form(const rules::Rules& rules) {
  std::string text{rules.ruleset()};
  for (const std::string& setting : rules.overrides()) text += " " + setting;
  return text;
}

std::string described(const rules::Rules& rules) {
  return fmt::format("{} {}", rules.variant(), wire_form(rules));
}

Result<std::unique_ptr<rules::Game>> game_from(const rules::Rules& rules, const std::string& position) {
  if (position.empty()) return rules.start();
  return rules.from_position(position);
}

Result<void> play_move(rules::Game& game, const std::string& move) {
  const int number = game.plies() + 1;
  const std::string shown = printable(move, 100);
  if (const auto outcome = game.outcome())
    return Error{fmt::format("move {}, `{}`: the game is over, {}", number, shown, sentence(*outcome))};
  const auto refusal = rules::advance(game, move);
  if (!refusal) return {};
  return Error{fmt::format("move {}, `{}`: {}; {}", number, shown, refusal->message, legal_here(game))};
}

std::unique_ptr<rules::Rules> with_fixed_start(const rules::Rules& rules) {
  const std::string name{rules.variant()};
  for (const rules::OptionInfo& option : variant_called(name).value()->options) {
    for (const std::string& value : option.values) {
      auto other = chosen_rules({name, {with_setting(rules, option.name, value)}});
      if (!other) continue;  // a range of numbers is no value
      const auto start = (*other)->start();
      if (!start->arrangement() && !start->outcome()) return std::move(*other);
    }
  }
  return nullptr;
}

std::string_view winner(const rules::Outcome& outcome) {
  switch (outcome.kind) {
    case rules::Outcome::Kind::south_wins:
      return "south";
    case rules::Outcome::Kind::north_wins:
      return "north";
    case rules::Outcome::Kind::draw:
      return "draw";
    case rules::Outcome::Kind::annulled:
      break;
  }
  return "void";
}

std::string sentence(const rules::Outcome& outcome) {
  const std::string why =
      outcome.special.empty() ? outcome.reason : fmt::format("{}, {}", outcome.reason, outcome.special);
  if (outcome.kind == rules::Outcome::Kind::annulled) return fmt::format("void ({})", why);
  const bool draw = outcome.kind == rules::Outcome::Kind::draw;
  return fmt::format("{}{} {}-{} ({})", winner(outcome), draw ? "" : " wins", outcome.south, outcome.north,
                     why);
}

std::string sentence(const rules::Arrangement& due) {
  std::string example;
  for (int pit = 0; pit < due.pits; ++pit) {
    const int seeds = due.seeds / due.pits + (pit < due.seeds % due.pits ? 1 : 0);
    example += fmt::format("{}{}", pit == 0 ? "=" : ",", seeds);
  }
  return fmt::format(
      "an arrangement is due: `=` and {} whole numbers separated by commas that add up to {}, "
      "for example {}",
      due.pits, due.seeds, example);
}

int refused(const Error& error) {
  fmt::print(stderr, "ebiri: {}\n", error.message);
  return usage_error;
}

}  // namespace ebiri::cli
