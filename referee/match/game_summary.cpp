#include "referee/match/game_summary.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <numeric>
#include <tuple>

namespace ebiri::match {

namespace {

MoveSequence sequence_of(const Opening& opening) {
  MoveSequence sequence{opening.base};
  for (const std::string& move : opening.moves) sequence.add(move);
  return sequence;
}

}  // namespace

std::uint64_t fingerprint(const Opening& opening) { return sequence_of(opening).opening(opening.name); }

GameSummary summary_of(const GameRecord& record) {
  MoveSequence sequence = sequence_of(record.opening);
  const std::uint64_t opening = sequence.opening(record.opening.name);
  for (const Ply& ply : record.plies) sequence.add(ply.move);
  const Verdict& verdict = record.verdict;
  return {.game = record.game,
          .pair = record.pair,
          .attempt = record.attempt,
          .plies = static_cast<int>(record.plies.size()),
          .south = record.south,
          .north = record.north,
          .result = verdict.result,
          .cause = verdict.cause,
          .fault = verdict.fault ? std::optional{verdict.fault->kind} : std::nullopt,
          .loser = verdict.loser ? verdict.loser : verdict.caused_by,
          .akawumbi = verdict.special == "akawumbi",
          .south_seeds = verdict.south,
          .north_seeds = verdict.north,
          .opening = opening,
          .sequence = sequence.game()};
}

double points_of(const GameSummary& game, const std::string& engine) {
  if (game.result == Verdict::Result::draw) return 0.5;
  return (game.result == Verdict::Result::south_wins) == (game.south == engine) ? 1 : 0;
}

std::vector<std::size_t> in_order(const GameList& games) {
  std::vector<std::size_t> order(games.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t at) { return std::tuple{games[at].game, games[at].attempt}; });
  return order;
}

std::size_t count_openings(const GameList& games) {
  boost::unordered_flat_set<std::uint64_t> seen;
  for (const GameSummary& game : games) seen.insert(game.opening);
  return seen.size();
}

}  // namespace ebiri::match
