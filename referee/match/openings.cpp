#include "referee/match/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "referee/match/play_game.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/support/fnv.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::match {

namespace {

using rules::Side;

// The alpha-beta window. South can already reach a lead of `low`, and north can limit the lead to `high`.
struct Window {
  int low = std::numeric_limits<int>::min();
  int high = std::numeric_limits<int>::max();
};

int best(const rules::Game& game, int plies, Window window) {
  if (const auto outcome = game.outcome()) return outcome->south - outcome->north;
  if (plies == 0 || game.arrangement()) return game.score(Side::south) - game.score(Side::north);
  const bool south_moves = game.to_move() == Side::south;
  for (const std::string& move : game.legal_moves()) {
    const auto next = game.clone();
    next->play(move);
    const int value = best(*next, plies - 1, window);
    if (south_moves)
      window.low = std::max(window.low, value);
    else
      window.high = std::min(window.high, value);
    if (window.low >= window.high) break;
  }
  return south_moves ? window.low : window.high;
}

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

// The position that an opening reaches, or why the opening is invalid.
Result<std::string> reached(const rules::Rules& rules, const Opening& opening) {
  const auto game = open_game(rules, opening);
  if (!game) return game.error();
  if ((*game)->outcome()) return Error{"this opening ends the game"};
  return (*game)->position();
}

bool is_balanced(const rules::Game& game, const OpeningConditions& conditions) {
  return !conditions.imbalance || std::abs(lead(game, conditions.search)) <= *conditions.imbalance;
}

}  // namespace

std::string OpeningBook::packed(const Opening& opening) {
  return opening.name + " " + opening.base.value_or("") + " " + join(opening.moves, " ");
}

Opening OpeningBook::operator[](std::size_t index) const {
  const auto parts = split(lines_[index], ' ');
  Opening opening{.name = std::string{parts[0]}, .base = {}, .moves = {}};
  if (!parts[1].empty()) opening.base = parts[1];
  if (!parts[2].empty()) opening.moves.assign(parts.begin() + 2, parts.end());
  return opening;
}

int lead(const rules::Game& game, int plies) { return best(game, plies, {}); }

OpeningList list_openings(std::string_view text, std::string_view file, const rules::Rules& rules) {
  OpeningList list;
  std::map<std::string, std::size_t> seen;  // position -> line
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    line = trim(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const auto complain = [&](int& count, const std::string& what) {
      ++count;
      list.problems.push_back(fmt::format("{}:{}: error: {}", file, number, what));
    };
    auto opening = parse(line);
    if (!opening) {
      complain(list.unplayable, opening.error().message);
      continue;
    }
    const auto position = reached(rules, *opening);
    if (!position) {
      complain(list.unplayable, position.error().message);
      continue;
    }
    if (const auto [at, fresh] = seen.emplace(*position, number); !fresh) {
      complain(list.duplicates, fmt::format("reaches the same position as line {}", at->second));
      continue;
    }
    opening->name = std::to_string(list.openings.size() + 1);
    list.openings.push_back(std::move(*opening));
  }
  return list;
}

Result<OpeningBook> read_openings(std::string_view text, std::string_view file, const rules::Rules& rules) {
  const auto list = list_openings(text, file, rules);
  if (!list.problems.empty()) return Error{join(list.problems, "\n")};
  if (list.openings.empty()) return Error{fmt::format("{}:1: error: the file has no opening", file)};
  OpeningBook book;
  for (const Opening& opening : list.openings) book.add(opening);
  return book;
}

Result<OpeningBook> random_openings(const rules::Rules& rules, int count, const OpeningConditions& conditions,
                                    std::uint64_t seed) {
  constexpr int max_misses = 2000;  // consecutive tries without a new opening
  Random random{seed};
  OpeningBook openings;
  boost::unordered_flat_set<std::uint64_t> seen;  // fingerprints of positions
  for (int misses = 0; static_cast<int>(openings.size()) < count && misses < max_misses; ++misses) {
    Opening opening;
    const auto game = rules.start();
    for (int ply = 0; ply < conditions.plies && !game->outcome(); ++ply) {
      opening.moves.push_back(rules::random_move(*game, random));
      if (const auto refused = game->play(opening.moves.back())) return Error{refused->message};
    }
    if (game->outcome() || !seen.insert((Fnv{} << game->position()).value()).second ||
        !is_balanced(*game, conditions))
      continue;
    opening.name = std::to_string(openings.size() + 1);
    openings.add(opening);
    misses = -1;
  }
  if (static_cast<int>(openings.size()) < count && (!conditions.fewer || openings.empty()))
    return Error{
        fmt::format("found only {} distinct openings of {} random plies{}; expected {}; use more plies{}",
                    openings.size(), conditions.plies, conditions.imbalance ? " within this lead" : "", count,
                    conditions.imbalance ? " or allow a larger lead" : "")};
  return openings;
}

Result<OpeningBook> all_openings(const rules::Rules& rules, const OpeningConditions& conditions,
                                 std::uint64_t seed) {
  constexpr std::size_t most = 1'000'000;
  std::vector<std::string> moves;
  std::set<std::string> seen;
  std::vector<Opening> openings;  // the first line that reaches each balanced position
  std::function<Result<void>(const rules::Game&)> extend;
  extend = [&](const rules::Game& game) -> Result<void> {
    if (game.outcome()) return {};
    if (static_cast<int>(moves.size()) == conditions.plies) {
      if (!seen.insert(game.position()).second) return {};
      if (seen.size() > most)
        return Error{fmt::format("more than {} positions; use fewer plies or random openings", most)};
      if (is_balanced(game, conditions)) openings.push_back({.name = "", .base = {}, .moves = moves});
      return {};
    }
    if (game.arrangement()) return Error{"there are too many arrangements to list; use random openings"};
    for (const std::string& move : game.legal_moves()) {
      const auto next = game.clone();
      next->play(move);
      moves.push_back(move);
      if (auto found = extend(*next); !found) return found;
      moves.pop_back();
    }
    return {};
  };
  if (auto found = extend(*rules.start()); !found) return found.error();
  if (openings.empty()) return Error{"no opening satisfies these conditions"};
  Random random{seed};
  for (std::size_t left = openings.size(); left > 1; --left)
    std::swap(openings[left - 1], openings[random.below(left)]);
  OpeningBook book;
  for (Opening& opening : openings) {
    opening.name = std::to_string(book.size() + 1);
    book.add(opening);
  }
  return book;
}

}  // namespace ebiri::match
