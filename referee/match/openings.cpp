#include "referee/match/openings.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "referee/match/play_game.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::match {

namespace {

Result<Opening> parse(std::string_view line) {
  Opening opening;
  auto parts = words(line);
  std::size_t at = 0;
  if (parts[0] == "position") {
    if (parts.size() < 2) return Error{"expected a position after `position`"};
    opening.base = std::string{parts[1]};
    at = 2;
    if (at < parts.size() && parts[at] != "moves")
      return Error{fmt::format("expected `moves` after the position, found `{}`", parts[at])};
    ++at;
  }
  for (; at < parts.size(); ++at) opening.moves.emplace_back(parts[at]);
  return opening;
}

// The position that an opening reaches, or why it cannot be used.
Result<std::string> reached(const rules::Rules& rules, const Opening& opening) {
  const auto game = open_game(rules, opening);
  if (!game) return game.error();
  if ((*game)->outcome()) return Error{"the game is over after this opening"};
  return (*game)->position();
}

}  // namespace

Result<std::vector<Opening>> read_openings(std::string_view text, std::string_view file,
                                           const rules::Rules& rules) {
  std::vector<Opening> openings;
  std::vector<std::string> problems;
  std::map<std::string, std::size_t> seen;  // position -> line
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const auto complain = [&](const std::string& what) {
      problems.push_back(fmt::format("{}:{}: error: {}", file, number, what));
    };
    auto opening = parse(line);
    if (!opening) {
      complain(opening.error().message);
      continue;
    }
    const auto position = reached(rules, *opening);
    if (!position) {
      complain(position.error().message);
      continue;
    }
    if (const auto [at, fresh] = seen.emplace(*position, number); !fresh) {
      complain(fmt::format("reaches the same position as line {}", at->second));
      continue;
    }
    opening->name = std::to_string(openings.size() + 1);
    openings.push_back(std::move(*opening));
  }
  if (!problems.empty()) return Error{join(problems, "\n")};
  if (openings.empty()) return Error{fmt::format("{}:1: error: no opening in this file", file)};
  return openings;
}

Result<std::vector<Opening>> random_openings(const rules::Rules& rules, int count, int plies,
                                             std::uint64_t seed) {
  constexpr int patience = 2000;  // tries in a row that bring nothing new
  Random random{seed};
  std::vector<Opening> openings;
  std::set<std::string> seen;
  for (int misses = 0; static_cast<int>(openings.size()) < count && misses < patience; ++misses) {
    Opening opening;
    const auto game = rules.start();
    for (int ply = 0; ply < plies && !game->outcome(); ++ply) {
      opening.moves.push_back(rules::random_move(*game, random));
      if (const auto refused = game->play(opening.moves.back())) return Error{refused->message};
    }
    if (game->outcome() || !seen.insert(game->position()).second) continue;
    opening.name = std::to_string(openings.size() + 1);
    openings.push_back(std::move(opening));
    misses = -1;
  }
  if (static_cast<int>(openings.size()) < count)
    return Error{
        fmt::format("found only {} distinct openings of {} random plies, {} are needed; ask for more plies",
                    openings.size(), plies, count)};
  return openings;
}

}  // namespace ebiri::match
