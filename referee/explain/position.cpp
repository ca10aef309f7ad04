#include "referee/explain/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Event = json::parse_event_t;

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
  return played.empty() ? text : text + "\n";
}

// The effects of all legal moves.
std::string moves_text(const rules::Game& game) {
  const auto continuations = game.continuations();
  std::size_t width = 0;
  for (const auto& next : continuations) width = std::max(width, next.move.size());
  std::string text;
  for (const auto& next : continuations)
    text += fmt::format("  {:<{}}  {}{}\n", next.move, width, next.effect.words,
                        next.outcome ? "; ends the game: " + sentence(*next.outcome) : "");
  return text;
}

constexpr const char* shape = R"(expected {"position": "...", "moves": ["...", ...]})";

// A query to the oracle.
struct Request {
  std::string position;            // empty: the start
  std::vector<std::string> moves;  // played first
};

// Reads a request. Both keys may be absent. Other keys, duplicates and other types are errors.
Result<Request> read_request(std::string_view line) {
  if (trim(line).empty()) return Error{fmt::format("the line is empty, {}", shape)};
  // The parser treats a NUL as the end of the text.
  if (const auto nul = line.find('\0'); nul != std::string_view::npos)
    return Error{fmt::format("not JSON: a NUL at byte {}, {}", nul + 1, shape)};
  std::string wrong, key;
  std::set<std::string> keys;
  std::size_t moves = 0;
  // Checks the parts of the line in their order, up to the first that is wrong.
  const auto check = [&](int depth, Event event, const json& part) {
    if (!wrong.empty() || event == Event::object_end || event == Event::array_end) return true;
    if (event == Event::key) {
      key = part.get<std::string>();
      if (key != "position" && key != "moves")
        wrong = fmt::format("unknown key `{}`, {}", printable(key, 40), shape);
      else if (!keys.insert(key).second)
        wrong = fmt::format("key `{}` is given twice", key);
      return true;
    }
    const std::string found = event == Event::array_start    ? "an array"
                              : event == Event::object_start ? "an object"
                              : part.is_null()               ? "null"
                                                             : fmt::format("a {}", part.type_name());
    if (depth == 2) ++moves;
    if (depth == 0 && event != Event::object_start)
      wrong = fmt::format("the line is {}, {}", found, shape);
    else if (depth == 1 && key == "moves" && event != Event::array_start)
      wrong = fmt::format("`moves` is {}, expected an array of strings", found);
    else if (depth == 1 && key == "position" && !part.is_string())
      wrong = fmt::format("`position` is {}, expected a string", found);
    else if (depth == 1 && key == "position" && part == "")
      wrong = "`position` is empty; leave it out for the start position";
    else if (depth == 2 && !part.is_string())
      wrong = fmt::format("move {} is {}, expected a string", moves, found);
    return true;
  };
  json request;
  try {
    request = json::parse(line.begin(), line.end(), check);
  } catch (const json::parse_error& error) {
    if (wrong.empty()) wrong = fmt::format("not JSON: syntax error at byte {}, {}", error.byte, shape);
  } catch (const json::out_of_range&) {
    if (wrong.empty()) wrong = fmt::format("a number is too large, {}", shape);
  }
  if (!wrong.empty()) return Error{wrong};
  return Request{request.value("position", std::string{}),
                 request.value("moves", std::vector<std::string>{})};
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
  text += due ? fmt::format("; {}\n", sentence(*due)) : ":\n";
  text += moves_text(game);
  if (game.may_be_stolen())
    text += fmt::format("If {}'s time is up, the turn is lost: `{}`\n", mover, rules::stolen_turn);
  return text;
}

json position_json(const rules::Rules& rules, const rules::Game& game, const std::vector<Played>& played) {
  const auto continuations = game.continuations();
  json document(answer_json(game, continuations));
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
  document["moves"] = json::array();
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
  return known ? json{{"lead", known->lead}, {"move", known->move}}.dump() : "null";
}

std::string error_line(const std::string& message) { return line_of(ordered_json{{"error", message}}); }

std::string oracle_answer(const rules::Rules& rules, std::string_view line) {
  const auto request = read_request(line);
  if (!request) return error_line(request.error().message);
  const auto game = game_from(rules, request->position);
  if (!game) return error_line("`position`: " + game.error().message);
  for (const std::string& move : request->moves)
    if (const auto played = play_move(**game, move); !played) return error_line(played.error().message);
  return line_of(answer_json(**game, (*game)->continuations()));
}

}  // namespace ebiri::explain
