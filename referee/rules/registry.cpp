#include "referee/rules/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/rules/options.hpp"

namespace ebiri::rules {

namespace {

OtherGames other_games{};  // without functions until some are added

std::string in_backticks(const std::vector<std::string>& words) {
  return join(mapped(words, [](const std::string& word) { return "`" + word + "`"; }), ", ");
}

// Whether such a variant, ruleset and options exist is not checked.
Result<Selection> split_selection(std::string_view variant, std::string_view ruleset_and_options) {
  Selection selection{std::string(variant), {}, {}};
  const std::vector<std::string_view> parts = words(ruleset_and_options);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals != std::string_view::npos) {
      selection.options.push_back(
          {std::string(parts[i].substr(0, equals)), std::string(parts[i].substr(equals + 1))});
    } else if (i == 0) {
      selection.ruleset = parts[i];
    } else {
      return Error{fmt::format("`{}` is not a setting, expected `name=value`", printable(parts[i], 40))};
    }
  }
  return selection;
}

}  // namespace

Error not_among(const std::vector<std::string>& known, std::string_view what, std::string_view word) {
  return {fmt::format("{} `{}`, expected {}{}{}", what, printable(word, 40),
                      known.size() > 1 ? "one of " : "", in_backticks(known), suggestion(word, known))};
}

std::string option_word(std::string_view enumerator) {
  std::string word{enumerator.substr(0, enumerator.find_last_not_of('_') + 1)};
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

Result<std::unique_ptr<Rules>> make_rules(const Selection& selection) {
  if (const auto* variant = find_by(variants(), selection.variant, &VariantInfo::name))
    return variant->make(selection);
  if (has_other_games()) {
    if (auto found = other_games.find(selection)) return std::move(*found);
  }
  return Error{fmt::format("unknown variant `{}`, expected one of {}{}", printable(selection.variant, 40),
                           in_backticks(mapped(variants(), &VariantInfo::name)),
                           suggestion(selection.variant, all_game_names()))};
}

void add_other_games(const OtherGames& games) { other_games = games; }

bool has_other_games() { return other_games.find != nullptr; }

Result<std::unique_ptr<Rules>> rules_from_description(const std::string& description,
                                                      const std::string& name) {
  return other_games.read(description, name);
}

std::vector<std::string> all_game_names() {
  std::vector<std::string> names = mapped(variants(), &VariantInfo::name);
  if (has_other_games()) {
    for (std::string& name : other_games.names()) names.push_back(std::move(name));
  }
  return names;
}

Result<Selection> parse_selection(std::string_view variant, std::string_view ruleset_and_options) {
  auto selection = split_selection(variant, ruleset_and_options);
  if (!selection) return selection;
  if (auto rules = make_rules(*selection); !rules) return rules.error();
  return selection;
}

std::optional<MoveError> advance(Game& game, std::string_view move) {
  if (move != stolen_turn) return game.play(move);
  if (!game.may_be_stolen()) return illegal("`--` is a stolen turn, but this turn cannot be stolen");
  game.steal();
  return std::nullopt;
}

Result<std::unique_ptr<Rules>> make_rules(std::string_view variant, std::string_view ruleset_and_options) {
  const auto selection = split_selection(variant, ruleset_and_options);
  if (!selection) return selection.error();
  return make_rules(*selection);
}

}  // namespace ebiri::rules
