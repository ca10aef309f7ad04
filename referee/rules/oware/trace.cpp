// A move of Oware, seed by seed.
#include "referee/rules/oware/oware.hpp"
#include "referee/rules/two_row.hpp"

namespace ebiri::rules::oware {

BoardShape Oware::shape() const { return two_row_shape(pits_per_side, Round::pits_only); }

Scene Oware::scene(const Position& position) const {
  const Board board = position.board();
  return scene_of({{board.pits.begin(), board.pits.end()}, board.stores[0], board.stores[1], board.mover});
}

std::vector<Transfer> Oware::transfers(const BoardShape& form, const Position& position, Move move,
                                       const Position& after) const {
  Tracer tracer(scene(position));
  tracer.lift(move);
  int last = move;
  while (tracer.in_hand() > 0) {
    last = (last + 1) % form.pits();
    if (last != move) tracer.drop(last);
  }
  // What the board lacks afterwards was captured, or is what a grand slam leaves to the opponent.
  const Scene end = scene(after);
  for (int back = 0; back < form.pits(); ++back) {
    const int pit = (last + form.pits() - back) % form.pits();
    const Side owner = pit < pits_per_side ? Side::south : Side::north;
    tracer.move(pit, form.store(opponent(owner)), tracer.at(pit) - end.cells[static_cast<std::size_t>(pit)]);
  }
  return std::move(tracer).transfers();
}

}  // namespace ebiri::rules::oware
