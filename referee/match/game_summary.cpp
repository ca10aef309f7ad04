#include "referee/match/game_summary.hpp"

#include "referee/support/fnv.hpp"

namespace ebiri::match {

namespace {

Fnv positions_and_moves(const Opening& opening) {
  Fnv hash;
  if (opening.base) hash << *opening.base;
  for (const std::string& move : opening.moves) hash << " " << move;
  return hash;
}

}  // namespace

std::uint64_t fingerprint(const Opening& opening) {
  return (positions_and_moves(opening) << "\n" << opening.name).value();
}

GameSummary summary_of(const GameRecord& record) {
  Fnv sequence = positions_and_moves(record.opening);
  for (const Ply& ply : record.plies) sequence << " " << ply.move;
  const Verdict& verdict = record.verdict;
  GameSummary summary{.game = record.game,
                      .pair = record.pair,
                      .attempt = record.attempt,
                      .south = record.south,
                      .north = record.north,
                      .result = verdict.result,
                      .cause = verdict.cause,
                      .fault = {},
                      .loser = verdict.loser,
                      .akawumbi = verdict.special == "akawumbi",
                      .south_seeds = verdict.south,
                      .north_seeds = verdict.north,
                      .plies = static_cast<int>(record.plies.size()),
                      .opening = fingerprint(record.opening),
                      .sequence = sequence.value()};
  if (verdict.fault) summary.fault = verdict.fault->kind;
  return summary;
}

}  // namespace ebiri::match
