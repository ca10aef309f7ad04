// One turn of Nam-Nam: laps, harvests and the last eight, until a lap ends in an empty house or in a harvest,
// or the turn is endless.
#include <algorithm>
#include <set>
#include <utility>

#include "referee/rules/namnam/namnam.hpp"

namespace ebiri::rules::namnam {

namespace {

class Sower {
 public:
  Sower(const Options& options, const Position& position, int house, std::vector<Harvest>* harvests)
      : options_(options),
        turn_{position},
        harvests_(harvests),
        at_(static_cast<std::size_t>(house)) {
    if (harvests_ != nullptr) harvests_->clear();
  }

  /// Whether another lap follows, from the house in `state()`.
  bool goes_on() const { return goes_on_; }
  int laps() const { return turn_.laps; }

  /// Until a harvest, the next laps depend on this state alone. A harvest changes the number of seeds, so no
  /// state from before it recurs.
  std::pair<Houses, std::size_t> state() const { return {turn_.after.houses, at_}; }

  void lap() {
    Houses& houses = turn_.after.houses;
    const std::size_t origin = at_;
    std::size_t at = at_;
    int hand = std::exchange(houses[origin], std::uint8_t{0});
    ++turn_.laps;
    while (hand > 0) {
      at = next(at);
      if (at == origin && options_.skip_origin) at = next(at);
      --hand;
      if (++houses[at] != harvest_size) continue;
      harvest(at, hand == 0 ? turn_.after.mover : turn_.after.owner(static_cast<int>(at)));
      if (turn_.round_over) break;
    }
    at_ = at;
    goes_on_ = !turn_.round_over && houses[at] > 1;
  }

  Turn ended() {
    if (options_.last8 == LastEight::mover && turn_.after.in_play() <= harvest_size)
      give_rest(turn_.after.mover);
    return turn_;
  }

  Turn ended_endless() {
    turn_.endless = true;
    turn_.round_over = options_.endless == Endless::end_round;
    return turn_.round_over ? turn_ : ended();
  }

 private:
  static std::size_t next(std::size_t house) { return house + 1 == house_count ? 0 : house + 1; }

  void harvest(std::size_t house, Side by) {
    const int in_play = turn_.after.in_play();
    turn_.after.houses[house] = 0;
    add(by, harvest_size);
    if (harvests_ != nullptr) harvests_->push_back({static_cast<int>(house), by});
    if (options_.last8 == LastEight::capturer && in_play == last_seeds) give_rest(by);
    if (options_.last8 == LastEight::starter && in_play - harvest_size == last_seeds)
      give_rest(turn_.after.starter);
  }

  // All remaining seeds, including those in the hand.
  void give_rest(Side side) {
    turn_.rest = turn_.after.in_play();
    turn_.rest_to = side;
    add(side, turn_.rest);
    turn_.after.houses = {};
    turn_.round_over = true;
  }

  void add(Side side, int seeds) {
    turn_.after.store(side) = static_cast<std::uint8_t>(turn_.after.store(side) + seeds);
  }

  const Options& options_;
  Turn turn_;
  std::vector<Harvest>* harvests_;
  std::size_t at_;
  bool goes_on_ = true;
};

// Stores every state to find a recurrence. The first state is not enough: if laps skip their origin, a state
// may have two predecessors, and a turn can enter a cycle that does not contain its first state.
Turn take_long_turn(const Options& options, Sower sower) {
  std::set<std::pair<Houses, std::size_t>> seen;
  while (sower.goes_on()) {
    const bool comes_back = sower.laps() > 0 && !seen.insert(sower.state()).second;
    if (comes_back || sower.laps() == options.lap_limit) return sower.ended_endless();
    sower.lap();
  }
  return sower.ended();
}

}  // namespace

Turn take_turn(const Options& options, const Position& position, int house, std::vector<Harvest>* harvests) {
  constexpr int usual_laps = 64;  // longer turns are rare, and a turn that ends needs no proof
  const int unrecorded_laps = std::min(options.lap_limit, usual_laps);
  Sower sower(options, position, house, harvests);
  while (sower.goes_on() && sower.laps() < unrecorded_laps) sower.lap();
  if (!sower.goes_on()) return sower.ended();
  return take_long_turn(options, Sower(options, position, house, harvests));
}

}  // namespace ebiri::rules::namnam
