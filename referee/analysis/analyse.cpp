#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "referee/analysis/analysis.hpp"
#include "referee/match/play_game.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::analysis {

namespace {

using rules::Side;

struct Searched {
  Position position;
  int depth = 0;  // of the engine's search; 0 if it is unknown
};

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

player::GameLine line_to(const match::GameRecord& record, std::size_t ply) {
  player::GameLine line{record.opening.base, record.opening.moves};
  for (std::size_t i = 0; i < ply; ++i) line.add(record.plies[i].move);
  return line;
}

Result<Searched> ask(const player::GameLine& line, const rules::Game& game, player::Player& player,
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
  if (answer->kind == player::Answer::Kind::move)
    if (const auto refused = game.clone()->play(answer->move))
      return Error{
          fmt::format("{}: {}; {}", here, printable(refused->message, 200), player::evidence_of(*answer))};
  return Searched{{value_of(answer->thought, game),
                   answer->kind == player::Answer::Kind::move ? printable(answer->move, 200) : ""},
                  answer->thought.depth.value_or(0)};
}

Position known_position(rules::KnownEnd known) {
  return {Value{.source = Value::Source::table,
                .seeds = static_cast<double>(known.lead),
                .result = (known.lead > 0) - (known.lead < 0)},
          std::move(known.move)};
}

// The value of a position, from the engine only if nothing else knows it.
Result<Searched> evaluate(const player::GameLine& line, const rules::Game& game,
                          const rules::ExactEnds* exact, player::Player& player,
                          const player::Budget& budget) {
  if (const auto outcome = game.outcome()) return Searched{{value_of(*outcome), ""}};
  if (game.arrangement()) return Searched{};
  if (auto known = exact == nullptr ? std::nullopt : rules::known_end(game, *exact))
    return Searched{known_position(*std::move(known))};
  return ask(line, game, player, budget);
}

// Judges a move from `before` to `after`, to which `line` leads. Estimates are compared at the same depth: a
// search of depth n values the engine's choice by n - 1 plies after it, so the move is searched that deep.
Result<Judged> judged(const match::Ply& ply, const rules::Game& before, const Searched& from,
                      const rules::Game& after, const Position& to, const player::GameLine& line,
                      player::Player& player, player::Budget budget, const Scale& scale) {
  using Why = Judged::Why;
  constexpr std::uint64_t more = 4;  // enough nodes for nearly every move; a limit if the depth is ignored
  if (ply.move == rules::stolen_turn || !from.position.value || !to.value)
    return Judged{.side = ply.side, .why = Why::unknown};
  const Value& value = *from.position.value;
  if (before.legal_moves().size() == 1) return Judged{.side = ply.side, .why = Why::only_move};
  if (lost(value, ply.side, scale)) return Judged{.side = ply.side, .why = Why::lost};
  if (from.position.best == ply.move) return Judged{.side = ply.side, .why = Why::judged};
  const int depth = after.to_move() == before.to_move() ? from.depth : from.depth - 1;
  // A found win may be deeper than the first search of the move was: it gets more nodes, without a depth.
  const bool unproven = value.result && !to.value->result && budget.go.nodes;
  if (!unproven && (depth < 1 || value.result || to.value->result))
    return Judged{ply.side, Why::judged, loss(value, *to.value, ply.side, scale)};
  if (!unproven) budget.go.depth = depth;
  if (budget.go.nodes) budget.go.nodes = std::min(*budget.go.nodes, UINT64_MAX / more) * more;
  const auto asked = ask(line, after, player, budget);
  if (!asked) return asked.error();
  return Judged{ply.side, Why::judged, loss(value, *asked->position.value, ply.side, scale)};
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
  const auto begun = player.begin({rules, judging_seed});
  if (const auto* fault = std::get_if<player::Fault>(&begun)) return Error{player::evidence_of(*fault)};
  if (const auto* interrupted = std::get_if<player::Interrupted>(&begun)) return Error{interrupted->problem};
  const auto games = positions_of(record, rules);
  const Scale& scale = scale_of(rules.variant());
  result.positions.resize(games.size());
  result.plies.resize(record.plies.size());
  for (std::size_t i = games.size(); i-- > 0;) {
    auto from = evaluate(line_to(record, i), *games[i], exact, player, budget);
    if (!from) return from.error();
    result.positions[i] = from->position;
    if (i == record.plies.size()) continue;
    auto ply = judged(record.plies[i], *games[i], *from, *games[i + 1], result.positions[i + 1],
                      line_to(record, i + 1), player, budget, scale);
    if (!ply) return ply.error();
    result.plies[i] = *ply;
  }
  for (const match::Ply& ply : record.plies) result.moves.push_back(ply.move);
  return result;
}

Result<JudgedMove> judge_move(player::GameLine line, const rules::Game& game, const std::string& move,
                              const Scale& scale, player::Player& player, const player::Budget& budget) {
  const auto after = game.clone();
  after->play(move);
  const auto from = evaluate(line, game, nullptr, player, budget);
  if (!from) return from.error();
  line.add(move);
  const auto to = evaluate(line, *after, nullptr, player, budget);
  if (!to) return to.error();
  const auto ply =
      judged({game.to_move(), move, {}}, game, *from, *after, to->position, line, player, budget, scale);
  if (!ply) return ply.error();
  return JudgedMove{from->position, to->position, *ply};
}

}  // namespace ebiri::analysis
