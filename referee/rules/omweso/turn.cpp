#include "referee/rules/omweso/turn.hpp"

#include <cassert>
#include <limits>

namespace ebiri::rules::omweso {

namespace {

/// The two pits at the left end of each row: 0 and 1, 14 and 15.
constexpr bool is_leftmost(int pit) { return ((pit + 2) & (ring_pits - 1)) < 4; }

}  // namespace

Turn::Turn(const Options& options, const Position& position, int pit)
    : options_(&options),
      own_(position.ring(position.mover)),
      other_(position.ring(opponent(position.mover))),
      origin_(pit),
      hand_(own_.lift(pit)),
      start_(pit),
      seeds_left_(options.seed_limit == 0 ? std::numeric_limits<int>::max() : options.seed_limit),
      captures_allowed_(options.first_turn_capture || position.turns >= 2),
      clockwise_lap_allowed_(options.reverse != Reverse::off),
      recurrence_(options.skip_origin ? Recurrence<Relay>::Laps::any : Recurrence<Relay>::Laps::reversible) {
  assert(hand_ >= 2);
  clockwise_open_ = clockwise_captures();
}

void Turn::sow(Direction direction) {
  assert(state_ == State::running);
  assert(direction == Direction::counter_clockwise || clockwise_open_);
  do {
    sow_one(direction);
    direction = Direction::counter_clockwise;
  } while (state_ == State::running && !clockwise_open_);
}

void Turn::sow_on(std::uint64_t clockwise) {
  for (; state_ == State::running; clockwise >>= 1U)
    sow((clockwise & 1U) != 0 ? Direction::clockwise : Direction::counter_clockwise);
}

void Turn::sow_lap(Direction direction) {
  if (const State over = limit(); over != State::running) [[unlikely]] {
    state_ = over;
    return;
  }
  ++laps_;
  seeds_left_ -= hand_;
  const int last = drop(own_, direction);
  if (own_.seeds(last) == 1)
    state_ = State::ended;
  else if (captures_at(own_, last))
    capture(last, direction);
  else
    relay(last);
}

int Turn::drop(Ring& own, Direction direction) const {
  return options_->skip_origin ? own.sow_past(origin_, hand_, direction) : own.sow(origin_, hand_, direction);
}

// Precondition: the pit `last` was occupied before the last seed.
bool Turn::captures_at(const Ring& own, int last) const {
  if (!is_inner(last) || !captures_allowed_ || own.seeds(last) < 2) return false;
  const int column = facing_column(last);
  if (other_.seeds(inner_pit(column)) == 0) return false;
  return options_->capture == Capture::inner || other_.seeds(column) > 0;
}

void Turn::capture(int last, Direction direction) {
  const int column = facing_column(last);
  const Captured taken{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(other_.lift(column)),
                       static_cast<std::uint8_t>(other_.lift(inner_pit(column)))};
  captures_[capture_count_++] = taken;
  captured_columns_ = static_cast<std::uint8_t>(captured_columns_ | 1U << static_cast<unsigned>(column));
  hand_ = taken.seeds();
  if (options_->coro_pickup) hand_ += own_.lift(last);
  origin_ = reentry_pit(last, direction);
  in_chain_ = direction == Direction::counter_clockwise;
  clockwise_lap_allowed_ = options_->reverse != Reverse::off &&
                           (direction == Direction::clockwise || options_->reverse_after_forward_capture);
  recurrence_.restart();
}

int Turn::reentry_pit(int last, Direction direction) const {
  if (direction == Direction::clockwise) return origin_;
  switch (options_->reentry) {
    case Reentry::lap_origin:
      return origin_;
    case Reentry::capture_pit:
      return last;
    case Reentry::capture_pit_chain:
      return in_chain_ ? origin_ : last;
    case Reentry::turn_origin:
      return start_;
  }
  __builtin_unreachable();
}

void Turn::relay(int last) {
  if (recurrence_.came_back({own_, last})) {
    state_ = State::proved;
    return;
  }
  origin_ = last;
  hand_ = own_.lift(last);
  in_chain_ = false;
  clockwise_lap_allowed_ = options_->reverse == Reverse::full;
}

// A clockwise lap must begin at a leftmost pit and capture with its last seed. A lap beyond a limit is not
// sown at all.
bool Turn::clockwise_captures() const {
  if (!clockwise_lap_allowed_ || !is_leftmost(origin_) || limit() != State::running) return false;
  Ring own = own_;
  const int last = drop(own, Direction::clockwise);
  return captures_at(own, last);
}

}  // namespace ebiri::rules::omweso
