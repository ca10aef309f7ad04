#include "referee/described/sower.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace ebiri::described {

namespace {

constexpr int max_lap_ends = 100;  // in one lap

// The states of a long turn, to detect a repeated one.
class StateTable {
 public:
  // Removes all states. Allocates room for those of `laps` laps, unless there is enough.
  void clear(int laps) {
    std::size_t size = 64;
    while (size < 2 * static_cast<std::size_t>(laps)) size *= 2;
    if (entries_.size() < size) entries_.assign(size, {});
    ++age_;
    count_ = 0;
  }

  // Adds a state, given by two hashes. Returns whether it was in the table already.
  bool add(std::uint64_t hash, std::uint32_t second_hash) {
    const bool into_first = ++count_ <= few;
    if (find_or_add(first_, 2 * few, hash, second_hash, into_first)) return true;
    return !into_first && find_or_add(entries_.data(), entries_.size(), hash, second_hash, true);
  }

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint32_t second_hash = 0;
    std::uint32_t age = 0;
  };

  static constexpr std::size_t few = 512;

  // Returns whether the state is in `entries`. If not, and if `may_add`, adds it.
  bool find_or_add(Entry* entries, std::size_t size, std::uint64_t hash, std::uint32_t second_hash,
                   bool may_add) const {
    for (std::size_t at = hash & (size - 1);; at = (at + 1) & (size - 1)) {
      Entry& entry = entries[at];
      if (entry.age == age_ && entry.hash == hash && entry.second_hash == second_hash) return true;
      if (entry.age == age_) continue;
      if (may_add) entry = {hash, second_hash, age_};
      return false;
    }
  }

  Entry first_[2 * few];  // the first states: small, so that most turns stay in the cache
  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::uint32_t age_ = 1;
};

// The states of the long turn that this thread plays.
StateTable& states() {
#ifdef __wasi__  // without threads
  static StateTable table;
#else
  thread_local StateTable table;
#endif
  return table;
}

}  // namespace

int Sower::visible_facing(int pit) const {
  int seeds = 0;
  for (int i = 0; i < program_.facing_count[pit]; ++i) seeds += visible(program_.facing[pit][i]);
  return seeds;
}

int Sower::after(int pit, int direction) const {
  do {
    pit = program_.pit_after[direction][pit];
  } while (now_.closed.has(pit));
  return pit;
}

// ---- Laps

void Sower::sow_lap() {
  if (!choose_direction()) return;
  log_ = nullptr;
  to_hand_ = false;
  lift();
  ++turn_.laps;
  const bool found_places = drop_seeds();
  if (!found_places) {
    turn_.endless = true;
    if (turn_.laps == 1) turn_.preference = static_cast<int>(program_.prefer.size());
    turn_.state = Turn::State::ended;
    return;
  }
  turn_.lap_ends = 0;
  turn_.state = turn_.ended_by_dropping ? Turn::State::ended : Turn::State::at_lap_end;
  if (turn_.laps == 1) test_first_lap();
}

bool Sower::choose_direction() {
  turn_.lap_direction = turn_.direction;
  if (!program_.has_reverse) return true;
  const bool may_reverse =
      program_.reverse_pits.has(turn_.origin) && program_.reverse_laps[static_cast<int>(turn_.kind)];
  if (turn_.kind == LapKind::start) {
    if (turn_.direction == Move::forward) return true;
    if (may_reverse && reverse_captures()) return true;
    turn_.state = Turn::State::impossible;
    return false;
  }
  turn_.lap_direction = Move::forward;
  if (!may_reverse || !reverse_captures()) return true;
  std::uint8_t decision = Move::forward;
  if (!decide(1U << Move::forward | 1U << Move::backward, decision, Turn::State::sowing)) return false;
  turn_.lap_direction = decision;
  return true;
}

bool Sower::reverse_captures() const {
  Turn tried = turn_;
  Sower sower(program_, before_, tried, nullptr);
  tried.lap_direction = Move::backward;
  sower.lift();
  ++tried.laps;
  if (!sower.drop_seeds() || tried.ended_by_dropping) return false;
  return sower.would_take();
}

void Sower::lift() {
  const int origin = turn_.origin;
  if (turn_.kind == LapKind::start || turn_.kind == LapKind::relay) {
    turn_.hand = now_.seeds[origin];
    now_.seeds[origin] = 0;
    report(origin, Watcher::hand, turn_.hand);
    if (program_.asks_for(Word::lifted)) now_.lifted.add(origin);
  }
  turn_.lap_seeds = turn_.hand;
}

bool Sower::drop_seeds() {
  turn_.ended_by_dropping = false;
  turn_.fell = 0;
  const bool reacts =
      !program_.dropping.rules.empty() && (!program_.drops_on_marks_only || now_.marked.any());
  if (!program_.tracks_seeds && program_.skip.empty() && watcher_ == nullptr && !now_.closed.any()) {
    reacts ? drop_with_rules() : drop_plainly();
    return true;
  }
  if (program_.first_origin && turn_.kind == LapKind::start && turn_.hand >= 2) {
    drop_into(turn_.origin);
    if (reacts) react(turn_.origin);
  }
  int place = turn_.origin;
  while (turn_.hand > 0) {
    place = place_after(place);
    if (place == nowhere) return false;
    drop_into(place);
    if (reacts && place < max_pits) react(place);
  }
  return true;
}

// Sows a lap in which only the last seed can trigger a rule.
void Sower::drop_plainly() {
  const std::uint8_t* next = program_.next[turn_.mover][turn_.lap_direction];
  const int origin = turn_.origin;
  int seeds = turn_.hand;
  int place = origin;
  if (program_.first_origin && turn_.kind == LapKind::start && seeds >= 2) {
    ++now_.seeds[origin];
    --seeds;
  }
  if (program_.skip_origin) {
    for (; seeds > 0; --seeds) {
      place = next[place];
      if (place == origin) place = next[place];
      ++now_.seeds[place];
    }
  } else {
    for (; seeds > 0; --seeds) {
      place = next[place];
      ++now_.seeds[place];
    }
  }
  turn_.hand = 0;
  note_fall(place);
}

// Sows a lap in which every seed can trigger a rule of `dropping`.
void Sower::drop_with_rules() {
  const std::uint8_t* next = program_.next[turn_.mover][turn_.lap_direction];
  int place = turn_.origin;
  bool into_origin = program_.first_origin && turn_.kind == LapKind::start && turn_.hand >= 2;
  while (turn_.hand > 0) {
    if (!into_origin) place = next[place];
    if (program_.skip_origin && !into_origin && place == turn_.origin) place = next[place];
    into_origin = false;
    --turn_.hand;
    const int seeds = ++now_.seeds[place];
    const bool reacts = place < max_pits && (seeds >= 64 || (program_.drop_counts >> seeds & 1U) != 0);
    if (!reacts && turn_.hand > 0) continue;
    note_fall(place);
    if (reacts) react(place);
  }
}

int Sower::place_after(int place) const {
  const std::uint8_t* next = program_.next[turn_.mover][turn_.lap_direction];
  for (int tries = 0; tries <= program_.pits + 2; ++tries) {
    place = next[place];
    if (place >= max_pits) return place;
    if (now_.closed.has(place) || (program_.skip_origin && place == turn_.origin)) continue;
    const auto skips = [&](const Filter& filter) { return fits(filter, place, turn_.hand == 1); };
    if (!std::any_of(program_.skip.begin(), program_.skip.end(), skips)) return place;
  }
  return nowhere;
}

void Sower::drop_into(int place) {
  --turn_.hand;
  ++now_.seeds[place];
  report(Watcher::hand, place, 1);
  note_fall(place);
  if (place >= max_pits) return;
  turn_.touched.add(place);
  if (now_.owner(place) != turn_.mover) turn_.dropped.add(place);
}

// Applies the rules of `dropping` after a seed in a pit.
void Sower::react(int pit) {
  const int seeds = now_.seeds[pit];
  if (seeds < 64 && (program_.drop_counts >> seeds & 1U) == 0) return;
  const std::uint32_t facts_here = facts(program_.dropping.facts);
  for (const Rule& rule : program_.dropping.rules) {
    if (!fits(rule.condition, facts_here)) continue;
    perform(rule);
    turn_.ended_by_dropping = turn_.swept || turn_.last_seed;
    return;
  }
}

void Sower::test_first_lap() {
  if (program_.legal.empty() && program_.prefer.empty()) return;
  const std::uint32_t facts_here = facts_of_first_lap();
  const bool allowed = program_.legal.empty() || fits(program_.legal, facts_here);
  turn_.preference = 0;
  for (const Condition& condition : program_.prefer) {
    if (fits(condition, facts_here)) break;
    ++turn_.preference;
  }
  const bool reversed = program_.has_reverse && turn_.lap_direction == Move::backward;
  const bool unwanted =
      turn_.wanted_preference != any_preference && turn_.preference != turn_.wanted_preference && !reversed;
  if (!allowed || unwanted) turn_.state = Turn::State::impossible;
}

// ---- Conditions

std::uint32_t Sower::facts(std::uint32_t asked) const {
  std::uint32_t facts = 0;
  if (turn_.here != nowhere) {
    facts = place_facts(turn_.here, asked);
    facts |= turn_.seeds_before == 0 ? fact(Word::empty) : fact(Word::occupied);
    if ((asked & fact(Word::some_facing)) != 0 && visible_facing(turn_.here) > 0)
      facts |= fact(Word::some_facing);
    const int behind = program_.behind[turn_.here];
    if ((asked & fact(Word::some_behind)) != 0 && behind < max_pits && visible(behind) > 0)
      facts |= fact(Word::some_behind);
  } else if (turn_.fell != 0) {
    facts = turn_.fell == 1 ? fact(Word::store) : fact(Word::their_store);
  }
  if (turn_.captured) facts |= fact(Word::captured);
  if (turn_.dropped.any()) facts |= fact(Word::reached);
  if (turn_.laps <= 1) facts |= fact(Word::first_lap);
  if (turn_.last_seed) facts |= fact(Word::last);
  return facts;
}

// The facts for `legal` and `prefer`.
std::uint32_t Sower::facts_of_first_lap() {
  const std::uint32_t asked = program_.first_lap_facts;
  std::uint32_t found = facts(asked);
  const int start = turn_.move.pit;
  const int number = start % program_.side;
  if (!before_.played.has(start)) found |= fact(Word::unplayed);
  if (!before_.stale.has(start)) found |= fact(Word::fresh);
  if (number == (turn_.move.direction == Move::forward ? program_.side - 1 : 0)) found |= fact(Word::front);
  if ((asked & fact(Word::captures)) != 0 && !turn_.ended_by_dropping && would_take())
    found |= fact(Word::captures);
  if (turn_.here != nowhere && turn_.here == before_.back && !before_.passed) found |= fact(Word::back);
  return found;
}

std::uint32_t Sower::place_facts(int pit, std::uint32_t asked) const {
  std::uint32_t facts = program_.row[pit];
  facts |= now_.owner(pit) == turn_.mover ? fact(Word::own) : fact(Word::opponent);
  constexpr std::uint32_t rare = fact(Word::mine) | fact(Word::theirs) | fact(Word::marked) |
                                 fact(Word::touched) | fact(Word::lifted) | fact(Word::mirrored);
  if ((asked & rare) == 0) return facts;
  if (is_marked(pit)) {
    facts |= fact(Word::marked) | (marker(pit) == turn_.mover ? fact(Word::mine) : fact(Word::theirs));
  }
  if (turn_.touched.has(pit)) facts |= fact(Word::touched);
  if (now_.lifted.has(pit)) facts |= fact(Word::lifted);
  const int mirror = (pit + program_.side) % program_.pits;
  for (const int twin : {pit, mirror}) {
    if (is_marked(twin) && marker(twin) == other()) facts |= fact(Word::mirrored);
  }
  return facts;
}

bool Sower::fits(const Condition& condition, std::uint32_t facts) const {
  for (const Group& group : condition) {
    if ((facts & group.yes) != group.yes || (facts & group.no) != 0) continue;
    const auto fails = [this](const Test& one) { return test(one) == one.negated; };
    if (std::none_of(group.tests.begin(), group.tests.end(), fails)) return true;
  }
  return false;
}

bool Sower::test(const Test& test) const {
  const int here = turn_.here;
  switch (test.word) {
    case Word::pit:
      return here != nowhere && test.pits.has(here);
    case Word::makes:
      return here != nowhere && test.counts.has(now_.seeds[here]);
    case Word::facing:
      return here != nowhere && program_.facing_count[here] > 0 && test.counts.has(visible_facing(here));
    case Word::behind:
      return here != nowhere && program_.behind[here] < max_pits &&
             test.counts.has(visible(program_.behind[here]));
    case Word::next:
      return here != nowhere && test.counts.has(visible(after(here, turn_.lap_direction)));
    case Word::beyond:
      return here != nowhere &&
             test.counts.has(visible(after(after(here, turn_.lap_direction), turn_.lap_direction)));
    case Word::lap:
      return test.counts.has(turn_.lap_seeds);
    case Word::from:
      return test.pits.has(turn_.move.pit);
    case Word::start:
      return test.counts.has(before_.seeds[turn_.move.pit]);
    case Word::after:  // `after N`: the start pit comes after a pit with N seeds
      return test.counts.has(before_.seeds[after(turn_.move.pit, 1 - turn_.move.direction)]);
    case Word::in_play:
      return test.counts.has(turn_.hand + number_of(test.word, program_, now_));
    default:
      return test.counts.has(number_of(test.word, program_, now_));
  }
}

bool Sower::fits(const Filter& filter, int pit, bool last) const {
  for (const Test& test : filter) {
    bool holds = false;
    if (test.word == Word::pit) {
      holds = test.pits.has(pit);
    } else if (test.word == Word::holds) {
      holds = test.counts.has(now_.seeds[pit]);
    } else if (test.word == Word::same) {
      holds = turn_.here != nowhere && now_.owner(pit) == now_.owner(turn_.here);
    } else if (test.word == Word::last) {
      holds = last;
    } else {
      holds = (place_facts(pit, ~0U) & fact(test.word)) != 0;
    }
    if (holds == test.negated) return false;
  }
  return true;
}

// ---- The end of a lap

// The first rule of `lap-end` that fits and that the mover does not refuse; null if there is none, or if a
// decision is missing or not allowed. With `peek`, `may` rules count as used, without a decision.
const Rule* Sower::fitting_rule(bool peek) {
  const std::uint32_t facts_here = facts(program_.lap_end.facts);
  for (const Rule& rule : program_.lap_end.rules) {
    if (!fits(rule.condition, facts_here)) continue;
    if (!rule.may || peek) return &rule;
    std::uint8_t decision = Move::refuse;
    if (!decide(1U << Move::use | 1U << Move::refuse, decision, Turn::State::at_lap_end)) return nullptr;
    if (decision == Move::use) return &rule;
  }
  return nullptr;
}

void Sower::apply_lap_end() {
  while (true) {
    const Rule* rule = fitting_rule(false);
    if (turn_.state != Turn::State::at_lap_end) return;
    turn_.state = Turn::State::ended;
    if (rule == nullptr) return;
    Log log;
    log_ = program_.slam == Slam::takes ? nullptr : &log;
    to_hand_ = rule->actions.back().op == Op::sow;
    const bool captured_before = turn_.captured;
    const PitSet took_before = turn_.took;
    if (!perform(*rule)) return;
    if (turn_.swept) return;
    const Action& last_action = rule->actions.back();
    if (last_action.op == Op::judge) {
      turn_.endless = ++turn_.lap_ends == max_lap_ends;
      if (turn_.endless) return;
      turn_.state = Turn::State::at_lap_end;
      continue;
    }
    if (last_action.op == Op::again) turn_.again = true;
    if (last_action.op == Op::relay) relay(last_action);
    if (last_action.op == Op::sow) sow_again(last_action);
    if (log_ != nullptr && turn_.state == Turn::State::ended && !turn_.endless && log.size > 0) {
      settle_slam();
      if (log.size == 0) {
        turn_.captured = captured_before;
        turn_.took = took_before;
      }
    }
    return;
  }
}

bool Sower::perform(const Rule& rule) {
  if (watcher_ != nullptr) watcher_->used(rule);
  for (const Action& action : rule.actions) {
    if (!perform(action)) return false;
  }
  return true;
}

// Whether the rule after this lap takes seeds. Nothing is changed.
bool Sower::would_take() {
  const Rule* rule = fitting_rule(true);
  if (rule == nullptr) return false;
  const Action& first = rule->actions.front();
  // A quick answer for a frequent action, without a copy of the turn.
  const bool column = first.op == Op::take && first.where == Where::column;
  if (column && turn_.here != nowhere && visible_facing(turn_.here) > 0) return true;
  Turn tried = turn_;
  tried.captured = false;
  Sower sower(program_, before_, tried, nullptr);
  sower.to_hand_ = rule->actions.back().op == Op::sow;
  sower.skips_take_any_ = true;
  for (const Action& action : rule->actions) {
    sower.perform(action);
    if (tried.captured) return true;
  }
  return false;
}

void Sower::relay(const Action& action) {
  if (turn_.here == nowhere) return;
  const int pit = action.where == Where::next ? after(turn_.here, turn_.lap_direction) : turn_.here;
  if (now_.seeds[pit] == 0 || !may_sow_on(true)) return;
  if (action.reversed) turn_.direction = 1 - turn_.direction;
  turn_.kind = LapKind::relay;
  turn_.origin = pit;
  turn_.state = Turn::State::sowing;
}

void Sower::sow_again(const Action& action) {
  if (turn_.hand == 0) return;
  if (action.where == Where::here) turn_.origin = turn_.here;
  if (action.where == Where::turn) turn_.origin = turn_.move.pit;
  if (action.where == Where::outer) turn_.origin = program_.outer[turn_.here];
  if (!may_sow_on(false)) return;
  if (action.reversed) turn_.direction = 1 - turn_.direction;
  if (action.with != Where::none) {
    const int pit = action.with == Where::here ? turn_.here : program_.outer[turn_.here];
    pay(pit, Watcher::hand, now_.seeds[pit]);
    now_.seeds[pit] = 0;
  }
  const bool reversed = program_.has_reverse && turn_.lap_direction == Move::backward;
  turn_.kind = reversed ? LapKind::after_reverse : LapKind::after_forward;
  turn_.state = Turn::State::sowing;
}

// Whether the turn may have another lap, by `relay` or by `sow`. Otherwise it is endless. Only relays compare
// states.
bool Sower::may_sow_on(bool is_relay) {
  if (!is_relay) turn_.takes_since = true;
  turn_.endless = turn_.laps >= program_.max_laps;
  if (turn_.endless || !turn_.detects_cycles || !is_relay) return !turn_.endless;
  if (turn_.takes_since) states().clear(program_.max_laps);
  turn_.takes_since = false;
  std::uint64_t hash = static_cast<std::uint64_t>(turn_.here * 2 + turn_.lap_direction);
  std::uint64_t second_hash = hash;
  for (int pit = 0; pit < program_.pits; pit += 4) {
    std::uint64_t seeds = 0;
    std::memcpy(&seeds, now_.seeds + pit, sizeof seeds);
    hash = (hash ^ seeds) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
    second_hash = (second_hash + seeds) * 0xD6E8FEB86659FD93U;
    second_hash ^= second_hash >> 32;
  }
  turn_.endless = states().add(hash, static_cast<std::uint32_t>(second_hash));
  return !turn_.endless;
}

void Sower::apply_turn_end() {
  log_ = nullptr;
  to_hand_ = false;
  for (const Rule& rule : program_.turn_end.rules) {
    if (!fits(rule.condition, facts(program_.turn_end.facts))) continue;
    perform(rule);
    if (rule.actions.back().op == Op::again) turn_.again = true;
    if (turn_.swept) return;
  }
}

// Reads the mover's next decision, which must be one of `options`. If the move has no further decision, the
// turn waits for one.
bool Sower::decide(std::uint64_t options, std::uint8_t& decision, Turn::State resume) {
  if (turn_.used < turn_.move.count) {
    decision = turn_.move.decisions[turn_.used];
    if ((options >> decision & 1U) == 0) {
      turn_.state = Turn::State::impossible;
      return false;
    }
    ++turn_.used;
    return true;
  }
  // The move has no room for another decision. The decision is then forward, refuse or the first pit.
  if (turn_.used == Move::max_decisions) {
    decision = static_cast<std::uint8_t>(__builtin_ctzll(options));
    if (decision == Move::use) decision = Move::refuse;
    return true;
  }
  turn_.state = Turn::State::choice;
  turn_.resume = resume;
  turn_.options = options;
  return false;
}

}  // namespace ebiri::described
