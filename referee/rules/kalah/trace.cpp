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

std::vector<Transfer> Kalah::transfers(const BoardShape& form, const Position& position, Move move,
                                       const Position& after) const {
  if (move == swap_sides) return {};
  const std::vector<int>& track = form.tracks[static_cast<std::size_t>(position.mover)];
  Tracer tracer(scene(position));
  tracer.lift(move);
  std::size_t at = move - first_pit(position);
  while (tracer.in_hand() > 0) {
    at = (at + 1) % track.size();
    tracer.drop(track[at]);
  }
  // What the board lacks afterwards was captured: the last seed and what it faces.
  const Scene end = scene(after);
  for (int pit = 0; pit < form.pits(); ++pit) {
    const int taken = tracer.at(pit) - end.cells[static_cast<std::size_t>(pit)];
    tracer.move(pit, form.store(position.mover), taken);
  }
  return std::move(tracer).transfers();
}

}  // namespace ebiri::rules::kalah
