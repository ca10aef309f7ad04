// Moves without sides, played again by the rules.
#include <fmt/format.h>

#include <charconv>

#include "referee/match/play_game.hpp"
#include "referee/record/foreign.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::Verdict;

// The time at the end of `+0.80/6 0.045s`, and the score and depth before it.
player::Thought thought_of(std::string_view comment) {
  player::Thought thought;
  for (const std::string_view word : words(comment)) {
    if (word.ends_with('s')) {
      if (const auto seconds = parse_number(word.substr(0, word.size() - 1));
          seconds && *seconds >= 0 && *seconds < 1e9)
        thought.wall = player::Duration{static_cast<std::int64_t>(*seconds * 1e6 + 0.5)};
      continue;
    }
    const auto parts = split(word.starts_with('+') ? word.substr(1) : word, '/');
    thought.score = parse_number(parts[0]);
    if (parts.size() == 2) thought.depth = parse_integer<int>(parts[1]);
  }
  return thought;
}

std::size_t opening_plies(const ForeignGame& game) {
  if (game.opening_plies && *game.opening_plies >= 0)
    return std::min(static_cast<std::size_t>(*game.opening_plies), game.moves.size());
  std::size_t count = 0;
  while (count < game.moves.size() && game.moves[count].comment.empty()) ++count;
  return count == game.moves.size() ? 0 : count;  // without any comments nothing tells
}

}  // namespace

Result<match::GameRecord> retraced(const ForeignGame& foreign, const rules::Rules& rules) {
  match::GameRecord record = foreign.record;
  record.variant = rules.variant();
  record.ruleset = rules::ruleset_text(rules);
  if (record.opening.base == rules.start()->position()) record.opening.base.reset();
  record.opening.moves.clear();
  auto game = match::open_game(rules, record.opening);
  if (!game) return game.error();
  const std::size_t given = opening_plies(foreign);
  for (std::size_t i = 0; i < foreign.moves.size(); ++i) {
    const auto& [move, comment] = foreign.moves[i];
    if ((*game)->outcome())
      return Error{fmt::format("move {}, `{}`: the game was already over", i + 1, printable(move, 64))};
    const rules::Side side = (*game)->to_move();
    if (const auto refused = rules::advance(**game, move))
      return Error{fmt::format("move {}, `{}`: {}", i + 1, printable(move, 64), refused->message)};
    if (i < given)
      record.opening.moves.push_back(move);
    else
      record.plies.push_back({.side = side, .move = move, .thought = thought_of(comment)});
  }
  record.final_position = (*game)->position();
  Verdict& verdict = record.verdict;
  auto outcome = (*game)->outcome();
  if (!outcome && !verdict.loser && rules.agreed_end_allowed()) {
    const auto agreed = (*game)->agreed_end();
    if (agreed.reason == verdict.reason) outcome = agreed;
  }
  if (outcome) {
    verdict.cause = (*game)->outcome() ? Verdict::Cause::rules : Verdict::Cause::agreed;
    verdict.reason = outcome->reason;
    verdict.special = outcome->special;
    verdict.south = outcome->south;
    verdict.north = outcome->north;
    if (verdict.result != match::result_of(outcome->kind))
      return Error{fmt::format("its moves end in another result than the file says: {}", outcome->reason)};
    return record;
  }
  if (verdict.reason.empty() || verdict.cause == Verdict::Cause::rules)
    return Error{"neither the rules nor its tags say how it ended"};
  verdict.south = (*game)->score(rules::Side::south);
  verdict.north = (*game)->score(rules::Side::north);
  return record;
}

}  // namespace ebiri::record
