// A turn of Nam-Nam, seed by seed.
#include <algorithm>

#include "referee/rules/namnam/namnam.hpp"
#include "referee/rules/two_row.hpp"

namespace ebiri::rules::namnam {

namespace {

void give_rest(Side side, Tracer& tracer) {
  const BoardShape& form = tracer.shape();
  tracer.move_all(form.hand(), form.store(side));
  for (int house = 0; house < house_count; ++house) tracer.move_all(house, form.store(side));
}

}  // namespace

BoardShape NamNam::shape() const { return two_row_shape(houses_per_side, Round::pits_only); }

Scene NamNam::scene(const Position& position) const {
  Scene scene = scene_of({{position.houses.begin(), position.houses.end()},
                          position.store(Side::south),
                          position.store(Side::north),
                          position.mover});
  scene.norths = position.norths;
  return scene;
}

// `take_turn` says how many laps there are, who harvests and who takes the rest.
void NamNam::trace(const Position& position, Move move, const Position& after, Tracer& tracer) const {
  const BoardShape& form = tracer.shape();
  std::vector<Harvest> harvests;
  const Turn turn = take_turn(options_, position, move, &harvests);
  std::size_t harvested = 0;
  int at = move;
  for (int lap = 0; lap < turn.laps; ++lap) {
    if (lap == most_traced_laps) return;
    const int origin = at;
    tracer.lift(origin);
    while (tracer.in_hand() > 0) {
      at = (at + 1) % house_count;
      if (at == origin && options_.skip_origin) continue;
      tracer.drop(at);
      if (tracer.at(at) != harvest_size) continue;
      tracer.move_all(at, form.store(harvests[harvested].by));
      const bool last = ++harvested == harvests.size();
      if (last && turn.rest > 0 && options_.last8 != LastEight::mover) give_rest(turn.rest_to, tracer);
    }
  }
  if (turn.rest > 0) give_rest(turn.rest_to, tracer);
  if (after.round != position.round || is_over(after)) {  // the round is over: shared out
    for (int house = 0; house < house_count; ++house)
      tracer.move_all(house, form.store(position.owner(house)));
  }
}

}  // namespace ebiri::rules::namnam
