#include "referee/described/described.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "referee/support/text.hpp"

namespace ebiri::described {

namespace {

using rules::Outcome;
using rules::Side;

// The cell of a drawing for a place of the program.
int cell_of(const Program& program, int place) {
  return place < max_pits ? place : program.pits + place - first_store;
}

}  // namespace

Position DescribedGame::start() const {
  Machine machine(program());
  Position position = machine.start();
  if (program().asks_for(Word::repetition)) position.key = machine.key_of(position);
  return position;
}

std::vector<Move> DescribedGame::legal_moves(const Position& position) const {
  std::vector<Move> moves;
  Machine(program()).each_turn(position, [&](const Turn& turn) {
    moves.push_back(turn.move);
    return true;
  });
  return moves;
}

Position DescribedGame::play(const Position& position, const Move& move) const {
  Machine machine(program());
  Turn turn;
  machine.run(position, move, turn);
  machine.settle(turn.now, 1);
  return turn.now;
}

int DescribedGame::score(const Position& position, Side side) const {
  int seeds[2];
  Machine(program()).final_seeds(position, seeds);
  const int player = static_cast<int>(side);
  if (program().counts_pits && !position.shares_out_seeds()) {
    for (int pit = 0; pit < program().pits; ++pit) {
      if (position.owner(pit) == player) seeds[player] += position.seeds[pit];
    }
  }
  return seeds[player];
}

rules::Effect DescribedGame::effect(const Position& position, const Move& move) const {
  if (move.pit == Move::swap) return {.captured = 0, .laps = 0, .words = "takes the other side"};
  Turn turn;
  Machine(program()).run(position, move, turn);
  rules::Effect effect{.captured = turn.seeds_captured, .laps = turn.laps, .words = {}};
  effect.words = fmt::format("sows {} from {}", position.seeds[move.pit], move_text(position, move));
  if (effect.captured > 0) effect.words += fmt::format(", captures {}", effect.captured);
  if (effect.laps > 1) effect.words += ", " + counted(effect.laps, "lap");
  if (turn.endless) effect.words += ", endless";
  if (turn.again && !turn.endless) effect.words += ", moves again";
  return effect;
}

void DescribedGame::watch(const Position& position, const Move& move, const Watcher& watcher) const {
  Machine(program()).watch(position, move, rules::max_traced_laps, watcher);
}

int DescribedGame::evaluation(const Position& position) const {
  const Program& board = program();
  int seeds = 0, sowable = 0;  // of the mover minus the opponent's
  for (int pit = 0; pit < board.pits; ++pit) {
    const int sign = position.owner(pit) == position.mover ? 1 : -1;
    seeds += sign * position.seeds[pit];
    sowable += position.seeds[pit] >= board.least ? sign : 0;
  }
  const int stores = position.store(position.mover) - position.store(1 - position.mover);
  return 100 * stores + (board.counts_pits ? 100 : 20) * seeds + 10 * sowable;
}

int DescribedGame::seeds(const Position& position) const {
  return std::accumulate(std::begin(position.seeds), std::end(position.seeds), int{position.out});
}

std::uint64_t DescribedGame::key(const Position& position) const {
  return Machine(program()).full_key(position);
}

Position DescribedGame::settled(std::span<const Position> history) const {
  Position position = history.back();
  if (!program().asks_for(Word::repetition)) return position;
  Machine machine(program());
  position.key = machine.key_of(position);
  int times = 1;
  for (std::size_t i = history.size() - 1; i-- > 0 && history[i].round == position.round;) {
    if (history[i].key == position.key) ++times;
  }
  // `play` has settled the position as a first occurrence. Only a repeated one is settled again.
  if (times == 1 || position.ended_by_turn) return position;
  position.over = Position::going_on;
  machine.settle(position, times);
  position.key = machine.key_of(position);
  return position;
}

std::optional<Outcome> DescribedGame::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (!last.is_over()) return std::nullopt;
  // By the constants of `over`, from `by_stuck` on.
  constexpr const char* names[] = {"stuck", "goal", "fill", "rounds", "sweep", "grand-slam", "endless"};
  const std::string reason =
      last.over < Position::by_stuck ? book_->reasons[last.over - 1U] : names[last.over - Position::by_stuck];
  Outcome outcome = rules::outcome_by_seeds(reason, score(last, Side::south), score(last, Side::north));
  using Result = Position::Result;
  if (last.result == Result::south) outcome.kind = Outcome::Kind::south_wins;
  if (last.result == Result::north) outcome.kind = Outcome::Kind::north_wins;
  if (last.result == Result::draw) outcome.kind = Outcome::Kind::draw;
  if (last.result == Result::annulled) outcome.kind = Outcome::Kind::void_game;
  return outcome;
}

Outcome DescribedGame::agreed_end(const Position& position) const {
  Position ended = position;
  ended.over = Position::by_stuck;
  ended.rest = Recipient::owner;
  ended.result = Position::Result::seeds;
  return rules::outcome_by_seeds("agreed", score(ended, Side::south), score(ended, Side::north));
}

rules::BoardShape DescribedGame::shape() const {
  const Program& board = program();
  rules::BoardShape shape{
      .pits_per_side = board.side, .rows_per_side = board.rows == 4 ? 2 : 1, .shared_row = board.rows == 3};
  for (int pit = 0; pit < board.pits; ++pit) shape.pit_names.push_back(std::to_string(pit % board.side));
  for (int mover = 0; mover < 2; ++mover) {
    const int first = mover * board.side;
    int place = first;
    do {
      shape.tracks[static_cast<std::size_t>(mover)].push_back(cell_of(board, place));
      place = board.next[mover][0][place];
    } while (place != first);
  }
  return shape;
}

rules::Scene DescribedGame::scene(const Position& position) const {
  rules::Scene scene{.cells = {position.seeds, position.seeds + program().pits},
                     .mover = static_cast<Side>(position.mover)};
  scene.cells.push_back(position.store(0));
  scene.cells.push_back(position.store(1));
  for (int pit = 0; pit < std::min(program().pits, 32); ++pit) {
    if (position.norths.has(pit)) scene.norths |= std::uint32_t{1} << pit;
    if (position.marked.has(pit)) scene.houses |= std::uint32_t{1} << pit;
  }
  return scene;
}

void DescribedGame::trace(const Position& position, const Move& move, const Position&,
                          rules::Tracer& tracer) const {
  // False once the tracer cannot show a step; the later steps are then left out too.
  bool complete = true;
  const auto moved = [&](int from, int to, int seeds) {
    complete = complete && from != Watcher::out && to != Watcher::out &&
               tracer.at(cell_of(program(), from)) >= seeds;
    if (complete) tracer.move(cell_of(program(), from), cell_of(program(), to), seeds);
  };
  watch(position, move, {.moved = moved});
}

std::string DescribedGame::board(const Position& position) const {
  const auto note = [&](int side) {
    std::string text = fmt::format("store {}", position.store(side));
    std::string marks;
    for (int pit = 0; pit < program().pits; ++pit) {
      if (!position.marked.has(pit) || position.norths_marks.has(pit) != (side == 1)) continue;
      marks += fmt::format(" {}{}", pit < program().side ? 'S' : 'N', pit % program().side);
    }
    if (!marks.empty()) text += ", marks" + marks;
    return rules::SideNote{text};
  };
  return draw_board(shape(), scene(position), {note(0), note(1)});
}

}  // namespace ebiri::described
