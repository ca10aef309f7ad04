// A turn of Omweso, seed by seed.
#include "referee/rules/omweso/omweso.hpp"

namespace ebiri::rules::omweso {

namespace {

/// A lap that took up what lies on the tracer's board, from `origin` on.
void sow(Tracer& tracer, int first_pit, int origin, Direction direction, bool skips_origin) {
  for (int pit = origin; tracer.in_hand() > 0;) {
    pit = pit_after(pit, 1, direction);
    if (pit != origin || !skips_origin) tracer.drop(first_pit + pit);
  }
}

/// Takes up what the board of the turn lacks.
void lift(Tracer& tracer, int first_pit, const Ring& ring) {
  for (int pit = 0; pit < ring_pits; ++pit)
    tracer.move(first_pit + pit, tracer.shape().hand(), tracer.at(first_pit + pit) - ring.seeds(pit));
}

}  // namespace

BoardShape Omweso::shape() const {
  std::array<std::string, ring_pits> names;
  for (std::size_t pit = 0; pit < ring_pits; ++pit) names[pit] = std::to_string(pit);
  BoardShape form = four_row_shape(names);
  form.stores = false;
  return form;
}

Scene Omweso::scene(const Position& position) const {
  return four_row_scene(position.rings, {0, 0}, position.mover);
}

void Omweso::trace(const Position& position, const Move& move, const Position&, Tracer& tracer) const {
  if (move.arrangement) return;
  const BoardShape& form = tracer.shape();
  const int own = form.first_pit(position.mover);
  const int other = form.first_pit(opponent(position.mover));
  tracer.lift(own + move.pit);
  Turn turn(options_, position, move.pit);
  std::uint64_t clockwise = move.clockwise;
  bool chosen = true;  // the first lap's direction always is
  while (turn.state() == Turn::State::choice && turn.laps() < most_traced_laps) {
    const bool goes_clockwise = chosen && (clockwise & 1U) != 0;
    if (chosen) clockwise >>= 1U;
    const Direction direction = goes_clockwise ? Direction::clockwise : Direction::counter_clockwise;
    const int origin = turn.origin(), laps = turn.laps();
    turn.sow_one(direction);
    if (turn.laps() == laps) break;  // one too many
    sow(tracer, own, origin, direction, options_.skip_origin);
    lift(tracer, other, turn.other());
    lift(tracer, own, turn.own());
    chosen = turn.may_go_clockwise();
  }
}

}  // namespace ebiri::rules::omweso
