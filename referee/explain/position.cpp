#include "referee/explain/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "referee/rules/describe.hpp"

namespace ebiri::explain {

namespace {

bool plain(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

void append_string(std::string& out, std::string_view text) {
  if (std::ranges::all_of(text, plain)) {
    out += '"';
    out += text;
    out += '"';
    return;
  }
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  out += nlohmann::json(text).dump(-1, ' ', false, replace);
}

/// `"name":`, after a comma unless it is the first.
void append_key(std::string& out, std::string_view name) {
  if (!out.ends_with('{')) out += ',';
  append_string(out, name);
  out += ':';
}

void append_text(std::string& out, std::string_view key, std::string_view text) {
  append_key(out, key);
  append_string(out, text);
}

void append_outcome(std::string& out, const std::optional<rules::Outcome>& outcome) {
  append_key(out, "outcome");
  if (!outcome) {
    out += "null";
    return;
  }
  out += '{';
  append_text(out, "winner", winner(*outcome));
  append_text(out, "reason", outcome->reason);
  if (!outcome->special.empty()) append_text(out, "special", outcome->special);
  fmt::format_to(std::back_inserter(out), R"(,"seeds":[{},{}]}})", outcome->south, outcome->north);
}

void append_legal(std::string& out, const rules::Game& game,
                  const std::vector<rules::Continuation>& continuations) {
  if (game.arrangement()) {
    append_text(out, "legal", "arrangement");
    return;
  }
  append_key(out, "legal");
  out += '[';
  for (const auto& next : continuations) {
    if (&next != &continuations.front()) out += ',';
    append_string(out, next.move);
  }
  out += ']';
}

void append_continuation(std::string& out, const rules::Continuation& next) {
  append_key(out, next.move);
  out += '{';
  append_text(out, "position", next.position);
  append_key(out, "captured");
  fmt::format_to(std::back_inserter(out), "{}", next.effect.captured);
  append_text(out, "next", rules::name(next.to_move));
  append_outcome(out, next.outcome);
  out += '}';
}

// The played moves, numbered, with their effects.
std::string played_text(const std::vector<Played>& played) {
  std::size_t width = 0;
  for (const Played& ply : played) width = std::max(width, ply.move.size());
  std::string text;
  for (std::size_t i = 0; i < played.size(); ++i) {
    const auto& [mover, move, effect] = played[i];
    text += fmt::format("{:>4}. {}  {:<{}}  {}\n", i + 1, rules::name(mover), move, width, effect.words);
  }
  return played.empty() ? text : text + "\n";
}

}  // namespace

std::string moves_text(const rules::Game& game, std::string_view indent) {
  const auto continuations = game.continuations();
  std::size_t width = 0;
  for (const auto& next : continuations) width = std::max(width, next.move.size());
  std::string text;
  for (const auto& next : continuations)
    text += fmt::format("{}{:<{}}  {}{}\n", indent, next.move, width, next.effect.words,
                        next.outcome ? "; ends the game: " + sentence(*next.outcome) : "");
  return text;
}

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
                          const std::vector<Played>& played) {
  std::string text = fmt::format("{}\n\n{}{}\n{}\n", rules::full_name(rules), played_text(played),
                                 game.board(), game.position());
  if (const auto outcome = game.outcome())
    return text + fmt::format("the game is over: {}\n", sentence(*outcome));
  const auto mover = rules::name(game.to_move());
  text += fmt::format("score {}-{}, {} to move", game.score(rules::Side::south),
                      game.score(rules::Side::north), mover);
  const auto due = game.arrangement();
  text += due ? fmt::format("; {}\n", sentence(*due)) : ":\n";
  text += moves_text(game, "  ");
  if (game.may_be_stolen())
    text += fmt::format("If {}'s time is up, the turn is lost: `{}`\n", mover, rules::stolen_turn);
  return text;
}

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

std::string known_end_json(const rules::ExactEnds& ends, const rules::Rules& rules,
                           std::string_view position) {
  const auto game = rules.from_position(position);
  const auto known = game ? rules::known_end(**game, ends) : std::nullopt;
  return known ? nlohmann::json{{"lead", known->lead}, {"move", known->move}}.dump() : "null";
}

void append_answer(std::string& out, const rules::Game& game) {
  const std::vector<rules::Continuation> continuations = game.continuations();
  out += '{';
  append_text(out, "position", game.position());
  append_legal(out, game, continuations);
  append_outcome(out, game.outcome());
  append_key(out, "after");
  out += '{';
  for (const auto& next : continuations) append_continuation(out, next);
  out += "}}";
}

void append_error(std::string& out, const std::string& message) {
  out += '{';
  append_text(out, "error", message);
  out += '}';
}

}  // namespace ebiri::explain
