// The main loop of the practice ladder: chooses pairs, collects games, follows the history. Everything here
// happens on one thread.
#pragma once

#include <cstdint>
#include <optional>

#include "referee/contest/practice/field.hpp"
#include "referee/live/feed.hpp"
#include "referee/record/journal.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/keys.hpp"
#include "referee/terminal/signals.hpp"

namespace ebiri::contest {

/// What the loop works with; `digest` grows with every game.
struct PracticeParts {
  const ContestAtHand& at_hand;
  PracticeField& field;
  record::Journal& journal;
  record::Digest& digest;
  terminal::Signals& signals;
  terminal::Console& console;
  terminal::Keys& keys;
  live::Feed& feed;
  const rules::Rules& rules;
  run::Placement place;
  std::optional<int> games;  ///< how many to play; nothing: until the end of the practice
  int interrupt = -1;        ///< an eventfd: made readable to give up what is being played
};

enum class PracticeEnd : std::uint8_t {
  played,       ///< as many games as were asked for
  too_few,      ///< games were asked for, and there are fewer than two entries
  deadline,     ///< running games were finished
  locked,       ///< the contest was; running games were given up, as the machine is wanted for the finals
  interrupted,  ///< by a signal or a key
};

/// Plays. An error is that the history or the journal cannot be read or written, or that the machine cannot
/// play.
Result<PracticeEnd> practise(PracticeParts parts);

/// Whether a practice run that was begun may go on; the error says what is different.
Result<void> same_practice(const record::RunInfo& begun, const run::Arena& arena);

/// Whether the contest's deadline is over.
bool is_over(const contest::Settings& settings);

}  // namespace ebiri::contest
