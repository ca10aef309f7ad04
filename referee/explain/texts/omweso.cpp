#include "referee/explain/texts/texts.hpp"

namespace ebiri::explain::texts {

const std::string_view omweso = R"(# Aim
Each side sows on its own two rows and captures seeds of the opponent, which it sows on its own rows. A side wins
when the opponent cannot move, or by a special win (below). The number of seeds decides nothing.

# Board
!start
Each side owns the two rows of eight pits on its side and sows only there. It numbers its sixteen pits
counter-clockwise: 0 to 7 is the outer row from its left to its right, 8 to 15 the inner row from its right to its
left. After 15 comes 0. Your inner pit i, 8 to 15, faces the opponent's inner pit 23 minus i and, behind it, the
opponent's outer pit i minus 8. These two pits are column i minus 8. For example, your pit 10 faces the opponent's
pits 13 and 2, which are column 2.
There are no stores.
[setup=free] First south lays out 32 seeds over its sixteen pits as it likes; north sees it and does the same. Then
  south sows first.
[setup!=free] South moves first.

# A turn
Choose one of your pits with two seeds or more. Lift all its seeds and drop them one at a time into your following
pits, counter-clockwise. This is a lap.
[skip-origin=false] A lap of sixteen seeds or more also drops one into the pit that it started from.
[skip-origin=true] A lap passes over the pit that it started from.
The pit of the last seed decides what follows:
- It was empty before this seed: the turn ends.
[capture=both]
- It is an occupied inner pit, and both pits of the column that it faces hold seeds: you capture the seeds of
  both pits.
[capture=inner]
- It is an occupied inner pit, and the inner pit of the column that it faces holds seeds: you capture the seeds of
  both pits of the column. The outer pit may be empty.
[]
- It is any other occupied pit: you lift all its seeds, the last one included, and sow them from there as the next
  lap. This is a relay.

A lap may end in the pit that was lifted for it. This pit counts as empty, unless an earlier seed of the same
lap fell into it. Captures are not optional.
[first-turn-capture=false] The first two turns of the game capture nothing: a lap that would capture relays instead.
[coro-pickup=false] The captured seeds, without the seeds of the capturing pit, are the next lap.
[coro-pickup=true] The captured seeds and all seeds of the capturing pit are the next lap.
[reentry=lap-origin] It starts from the pit that the capturing lap started from: its first seed falls into the pit
  after that one. The capturing lap may itself be a relay, or a lap of captured seeds.
[reentry=capture-pit] It starts from the pit where the capturing lap ended: its first seed falls into the pit after
  that one.
[reentry=capture-pit-chain] It starts from the pit where the capturing lap ended: its first seed falls into the pit
  after that one. If the lap of those seeds captures again, counter-clockwise and without a relay in between, the
  next lap starts from the same pit: all captures of such a chain share the pit of the first. Seeds of a clockwise
  capture (below) begin no chain.
[reentry=turn-origin] It starts from the pit that the turn began with: its first seed falls into the pit after it.
!picture counter-clockwise; captures

[reverse!=off]
# Clockwise laps
Your pits 0, 1, 14 and 15 are the leftmost pits. A lap that starts from one of them may go clockwise
instead, to the pit with the next lower number (15 before 0), if its last seed captures. Without such a
capture the lap must go counter-clockwise. Where both directions are open, you choose. These laps may go clockwise:
- the first lap of a turn;
- a lap of seeds that a clockwise lap captured. Such seeds start again from the same leftmost pit as the clockwise
  lap, so the choice is open again.
[reverse=full]
- a relay from a leftmost pit.
[reverse!=off & reverse-after-forward-capture=true]
- a lap of seeds that a counter-clockwise lap captured, if it starts from a leftmost pit.
[reverse!=off & reverse-after-forward-capture=false]

A lap of seeds that a counter-clockwise lap captured goes counter-clockwise.
[reverse!=off]
!picture  clockwise; captures
[]

# Endless sowings
A turn is endless if two relays since its last capture begin with the same seeds in all pits and lift the same pit. It
is also endless if it needs more than {lap-limit} laps.
[seed-limit!=0] A turn that sows more than {seed-limit} seeds is endless, too.
All pits then stay as they were before the turn.
[endless=annul] The game then ends without a result.
[endless=draw] The game is then a draw.
[endless=loss] The side that made the move then loses.
[endless=illegal] The move is illegal.
[emitwe=true] If the turn has earned emitwe (below) before, that win counts instead.
[akawumbi!=off] If the turn has earned akawumbi (below) before, that win counts instead.

# End
After a complete turn the first event that applies ends the game. The mover is the side that made the turn.
[akawumbi=all16]
- akawumbi: the mover captured from all eight columns in this turn, and wins.
[akawumbi=clear]
- akawumbi: the mover captured in this turn, the opponent has no seeds left, and the mover wins.
[emitwe=true]
- emitwe: the mover captured both end columns, 0 and 7, in this turn, and wins.
[endless!=illegal]
- endless: the turn was endless, with the result above.
[akakyala=true]
- akakyala: the mover has captured in two turns of the game or more, the opponent in none, and the mover wins. A
  turn with several captures counts once. The position counts these turns.
[]
- no-moves: the opponent has no legal move, for example because none of its pits holds two seeds or more. The mover
  wins.
- max-plies: {max-plies} turns are completed: a draw.
[repetition=third]
- repetition: the same board with the same side to move occurs for the third time: a draw.
[timeout=steal]

A player whose time is up loses the turn instead of the game, at most {max-steals} times in a row.

# Moves and positions in text
A move is a pit and the direction of its first lap: + counter-clockwise, - clockwise, such as 7+ or 15-.
[reverse!=off] For each later lap that could go either way a further sign follows, in order of play. A lap that can
  only go counter-clockwise has no sign. Signs + at the end are left out: without a sign a lap goes counter-clockwise.
  So 12+- sows 12 counter-clockwise and goes clockwise at the first opportunity, 1-- captures clockwise twice, and
  12+-+ is written 12+-. A first sign is always written, also where only + is possible.

[setup=free] A side lays out its seeds in a move too: = and sixteen numbers, separated by commas, for pits 0 to 15.

A position is one token. Its fields are separated by /:
- the seeds of south's pits 0 to 15, separated by commas, or setup if south has not laid out its seeds
- the same for north
- the side to move, S or N
- the number of completed turns
- the number of turns in which south has captured, then that of north
)";

}  // namespace ebiri::explain::texts
