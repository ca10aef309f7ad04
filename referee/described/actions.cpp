// Executes the actions of rules, except those that end a rule (`stop` to `sow`).
#include <algorithm>

#include "referee/described/sower.hpp"

namespace ebiri::described {

// Returns false if a decision is missing or not allowed.
bool Sower::perform(const Action& action) {
  switch (action.op) {
    case Op::take:
      return take(action);
    case Op::pull:
      if (turn_.here == nowhere) break;
      for (int i = 0, left = action.most; i < program_.facing_count[turn_.here]; ++i) {
        const int pit = program_.facing[turn_.here][i];
        const int seeds = std::min(left, visible(pit));
        left -= seeds;
        now_.add(pit, -seeds);
        now_.add(turn_.here, seeds);
        report(pit, turn_.here, seeds);
      }
      break;
    case Op::mark: {
      if (turn_.here == nowhere) break;
      const bool facing = action.where == Where::facing;
      for (int i = 0; i < (facing ? program_.facing_count[turn_.here] : 1); ++i) {
        const int pit = facing ? program_.facing[turn_.here][i] : turn_.here;
        if (is_marked(pit) || now_.closed.has(pit)) continue;
        now_.marked.add(pit);
        now_.norths_marks.set(pit, turn_.mover == 1);
      }
      break;
    }
    case Op::shift:
      shift(action.where);
      break;
    case Op::sweep:
      sweep(action.to);
      break;
    default:  // see `apply_lap_end` and `apply_turn_end`
      break;
  }
  return true;
}

bool Sower::take(const Action& action) {
  if (turn_.here == nowhere) return true;
  switch (action.where) {
    case Where::here:
      take_from(turn_.here, action.most, action);
      return true;
    case Where::back:
    case Where::on:
      take_consecutive(action);
      return true;
    case Where::gaps:
      take_gaps(action);
      return true;
    case Where::any:
      return skips_take_any_ || take_any(action);
    default:
      take_pits(action);
      return true;
  }
}

void Sower::take_pits(const Action& action) {
  const int here = turn_.here;
  const int direction = turn_.lap_direction;
  int left = action.most;
  if (action.where == Where::next) take_visible(after(here, direction), action, left);
  if (action.where == Where::beyond) take_visible(after(after(here, direction), direction), action, left);
  if (action.where == Where::every) {
    for (int pit = 0; pit < program_.pits; ++pit) {
      if (visible(pit) > 0 && fits(action.filter, pit, false)) take_visible(pit, action, left);
    }
  }
  if (action.where == Where::next_facing) {
    const int next = after(here, direction);
    for (int i = 0; i < program_.facing_count[next]; ++i)
      take_visible(program_.facing[next][i], action, left);
  }
  if (action.where != Where::facing && action.where != Where::column) return;
  for (int i = 0; i < program_.facing_count[here]; ++i) {
    const int pit = program_.facing[here][i];
    if (action.where == Where::column && !is_marked(pit)) turn_.took.add(pit);
    take_visible(pit, action, left);
  }
  const int behind = program_.behind[here];
  if (action.where == Where::facing || behind >= max_pits) return;
  if (!is_marked(behind)) turn_.took.add(behind);
  take_visible(behind, action, left);
}

// Takes consecutive filled pits before or after the last seed while they fit the filter.
void Sower::take_consecutive(const Action& action) {
  const int direction = action.where == Where::on ? turn_.lap_direction : 1 - turn_.lap_direction;
  int left = action.most;
  int pit = turn_.here;
  while (left > 0) {
    pit = after(pit, direction);
    if (pit == turn_.here || visible(pit) == 0 || !fits(action.filter, pit, false)) return;
    take_visible(pit, action, left);
  }
}

void Sower::take_gaps(const Action& action) {
  int left = action.most;
  int pit = turn_.here;
  for (int tries = 0; tries < program_.pits && left > 0; ++tries) {
    const int gap = after(pit, turn_.lap_direction);
    pit = after(gap, turn_.lap_direction);
    if (now_.seeds[gap] != 0 || visible(pit) == 0) return;
    take_visible(pit, action, left);
  }
}

// Takes pits of the other side that the mover chooses, in ascending order. A pit can be chosen only if enough
// pits follow it for the later choices.
bool Sower::take_any(const Action& action) {
  const int first = other() * program_.side;
  int left = action.most;
  int lowest = 0;
  while (left > 0) {
    std::uint64_t open = 0;
    int count = 0;
    int later = 0;
    for (int number = program_.side - 1; number >= 0; --number) {
      const int pit = first + number;
      if (visible(pit) == 0 || !fits(action.filter, pit, false)) continue;
      ++count;
      if (number < lowest) continue;
      if (++later >= left) open |= std::uint64_t{1} << (Move::pick + number);
    }
    if (count == 0) return true;
    if (count < left) {
      left = count;
      continue;
    }
    if (open == 0) return true;
    std::uint8_t decision = 0;
    if (!decide(open, decision, Turn::State::at_lap_end)) return false;
    lowest = decision - Move::pick + 1;
    const int pit = first + decision - Move::pick;
    take_from(pit, now_.seeds[pit], action);
    --left;
  }
  return true;
}

// Takes at most `most` seeds from a pit and, `with facing`, all seeds of its facing pits.
void Sower::take_from(int pit, int most, const Action& action) {
  const int seeds = std::min<int>(most, now_.seeds[pit]);
  if (seeds > 0) {
    now_.add(pit, -seeds);
    if (now_.seeds[pit] == 0) turn_.took.add(pit);
    turn_.captured = true;
    turn_.takes_since = true;
    if (log_ != nullptr && log_->size < 2 * max_pits) log_->taken[log_->size++] = {pit, seeds, action.to};
    pay(pit, to_hand_ ? Watcher::hand : place_of(action.to, pit), seeds);
  }
  if (!action.with_facing) return;
  for (int i = 0; i < program_.facing_count[pit]; ++i) {
    const int facing = program_.facing[pit][i];
    if (visible(facing) == 0) continue;
    Action plain;
    plain.to = action.to;
    take_from(facing, now_.seeds[facing], plain);
  }
}

void Sower::take_visible(int pit, const Action& action, int& left) {
  if (left <= 0 || visible(pit) == 0) return;
  --left;
  take_from(pit, now_.seeds[pit], action);
}

// The place that receives seeds of `pit` which are taken for `to`.
int Sower::place_of(Recipient to, int pit) const {
  if (to == Recipient::out) return Watcher::out;
  int side = to == Recipient::other ? other() : turn_.mover;
  if (to == Recipient::owner || to == Recipient::marker) side = now_.owner(pit);
  if (to == Recipient::marker && is_marked(pit)) side = marker(pit);
  return first_store + side;
}

void Sower::pay(int from, int to, int seeds) {
  report(from, to, seeds);
  const bool from_other = from < max_pits && now_.owner(from) != turn_.mover;
  if (to == first_store + turn_.mover || to == Watcher::out || (to == Watcher::hand && from_other))
    turn_.seeds_captured += seeds;
  if (to == Watcher::out) {
    now_.out = static_cast<std::uint16_t>(now_.out + seeds);
  } else if (to == Watcher::hand) {
    turn_.hand += seeds;
  } else {
    now_.add(to, seeds);
  }
}

// Moves the last seed to another pit.
void Sower::shift(Where where) {
  const int from = turn_.here;
  if (from == nowhere || now_.seeds[from] == 0) return;
  int to = where == Where::next ? after(from, turn_.lap_direction) : other() * program_.side;
  if (now_.closed.has(to)) to = after(to, 0);
  now_.add(from, -1);
  turn_.seeds_before = now_.seeds[to];
  now_.add(to, 1);
  report(from, to, 1);
  turn_.here = to;
  turn_.touched.add(to);
  if (now_.owner(to) != turn_.mover) turn_.dropped.add(to);
}

// Moves the seeds in hand and in unmarked pits to one place; `owner`: that of the pit of the last seed.
void Sower::sweep(Recipient to) {
  const bool by_here = to == Recipient::owner || to == Recipient::marker;
  const int place = place_of(by_here && turn_.here == nowhere ? Recipient::mover : to, turn_.here);
  if (turn_.hand > 0) turn_.captured = true;
  pay(Watcher::hand, place, turn_.hand);
  turn_.hand = 0;
  for (int pit = 0; pit < program_.pits; ++pit) {
    const int seeds = visible(pit);
    if (seeds == 0) continue;
    now_.seeds[pit] = 0;
    turn_.took.add(pit);
    turn_.captured = true;
    pay(pit, place, seeds);
  }
  turn_.swept = true;
}

// Handles a grand slam, if the rule that ends the turn took all seeds of the other player.
void Sower::settle_slam() {
  bool took_from_other = false;
  for (int i = 0; i < log_->size; ++i) took_from_other |= now_.owner(log_->taken[i].pit) == other();
  if (!took_from_other) return;
  for (int pit = 0; pit < program_.pits; ++pit) {
    if (now_.owner(pit) == other() && visible(pit) > 0) return;
  }
  turn_.slam = true;
  if (program_.slam == Slam::takes_nothing) undo(0, log_->size);
  if (program_.slam == Slam::leave_first) undo(0, 1);
  if (program_.slam == Slam::leave_last) undo(log_->size - 1, log_->size);
  if (program_.slam != Slam::gives_rest) return;
  for (int pit = 0; pit < program_.pits; ++pit) {
    report(pit, first_store + other(), now_.seeds[pit]);
    now_.give(other(), now_.seeds[pit]);
    now_.seeds[pit] = 0;
  }
  turn_.swept = true;
  turn_.gave_rest = true;
}

// Undoes the takes `first` to `last - 1`.
void Sower::undo(int first, int last) {
  for (int i = first; i < last; ++i) {
    const auto [pit, seeds, to] = log_->taken[i];
    turn_.took.remove(pit);
    const int place = to_hand_ ? Watcher::hand : place_of(to, pit);
    pay(place, pit, seeds);
    pay(pit, place, -seeds);  // takes the seeds from `place` and from the captures, without a report
  }
  log_->size -= last - first;
}

}  // namespace ebiri::described
