#include "referee/explain/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "referee/rules/describe.hpp"
#include "referee/support/terminal.hpp"

namespace ebiri::explain {

namespace {

using nlohmann::ordered_json;

// The answer as one line. Invalid UTF-8 in it is replaced.
std::string line_of(const ordered_json& answer) {
  return answer.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json outcome_json(const std::optional<rules::Outcome>& outcome) {
  if (!outcome) return nullptr;
  ordered_json document{{"winner", winner(*outcome)}, {"reason", outcome->reason}};
  if (!outcome->special.empty()) document["special"] = outcome->special;
  document["seeds"] = {outcome->south, outcome->north};
  return document;
}

ordered_json answer_json(const rules::Game& game, const std::vector<rules::Continuation>& continuations) {
  ordered_json answer{{"position", game.position()},
                      {"legal", "arrangement"},
                      {"outcome", outcome_json(game.outcome())},
                      {"after", ordered_json::object()}};
  // A side that must lay out its seeds has no list of moves.
  if (!game.arrangement()) answer["legal"] = ordered_json::array();
  for (const auto& next : continuations) {
    answer["legal"].push_back(next.move);
    answer["after"][next.move] = {{"position", next.position},
                                  {"captured", next.effect.captured},
                                  {"next", rules::name(next.to_move)},
                                  {"outcome", outcome_json(next.outcome)}};
  }
  return answer;
}

// The played moves from `first` on, numbered, with their effects.
std::string played_text(const std::vector<Played>& played, std::size_t first) {
  std::size_t width = 0;
  for (const Played& ply : played) width = std::max(width, ply.move.size());
  std::string text;
  for (std::size_t i = first; i < played.size(); ++i) {
    const auto& [mover, move, effect] = played[i];
    text += fmt::format("{:>4}. {}  {:<{}}  {}\n", i + 1, rules::name(mover), move, width, effect.words);
  }
  return text.empty() ? text : text + "\n";
}

// The effects of all legal moves.
std::string moves_text(const rules::Game& game) {
  TextRows rows;
  for (const auto& next : game.continuations())
    rows.push_back({"  " + next.move,
                    next.effect.words + (next.outcome ? "; ends the game: " + sentence(*next.outcome) : "")});
  return rows.empty() ? "" : aligned(rows, "l");
}

}  // namespace

Result<void> play_all(rules::Game& game, const std::vector<std::string>& moves, std::vector<Played>& played) {
  for (const std::string& move : moves) {
    const auto before = game.clone();
    if (auto done = play_move(game, move); !done) return done;
    const rules::Effect effect =
        move == rules::stolen_turn ? rules::Effect{0, 0, "loses the turn"} : before->effect(move);
    played.push_back({before->to_move(), move, effect});
  }
  return {};
}

std::string position_text(const rules::Rules& rules, const rules::Game& game,
                          const std::vector<Played>& played, std::size_t first) {
  std::string text = fmt::format("{}\n\n{}{}\n{}\n", rules::full_name(rules), played_text(played, first),
                                 game.board(), game.position());
  if (const auto outcome = game.outcome())
    return text + fmt::format("the game is over: {}\n", sentence(*outcome));
  const auto mover = rules::name(game.to_move());
  text += fmt::format("score {}-{}, {} to move", game.score(rules::Side::south),
                      game.score(rules::Side::north), mover);
  const auto due = game.arrangement();
  text += due ? fmt::format("; expected {}\n", arrangement_words(*due)) : ":\n";
  text += moves_text(game);
  if (game.may_be_stolen())
    text += fmt::format("If {}'s time is up, the turn is lost: `{}`\n", mover, rules::stolen_turn);
  return text;
}

nlohmann::json position_json(const rules::Rules& rules, const rules::Game& game,
                             const std::vector<Played>& played) {
  const auto continuations = game.continuations();
  nlohmann::json document(answer_json(game, continuations));
  for (const auto& next : continuations) {
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

std::string known_end_json(const rules::ExactEnds& ends, const rules::Rules& rules,
                           std::string_view position) {
  const auto game = rules.from_position(position);
  const auto known = game ? rules::known_end(**game, ends) : std::nullopt;
  return known ? nlohmann::json{{"lead", known->lead}, {"move", known->move}}.dump() : "null";
}

std::string answer_line(const rules::Game& game) { return line_of(answer_json(game, game.continuations())); }

std::string error_line(const std::string& message) { return line_of(ordered_json{{"error", message}}); }

}  // namespace ebiri::explain
