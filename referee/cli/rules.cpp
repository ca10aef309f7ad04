// `ebiri rules`: explains a variant, or a position of it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/position_answer.hpp"
#include "referee/cli/variant_page.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct RulesCommandArguments : RulesArguments {
  std::string position;
  std::vector<std::string> moves;  // in one text or in several
  bool json = false;

  bool about_a_position() const { return !position.empty() || !moves.empty(); }
};

constexpr const char* rules_footer = R"(Examples:
  ebiri rules oware                      the board, the rulesets, every option, the sources
  ebiri rules oware --rules awari        the same, with what awari has
  ebiri rules oware --moves "F f E"      the position, what each legal move does, or how the game ended
  ebiri rules oware --rules abapa grand-slam=illegal --position 0-0-0-0-0-1-1-0-0-0-0-0-23-23-S

Exit code 0: explained; 2: something was asked that is not, a move in --moves that is illegal for example.)";

/// A move that was played, with what it did.
struct Played {
  rules::Side mover;
  std::string move;
  rules::Effect effect;
};

/// Plays `moves` as far as they are legal, and appends them to `played`.
Result<void> play_all(rules::Game& game, const std::vector<std::string>& moves, std::vector<Played>& played) {
  for (const std::string& move : moves) {
    const auto before = game.clone();
    if (auto refusal = play_move(game, move); !refusal) return refusal;
    const rules::Effect effect =
        move == rules::stolen_turn ? rules::Effect{0, 0, "loses the turn"} : before->effect(move);
    played.push_back({before->to_move(), move, effect});
  }
  return {};
}

void print_played(const std::vector<Played>& played) {
  std::size_t width = 0;
  for (const Played& ply : played) width = std::max(width, ply.move.size());
  for (std::size_t i = 0; i < played.size(); ++i) {
    const auto& [mover, move, effect] = played[i];
    fmt::print("{:>4}. {}  {:<{}}  {}\n", i + 1, rules::name(mover), move, width, effect.words);
  }
  if (!played.empty()) fmt::print("\n");
}

void print_continuations(const std::vector<rules::Continuation>& continuations) {
  std::size_t width = 0;
  for (const auto& next : continuations) width = std::max(width, next.move.size());
  for (const auto& next : continuations) {
    fmt::print("  {:<{}}  {}{}\n", next.move, width, next.effect.words,
               next.outcome ? "; ends the game: " + sentence(*next.outcome) : "");
  }
}

void print_position(const rules::Rules& rules, const rules::Game& game, const std::vector<Played>& played) {
  fmt::print("{}\n\n", described(rules));
  print_played(played);
  fmt::print("{}\n{}\n", game.board(), game.position());
  if (const auto outcome = game.outcome()) {
    fmt::print("the game is over: {}\n", sentence(*outcome));
    return;
  }
  const auto mover = rules::name(game.to_move());
  fmt::print("score {}-{}, {} to move", game.score(rules::Side::south), game.score(rules::Side::north),
             mover);
  if (const auto due = game.arrangement())
    fmt::print("; {}\n", sentence(*due));
  else
    fmt::print(":\n");
  print_continuations(game.continuations());
  if (game.may_be_stolen())
    fmt::print("When {}'s time is up, the turn passes on: `{}`\n", mover, rules::stolen_turn);
}

/// The oracle's answer, and more of the same.
nlohmann::json position_json(const rules::Rules& rules, const rules::Game& game,
                             const std::vector<Played>& played) {
  std::string answer;
  append_answer(answer, game);
  auto document = nlohmann::json::parse(answer);
  for (const auto& next : game.continuations()) {
    document["after"][next.move]["laps"] = next.effect.laps;
    document["after"][next.move]["words"] = next.effect.words;
  }
  document["variant"] = rules.variant();
  document["ruleset"] = rules.ruleset();
  document["overrides"] = rules.overrides();
  document["to_move"] = rules::name(game.to_move());
  document["score"] = {game.score(rules::Side::south), game.score(rules::Side::north)};
  document["arrangement"] = nullptr;
  if (const auto due = game.arrangement())
    document["arrangement"] = {{"pits", due->pits}, {"seeds", due->seeds}};
  document["moves"] = nlohmann::json::array();
  for (const auto& [mover, move, effect] : played) {
    document["moves"].push_back({{"mover", rules::name(mover)},
                                 {"move", move},
                                 {"captured", effect.captured},
                                 {"laps", effect.laps},
                                 {"words", effect.words}});
  }
  return document;
}

int explain_position(const rules::Rules& rules, const RulesCommandArguments& arguments) {
  const auto game = game_from(rules, arguments.position);
  if (!game) return refused({"--position: " + game.error().message});
  std::vector<std::string> moves;
  for (const std::string& text : arguments.moves)
    for (const auto move : words(text)) moves.emplace_back(move);
  std::vector<Played> played;
  const auto result = play_all(**game, moves, played);
  if (!arguments.json) {
    print_position(rules, **game,
                   played);  // also where a move was refused: that is what the question is about
    std::fflush(stdout);
  } else if (result) {
    fmt::print("{}\n", position_json(rules, **game, played).dump(2));
  }
  return result ? 0 : refused({"--moves: " + result.error().message});
}

int explain(const RulesCommandArguments& arguments) {
  const auto variant = variant_called(arguments.variant);
  if (!variant) return refused(variant.error());
  const auto rules = chosen_rules(arguments);
  if (!rules) return refused(rules.error());
  if (arguments.about_a_position()) return explain_position(**rules, arguments);
  if (!arguments.json) {
    fmt::print("{}", variant_page(**variant, **rules));
    return 0;
  }
  auto document = variant_json(**variant);
  document["ruleset"] = (*rules)->ruleset();
  document["overrides"] = (*rules)->overrides();
  document["start"] = (*rules)->start()->position();
  fmt::print("{}\n", document.dump(2));
  return 0;
}

}  // namespace

void add_rules(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("rules", "Explain a variant, or a position and its legal moves");
  const auto arguments = std::make_shared<RulesCommandArguments>();
  add_rules_arguments(*command, *arguments)->required();
  command->add_option("--position", arguments->position, "A position to explain, instead of the start");
  command->add_option("--moves", arguments->moves, "Moves to play first");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(rules_footer);
  command->callback([arguments, &exit_code] { exit_code = explain(*arguments); });
}

}  // namespace ebiri::cli
