// A move of Kalah, seed by seed.
#include "referee/rules/kalah/kalah.hpp"
#include "referee/rules/two_row.hpp"

namespace ebiri::rules::kalah {

BoardShape Kalah::shape() const { return two_row_shape(options_.pits, Round::own_store_too); }

Scene Kalah::scene(const Position& position) const {
  Diagram diagram{{}, position.store(Side::south), position.store(Side::north), position.mover};
  for (const Row& row : position.rows)
    for (unsigned pit = 0; pit < pits_; ++pit) diagram.pits.push_back(static_cast<int>(row[pit]));
  return scene_of(diagram);
}

void Kalah::trace(const Position& position, Move move, const Position& after, Tracer& tracer) const {
  if (move == swap_sides) return;
  const BoardShape& form = tracer.shape();
  const std::vector<int>& track = form.tracks[static_cast<std::size_t>(position.mover)];
  tracer.lift(move);
  std::size_t at = move - first_pit(position);
  while (tracer.in_hand() > 0) {
    at = at + 1 < track.size() ? at + 1 : 0;
    tracer.drop(track[at]);
  }
  // What the board lacks afterwards was captured: the last seed and what it faces.
  for (const Side side : {Side::south, Side::north}) {
    for (unsigned pit = 0; pit < pits_; ++pit) {
      const int cell = form.first_pit(side) + static_cast<int>(pit);
      tracer.move(cell, form.store(position.mover), tracer.at(cell) - static_cast<int>(after.row(side)[pit]));
    }
  }
}

}  // namespace ebiri::rules::kalah
