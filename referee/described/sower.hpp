// Plays the laps of a turn: sows seeds, and applies the rules of the game.
#pragma once

#include "referee/described/machine.hpp"

namespace ebiri::described {

/// Plays the laps of one turn, which began in the position `before`.
class Sower {
 public:
  Sower(const Program& program, const Position& before, Turn& turn, const Watcher* watcher)
      : program_(program),
        before_(before),
        turn_(turn),
        now_(turn.now),
        watcher_(watcher) {}

  /// Sows one lap, but does not apply `lap-end`. Tests `legal` and `prefer` after the first lap.
  void sow_lap();

  /// Applies the rules of `lap-end` after a lap.
  void apply_lap_end();

  /// Applies the rules of `turn-end`.
  void apply_turn_end();

 private:
  struct Taken {
    int pit;
    int seeds;
    Recipient to;
  };

  // The takes of a rule, in case a grand slam undoes them.
  struct Log {
    int size = 0;
    Taken taken[2 * max_pits];
  };

  int other() const { return 1 - turn_.mover; }
  bool is_marked(int pit) const { return now_.marked.has(pit); }
  int marker(int pit) const { return now_.norths_marks.has(pit) ? 1 : 0; }
  // The seeds of a pit as words and takes see them: none in a marked pit.
  int visible(int pit) const { return is_marked(pit) ? 0 : now_.seeds[pit]; }
  int visible_facing(int pit) const;
  int after(int pit, int direction) const;

  bool choose_direction();
  bool reverse_captures() const;
  void lift();
  bool drop_seeds();
  void drop_plainly();
  void drop_with_rules();
  int place_after(int place) const;
  void drop_into(int place);
  void react(int pit);
  void test_first_lap();

  std::uint32_t facts(std::uint32_t asked) const;
  std::uint32_t facts_of_first_lap();
  std::uint32_t place_facts(int pit, std::uint32_t asked) const;
  bool fits(const Condition& condition, std::uint32_t facts) const;
  bool test(const Test& test) const;
  bool fits(const Filter& filter, int pit, bool last) const;

  const Rule* fitting_rule(bool peek);
  bool would_take();
  bool perform(const Rule& rule);
  bool perform(const Action& action);
  bool take(const Action& action);
  void take_pits(const Action& action);
  void take_consecutive(const Action& action);
  void take_gaps(const Action& action);
  bool take_any(const Action& action);
  void take_from(int pit, int most, const Action& action);
  void take_visible(int pit, const Action& action, int& left);
  void shift(Where where);
  void sweep(Recipient to);
  int place_of(Recipient to, int pit) const;
  // Adds seeds to `to` and counts captures; does not remove them from `from`.
  void pay(int from, int to, int seeds);
  void settle_slam();
  void undo(int first, int last);
  bool decide(std::uint64_t options, std::uint8_t& decision, Turn::State resume);

  void relay(const Action& action);
  void sow_again(const Action& action);
  bool may_sow_on(bool is_relay);
  // Notes where a seed has fallen.
  void note_fall(int place) {
    turn_.last_seed = turn_.hand == 0;
    turn_.seeds_before = now_.seeds[place] - 1;
    turn_.here = place < max_pits ? place : nowhere;
    turn_.fell = 0;
    if (place >= max_pits) turn_.fell = place == first_store + turn_.mover ? 1 : 2;
  }
  void report(int from, int to, int seeds) const {
    if (watcher_ != nullptr && seeds > 0) watcher_->moved(from, to, seeds);
  }

  const Program& program_;
  const Position& before_;
  Turn& turn_;
  Position& now_;
  const Watcher* watcher_;
  Log* log_ = nullptr;
  bool to_hand_ = false;  // takes go to the hand, because the rule ends with `sow`
  bool skips_take_any_ = false;
};

}  // namespace ebiri::described
