#include "referee/rules/bao/turn.hpp"

#include <cassert>

namespace ebiri::rules::bao {

Turn::Turn(const Options& options, const Position& position, const Move& move)
    : Turn(options, position, move, Sowing::by_lap) {
  sow();
}

Turn::Turn(const Options& options, const Position& position, const Move& move, Sowing)
    : options_(&options),
      own_(position.ring(position.mover)),
      other_(position.ring(opponent(position.mover))),
      other_store_(position.store(opponent(position.mover))),
      blocked_(position.blocked),
      move_(move),
      direction_(move.direction),
      owns_(position.owns_house(position.mover)),
      other_owns_(position.owns_house(opponent(position.mover))) {
  if (move_.is_namua()) own_.add(move.pit, 1);
  if (move.kind == Move::Kind::namua_capture) {
    capture(move.pit);
  } else if (move.kind == Move::Kind::tax) {
    constexpr int taxed_seeds = 2;
    own_.add(move.pit, -taxed_seeds);
    origin_ = move.pit;
    hand_ = taxed_seeds;
  } else {
    lift(move.pit);
  }
}

void Turn::play_house() {
  if (lift_house()) sow();
}

bool Turn::lift_house() {
  assert(state_ == State::at_house);
  state_ = State::ended;
  return relay(house);
}

void Turn::sow() {
  while (sow_lap()) {
  }
}

bool Turn::sow_lap() {
  if (laps_ == options_->lap_limit) {
    state_ = State::lap_limit;
    return false;
  }
  if (options_->seed_limit != 0 && sown_ + hand_ > options_->seed_limit) {
    state_ = State::seed_limit;
    return false;
  }
  ++laps_;
  sown_ += hand_;
  return continue_from(own_.sow(origin_, hand_, direction_));
}

bool Turn::continue_from(int last) {
  if (captured_in_hand_ && wins()) return false;
  captured_in_hand_ = false;
  if (own_.seeds(last) == 1) return false;
  if (move_.captures() && is_inner(last) && other_.seeds(facing_pit(last)) > 0) {
    capture(last);
    return true;
  }
  if (stops_at(last)) {
    const bool mover_may_choose = move_.captures() || options_->takasa_at_house == TakasaAtHouse::choice;
    state_ = mover_may_choose ? State::at_house : State::stopped;
    return false;
  }
  if (!move_.captures() && last == blocked_) return false;
  return relay(last);
}

// Whether the captures have decided the game.
bool Turn::wins() const {
  if (is_front_row_empty(other_)) return true;
  return options_->immobile_loss == ImmobileLoss::immediate && other_store_ == 0 && !other_.can_sow();
}

bool Turn::stops_at(int last) const {
  if (last != house || !owns_) return false;
  if (!move_.is_namua() && options_->mtaji_house == MtajiHouse::plain) return false;
  const int last_seed = options_->stop_threshold == Threshold::before ? 1 : 0;
  return own_.seeds(house) - last_seed >= functional_seeds;
}

void Turn::capture(int last) {
  const int target = facing_pit(last);
  hand_ = other_.lift(target);
  if (target == house) other_owns_ = false;
  if (!move_.is_namua() && options_->house_lost_first_mtaji_capture) owns_ = other_owns_ = false;
  if (last >= left_kichwa - 1)
    direction_ = Direction::clockwise;
  else if (last <= right_kichwa + 1)
    direction_ = Direction::counter_clockwise;
  const int kichwa = direction_ == Direction::clockwise ? left_kichwa : right_kichwa;
  const Direction back =
      direction_ == Direction::clockwise ? Direction::counter_clockwise : Direction::clockwise;
  origin_ = pit_after(kichwa, 1, back);  // so that the first seed falls into the kichwa
  captures_[capture_count_++] = {static_cast<std::uint8_t>(target), static_cast<std::uint8_t>(hand_),
                                 static_cast<std::uint8_t>(kichwa)};
  captured_in_hand_ = true;
  recurrence_.restart();
}

void Turn::lift(int pit) {
  if (pit == house) owns_ = false;
  origin_ = pit;
  hand_ = own_.lift(pit);
}

// Lifts `pit`, unless the sowing never ends.
bool Turn::relay(int pit) {
  if (recurrence_.came_back({own_, pit})) {
    state_ = State::proved;
    return false;
  }
  lift(pit);
  return true;
}

}  // namespace ebiri::rules::bao
