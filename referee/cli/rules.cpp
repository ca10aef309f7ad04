// `ebiri rules`: explains a variant, or a position of it.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/described/described.hpp"
#include "referee/explain/game.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/explain/position.hpp"
#include "referee/explain/variant.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::cli {

namespace {

struct RulesCommandArguments : RulesArguments {
  std::string position;
  std::vector<std::string> moves;  // in one string or several
  bool options = false;
  bool json = false;

  bool about_a_position() const { return !position.empty() || !moves.empty(); }
};

constexpr const char* rules_footer = R"(Examples:
  ebiri rules oware --rules awari        how to play, with pictures of real moves
  ebiri rules oware --options            the rulesets, every option, the sources
  ebiri rules sungka                     a game of the library, explained from its description
  ebiri rules oware --moves "F f E"      the position, what each legal move does, or how the game ended
  ebiri rules oware --rules abapa grand-slam=illegal --position 0-0-0-0-0-1-1-0-0-0-0-0-23-23-S

Exit code 0: printed; 2: invalid arguments, for example an illegal move in --moves.)";

int explain_position(const rules::Rules& rules, const RulesCommandArguments& arguments) {
  const auto game = game_from(rules, arguments.position);
  if (!game) return fail_usage({"--position: " + game.error().message});
  std::vector<std::string> moves;
  for (const std::string& text : arguments.moves)
    for (const auto move : words(text)) moves.emplace_back(move);
  std::vector<explain::Played> played;
  const auto result = explain::play_all(**game, moves, played);
  if (!arguments.json) {
    // Prints the position also after an illegal move, so that the user can see why it is illegal.
    fmt::print("{}", explain::position_text(rules, **game, played));
    std::fflush(stdout);
  } else if (result) {
    fmt::print("{}\n", explain::position_json(rules, **game, played).dump(2));
  }
  return result ? 0 : fail_usage({"--moves: " + result.error().message});
}

int explain_rules(const RulesCommandArguments& arguments) {
  const auto rules = chosen_rules(arguments);
  if (!rules) return fail_usage(rules.error());
  if (arguments.about_a_position()) return explain_position(**rules, arguments);
  const auto* game = described::described_game(**rules);
  const auto variant = rules::find_variant(arguments.variant);  // an error for a described game
  if (!arguments.json) {
    const bool options = arguments.options && !game;
    terminal::print_paged(options ? explain::variant_page(**variant, **rules) : explain::rules_page(**rules));
    return 0;
  }
  if (game) return print_text(explain::game_json(*game, **rules).dump(2) + "\n");
  auto document = explain::variant_json(**variant);
  document["ruleset"] = (*rules)->ruleset();
  document["overrides"] = (*rules)->overrides();
  document["start"] = (*rules)->start()->position();
  return print_text(document.dump(2) + "\n");
}

}  // namespace

void add_rules(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "rules", "Explain a variant, or a position and its legal moves",
                  rules_footer, explain_rules);
  add_rules_arguments(command, arguments);
  command.add_option("--position,--from", arguments.position,
                     "The position to explain; default: the start position");
  command.add_option("--moves", arguments.moves, "Moves to play first");
  command.add_flag("--options", arguments.options, "List the rulesets, every option and the sources");
  command.add_flag("--json", arguments.json, "Print JSON");
}

}  // namespace ebiri::cli
