// A move of Oware, seed by seed.
#include "referee/rules/oware/oware.hpp"
#include "referee/rules/two_row.hpp"

namespace ebiri::rules::oware {

BoardShape Oware::shape() const { return two_row_shape(pits_per_side, Round::pits_only); }

Scene Oware::scene(const Position& position) const {
  const Board board = position.board();
  return scene_of({{board.pits.begin(), board.pits.end()}, board.stores[0], board.stores[1], board.mover});
}

void Oware::trace(const Position& position, Move move, const Position& after, Tracer& tracer) const {
  const BoardShape& form = tracer.shape();
  tracer.lift(move);
  int last = move;
  while (tracer.in_hand() > 0) {
    last = (last + 1) % pit_count;
    if (last != move) tracer.drop(last);
  }
  if (after.own_store() + after.other_store() == position.own_store() + position.other_store()) return;
  // What the board lacks afterwards was captured, or is what a grand slam leaves to the opponent.
  const Board end = after.board();
  for (int back = 0; back < pit_count; ++back) {
    const int pit = (last + pit_count - back) % pit_count;
    const Side owner = pit < pits_per_side ? Side::south : Side::north;
    tracer.move(pit, form.store(opponent(owner)), tracer.at(pit) - end.pits[static_cast<std::size_t>(pit)]);
  }
}

}  // namespace ebiri::rules::oware
