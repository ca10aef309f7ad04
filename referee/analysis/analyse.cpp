#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "referee/analysis/analysis.hpp"
#include "referee/match/play_game.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::analysis {

namespace {

using rules::Side;

// Constant, so that engines that use random numbers give the same analysis again.
constexpr std::uint64_t seed = 1;

Value value_of(const rules::Outcome& outcome) {
  return {.source = Value::Source::rules,
          .seeds = static_cast<double>(outcome.south - outcome.north),
          .result = outcome.sign(Side::south)};
}

// A score of at least the number of seeds in the game means that the engine has found the result.
Value value_of(const player::Thought& thought, const rules::Game& game) {
  const double own = thought.score_in_seeds ? *thought.score : *thought.score / 100;
  const double for_south = game.to_move() == Side::south ? own : -own;
  Value value{.seeds = for_south};
  if (std::abs(for_south) >= game.seeds()) value.result = for_south > 0 ? 1 : -1;
  return value;
}

// The game before each ply and after the last ply.
std::vector<std::unique_ptr<rules::Game>> positions_of(const match::GameRecord& record,
                                                       const rules::Rules& rules) {
  auto opened = match::open_game(rules, record.opening);
  assert(opened);
  std::vector<std::unique_ptr<rules::Game>> games;
  games.push_back(std::move(*opened));
  for (const match::Ply& ply : record.plies) {
    auto next = games.back()->clone();
    const auto refused = rules::advance(*next, ply.move);
    assert(!refused);
    games.push_back(std::move(next));
  }
  return games;
}

Judged judged(const match::Ply& ply, const rules::Game& before, const Position& from, const Position& to,
              const Scale& scale) {
  using Why = Judged::Why;
  if (ply.move == rules::stolen_turn || !from.value || !to.value)
    return {.side = ply.side, .why = Why::unknown};
  if (before.legal_moves().size() == 1) return {.side = ply.side, .why = Why::only_move};
  if (lost(*from.value, ply.side, scale)) return {.side = ply.side, .why = Why::lost};
  const bool best = from.best == ply.move;
  return {ply.side, Why::judged, best ? Loss{} : loss(*from.value, *to.value, ply.side, scale)};
}

player::GameLine line_to(const match::GameRecord& record, std::size_t ply) {
  player::GameLine line{.base = record.opening.base, .moves = record.opening.moves};
  for (std::size_t i = 0; i < ply; ++i) line.moves.push_back(record.plies[i].move);
  return line;
}

Result<Position> ask(const player::GameLine& line, const rules::Game& game, player::Player& player,
                     const player::Budget& budget) {
  auto reply = player.ask(line, budget);
  const auto here = fmt::format("in `{}`", game.position());
  if (const auto* fault = std::get_if<player::Fault>(&reply))
    return Error{here + ": " + player::evidence_of(*fault)};
  if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) return Error{interrupted->problem};
  const auto* answer = std::get_if<player::Answer>(&reply);
  if (answer == nullptr) return Error{here + ": no answer in time"};
  if (!answer->thought.score)
    return Error{here +
                 ": the engine sent no score; send `info score seeds N` or `score cp N` before `bestmove`"};
  return Position{value_of(answer->thought, game),
                  answer->kind == player::Answer::Kind::move ? printable(answer->move, 200) : ""};
}

Position known_position(rules::KnownEnd known) {
  return {Value{.source = Value::Source::table,
                .seeds = static_cast<double>(known.lead),
                .result = (known.lead > 0) - (known.lead < 0)},
          std::move(known.move)};
}

}  // namespace

Result<GameAnalysis> analyse(const match::GameRecord& record, const rules::Rules& rules,
                             const rules::ExactEnds* exact, player::Player& player,
                             const player::Budget& budget) {
  const auto summary = match::summary_of(record);
  GameAnalysis result{.game = record.game,
                      .attempt = record.attempt,
                      .sequence = summary.sequence,
                      .south = record.south,
                      .north = record.north,
                      .opening = static_cast<int>(record.opening.moves.size())};
  const auto begun = player.begin({rules, seed});
  if (const auto* fault = std::get_if<player::Fault>(&begun)) return Error{player::evidence_of(*fault)};
  if (const auto* interrupted = std::get_if<player::Interrupted>(&begun)) return Error{interrupted->problem};
  const auto games = positions_of(record, rules);
  result.positions.resize(games.size());
  for (std::size_t i = games.size(); i-- > 0;) {
    Position& position = result.positions[i];
    const rules::Game& game = *games[i];
    if (const auto outcome = game.outcome()) {
      position.value = value_of(*outcome);
      continue;
    }
    if (game.arrangement()) continue;
    if (auto known = exact == nullptr ? std::nullopt : rules::known_end(game, *exact)) {
      position = known_position(*std::move(known));
      continue;
    }
    auto asked = ask(line_to(record, i), game, player, budget);
    if (!asked) return asked.error();
    position = *std::move(asked);
  }
  const Scale& scale = scale_of(rules.variant());
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    result.moves.push_back(record.plies[i].move);
    result.plies.push_back(
        judged(record.plies[i], *games[i], result.positions[i], result.positions[i + 1], scale));
  }
  return result;
}

}  // namespace ebiri::analysis
