// A turn of Bao, seed by seed.
#include "referee/rules/bao/bao.hpp"

namespace ebiri::rules::bao {

namespace {

/// Takes up what the board of the turn lacks.
void lift(Tracer& tracer, int first_pit, const Ring& ring) {
  for (int pit = 0; pit < ring_pits; ++pit)
    tracer.move(first_pit + pit, tracer.shape().hand(), tracer.at(first_pit + pit) - ring.seeds(pit));
}

}  // namespace

BoardShape Bao::shape() const {
  std::array<std::string, ring_pits> names;
  for (int pit = 0; pit < ring_pits; ++pit) names[static_cast<std::size_t>(pit)] = pit_name(pit);
  BoardShape form = four_row_shape(names);
  form.stores = options_.setup == Setup::kiswahili;
  return form;
}

Scene Bao::scene(const Position& position) const {
  Scene scene = four_row_scene(position.rings, {position.stores[0], position.stores[1]}, position.mover);
  for (const Side side : {Side::south, Side::north})
    if (position.owns_house(side))
      scene.houses |= 1U << static_cast<unsigned>(static_cast<int>(side) * ring_pits + house);
  return scene;
}

void Bao::trace(const Position& position, Move move, const Position&, Tracer& tracer) const {
  const BoardShape& form = tracer.shape();
  const int own = form.first_pit(position.mover);
  const int other = form.first_pit(opponent(position.mover));
  if (move.is_namua()) tracer.move(form.store(position.mover), own + move.pit, 1);
  Turn turn(options_, position, move, Turn::Sown::by_lap);
  bool goes_on = true, house_to_play = move.plays_house;
  while (goes_on && turn.laps() < most_traced_laps) {
    lift(tracer, other, turn.other());
    lift(tracer, own, turn.own());
    const Direction direction = turn.direction();
    int pit = turn.origin();
    goes_on = turn.sow_lap();
    while (tracer.in_hand() > 0) {
      pit = pit_after(pit, 1, direction);
      tracer.drop(own + pit);
    }
    if (turn.state() == Turn::State::at_house && house_to_play) {
      house_to_play = false;
      goes_on = turn.lift_house();
    }
  }
}

}  // namespace ebiri::rules::bao
