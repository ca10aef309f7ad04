#include "referee/explain/texts/texts.hpp"

namespace ebiri::explain::texts {

const std::string_view kalah = R"(# Aim
Two sides sow seeds around the board and collect them in their stores. The side with more seeds at the end wins;
equal numbers are a draw.

# Board
!start
The board has two rows of {pits} pits with {seeds} seeds in each, and a store on each side. South owns the pits
with capital letters and the store after them, north the others. Sowing goes counter-clockwise: south's pits from
A on, south's store, north's pits from a on, north's store, and A again. A and the last small letter are opposite
pits: opposite pits stand above each other in the drawing. South moves first.

# A turn
Choose one of your pits that holds seeds. Lift all its seeds and drop them one at a time into the following pits
and your own store. The opponent's store is left out. A sowing that comes round also drops a seed into the pit
that it started from. If the last seed falls into your store, it is your turn again: another move by the same side.
[first-move-again=false] The first move of the game is an exception: it ends the turn wherever its last seed falls.
!picture moves again
[pie=swap] North may answer the game's first turn with the move swap, as its own first move only. It exchanges
  the sides of the board: north takes over south's row and store, south takes north's, and south moves.

# Captures
If the last seed falls into a pit of your own that was empty before it, you capture:
[empty-capture=false]
- if the opposite pit holds seeds, its seeds and your last seed go to your store;
- if the opposite pit is empty, nothing: your last seed stays.
[empty-capture=true]
- your last seed and the seeds of the opposite pit go to your store, also if the opposite pit is empty.
[]

The pit that you lifted from counts as empty: a sowing that goes once around the board ends there and captures.
The opposite pit holds what it holds after the sowing. Captures are not optional, and a capture ends the turn.
!picture captures

# End
There is no pass and no duty to feed. After each move:
[end=either-row-empty]
- row-empty: one of the two rows is empty. Each side gets the seeds in its row. This also applies if the mover
  would move again.
[end=mover-empty]
- row-empty: the row of the side to move is empty, also if that side would move again. The other side gets the
  seeds in its row.
[majority-ends=true]
- majority: otherwise, a store holds more than half of all seeds. This also applies if the mover would
  move again. The stores are the score; seeds on the board count for neither side.

# Moves and positions in text
A move is the letter of the pit to sow, such as C or f. If a side moves again, that is another move.

A position is one token. Its fields are separated by -:
- the seeds of south's pits from A on, then those of north's pits from a on
- the seeds of south's store, then those of north's store
- the side to move, S or N

[pie=swap] Until north's first move, -swap follows: north may swap in its first turn. In a game that north
  began, -SWAP follows instead: south may swap.
)";

}  // namespace ebiri::explain::texts
