#include "referee/terminal/questions.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::terminal {

namespace {

// Reads a line, without blanks around it. Reads byte by byte, because a later reader needs the rest of the
// input.
std::optional<std::string> read_line() {
  std::string line;
  for (char letter = 0; ::read(STDIN_FILENO, &letter, 1) == 1; line += letter)
    if (letter == '\n') return std::string{trim(line)};
  return line.empty() ? std::nullopt : std::optional{std::string{trim(line)}};
}

}  // namespace

std::optional<std::string> choice_of(const std::string& question, const std::string& fallback,
                                     const std::vector<std::string>& allowed) {
  while (true) {
    fmt::print("{} [{}]: ", question, fallback);
    std::fflush(stdout);
    auto answer = read_line();
    if (!answer) return std::nullopt;
    if (answer->empty()) return fallback;
    if (std::ranges::find(allowed, *answer) != allowed.end()) return answer;
    fmt::print("`{}` is not a possible answer{}\n", printable(*answer, 60), suggestion(*answer, allowed));
  }
}

std::optional<GameChoice> ask_for_a_game() {
  for (const auto& variant : rules::variants())
    fmt::print("{:<8} {}\n", variant.name, rules::title_of(variant));
  const auto games = rules::all_game_names();
  fmt::print("`ebiri games` lists {} more.\n\n", games.size() - rules::variants().size());
  std::vector<std::string> levels;
  for (int level = 1; level <= 10; ++level) levels.push_back(std::to_string(level));
  const auto game = choice_of("Game", "oware", games);
  const auto level = game ? choice_of("Level of the engine, 1 to 10", "3", levels) : std::nullopt;
  const auto side = level ? choice_of("Your side, south (moves first) or north", "south", {"south", "north"})
                          : std::nullopt;
  const auto learn =
      side ? choice_of("Explain moves and mistakes, yes or no", "yes", {"yes", "no"}) : std::nullopt;
  if (!learn) return std::nullopt;
  return GameChoice{*game, *parse_integer<int>(*level),
                    *side == "south" ? rules::Side::south : rules::Side::north, *learn == "yes"};
}

}  // namespace ebiri::terminal
