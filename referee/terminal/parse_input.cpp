#include "referee/terminal/parse_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "referee/rules/arrange.hpp"
#include "referee/support/text.hpp"

namespace ebiri::terminal {

namespace {

using Kind = Input::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 16> commands{{{"undo", Kind::undo},
                                                                      {"back", Kind::undo},
                                                                      {"hint", Kind::hint},
                                                                      {"moves", Kind::moves},
                                                                      {"why", Kind::why},
                                                                      {"rules", Kind::rules},
                                                                      {"lesson", Kind::lesson},
                                                                      {"board", Kind::board},
                                                                      {"resign", Kind::resign},
                                                                      {"save", Kind::save},
                                                                      {"help", Kind::help},
                                                                      {"?", Kind::help},
                                                                      {"quit", Kind::quit},
                                                                      {"exit", Kind::quit},
                                                                      {":q", Kind::quit},
                                                                      {"q", Kind::quit}}};

constexpr std::size_t shown_bytes = 60;

std::optional<Input> command_in(std::string_view line) {
  const std::string_view word = words(line).front();
  const auto found = std::ranges::find(commands, lower_case(word),
                                       [](const auto& entry) { return std::string{entry.first}; });
  if (found == commands.end()) return std::nullopt;
  const auto rest = trim(trim(line).substr(word.size()));
  if (found->second == Kind::save) return Input{Kind::save, std::string{rest}};
  if (!rest.empty()) return std::nullopt;
  return Input{found->second};
}

std::string command_suggestion(std::string_view line) {
  std::vector<std::string> names;
  for (const auto& [name, kind] : commands)
    if (name.size() > 2) names.emplace_back(name);
  const auto first = words(line).front();
  return suggestion(lower_case(first), names);
}

// Turns `2 2 0 3` and `2, 2, 0, 3` into `=2,2,0,3`. Other texts are unchanged.
std::string arrangement_meant(std::string_view line) {
  const bool numbers = line.find_first_not_of("0123456789, \t") == std::string_view::npos;
  if (line.starts_with('=') || !numbers) return std::string{line};
  std::string spaced{line};
  std::ranges::replace(spaced, ',', ' ');
  std::string text;
  for (const auto word : words(spaced)) text += (text.empty() ? "=" : ",") + std::string{word};
  return text;
}

std::optional<std::string> move_meant(std::string_view line, const std::vector<std::string>& legal) {
  const auto exact = std::ranges::find(legal, line);
  if (exact != legal.end()) return *exact;
  std::string wanted;
  for (const auto word : words(line)) wanted += lower_case(word);
  const auto same = [&](const std::string& move) { return lower_case(move) == wanted; };
  if (std::ranges::count_if(legal, same) != 1) return std::nullopt;
  return *std::ranges::find_if(legal, same);
}

}  // namespace

std::string legal_here(const rules::Game& game) {
  const auto due = game.arrangement();
  if (!due) return "legal: " + join(game.legal_moves(), " ");
  return fmt::format("lay out {} seeds in your {} pits: {} numbers, pit 0 first, for example {}", due->seeds,
                     due->pits, due->pits, fmt::join(rules::even_arrangement(*due), " "));
}

Input parse_input(std::string_view line, const rules::Game& game, Listed listed) {
  line = trim(line);
  if (line.empty()) return {};
  if (auto command = command_in(line)) return *command;
  if (lower_case(words(line).front()) == "level")
    return {Kind::refused, "the level is chosen at the start: quit, then play with --level 1 to 10"};
  if (!game.arrangement()) {
    if (auto move = move_meant(line, game.legal_moves())) return {Kind::move, std::move(*move)};
  }
  const std::string text = game.arrangement() ? arrangement_meant(line) : std::string{line};
  auto refusal = text == rules::stolen_turn
                     ? rules::MoveError{rules::MoveError::Kind::illegal, "a turn can only be lost by time"}
                     : game.clone()->play(text).value_or(rules::MoveError{});
  if (game.arrangement() && refusal.message.empty()) return {Kind::move, text};
  if (refusal.kind == rules::MoveError::Kind::unparsable && !game.arrangement()) {
    std::string upper;  // the move in capitals, without blanks
    for (const auto word : words(text)) upper += word;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    const auto again = game.clone()->play(upper);
    if (again && again->kind == rules::MoveError::Kind::illegal) refusal = *again;
  }
  const std::string hint = refusal.kind == rules::MoveError::Kind::unparsable ? command_suggestion(line) : "";
  const std::string legal = listed == Listed::legal ? "; " + legal_here(game) : "";
  return {Kind::refused, fmt::format("{}{}{}", printable(refusal.message, 4 * shown_bytes), legal, hint)};
}

Input parse_input_after_end(std::string_view line) {
  if (trim(line).empty()) return {};
  const auto command = command_in(line);
  if (!command)
    return {Kind::refused, fmt::format("the game is over, and `{}` is not a command{}; commands are undo, "
                                       "why, rules, lesson, save FILE, board, help and quit",
                                       printable(trim(line), shown_bytes), command_suggestion(line))};
  switch (command->kind) {
    case Kind::hint:
    case Kind::moves:
    case Kind::resign:
      return {Kind::refused, "the game is over; `undo` takes your last move back"};
    default:
      return *command;
  }
}

std::string_view help() {
  return "a move     as in the list, in upper or lower case\n"
         "moves      list the effects of all legal moves\n"
         "hint       ask an engine for a move\n"
         "why        explain the last move of the opponent\n"
         "rules      explain how to play\n"
         "lesson     learn the rules step by step, with exercises\n"
         "undo       take back your last move and the moves after it\n"
         "board      draw the board again, with the position in one line\n"
         "resign     resign the game\n"
         "save FILE  write the game so far to a new file (OGN, for analyze, convert and rate)\n"
         "quit       leave the game; Ctrl-D and Ctrl-C do the same\n";
}

}  // namespace ebiri::terminal
