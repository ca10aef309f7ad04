#include "referee/explain/texts/texts.hpp"

namespace ebiri::explain::texts {

const std::string_view bao = R"(# Aim
Each side sows on its own two rows and captures seeds from the opponent's front row, which it sows on its own rows.
A side wins when the opponent's front row is empty or the opponent cannot move.

# Board
!start
[setup=kiswahili] There are 64 seeds: 22 of each side are in its store and come to the board one by one.
[setup=kujifunza] There are 64 seeds, two in each pit. Nothing is in the stores, and neither side owns a house.
Each side owns a front row, A1 to A8, and a back row, B1 to B8. It numbers both from its own left to its own right,
and sows only in these sixteen pits. They form a ring: clockwise A1 to A8, then B8 to B1, then A1 again. Sowing goes
either way round. Your front pit An faces the opponent's front pit A(9-n): A1 faces A8, A5 faces A4. South moves first.

A1 and A8 are each called kichwa. A5 is the house while its side owns it: from the start, if the board above says
"owns the house", until its seeds are lifted or captured. Then it is a pit like others for the rest of the game.

A move is a pit and L or R, such as A5L. L (left) or R (right) is the direction of sowing, as the mover sees it. But if
a seed from your store captures, L or R is the end (kichwa) from which you sow the captured seeds: L from A1
to the right, R from A8 to the left. A namua move adds a seed from your store, a mtaji move does not, and a
takasa is a move that captures nothing. Add > to sow your house (A5) as well, as in A5L>, in a move that could
stop there.

# Laps
The seeds of a pit are lifted and dropped one at a time into the next pits of the ring in one direction. This is a
lap. A lap of sixteen seeds or more also drops one into the pit that it started from. If the last seed falls into a
pit that was empty before it, the turn ends. Otherwise the first of these rules that applies decides:
- In a capturing move, if the pit is a front pit and the front pit that it faces holds seeds: it captures (below).
- It is your owned house, and the rules of the house stop the lap there (below).
[takasia=true]
- In a takasa, if the pit is blocked (below): the turn ends.
[]
- Otherwise all seeds of the pit, the last one included, are lifted and sown as the next lap, in the same direction.

# Captures
A move either begins with a capture, and is a capturing move to its end, or it is a takasa and captures nothing at
all, even if a lap ends in a pit that faces seeds. Whether it begins with a capture is decided before anything is sown.

To capture, lift all seeds of the opponent's pit. Your own seeds in the capturing pit stay. The captured seeds are the
next lap: the first one falls into a kichwa, and the sowing continues from there along the front row: from A1 towards
A8, from A8 towards A1. This is the direction of all following laps until the next capture.
- If the capturing pit is A1 or A2, the kichwa is A1; if it is A7 or A8, it is A8.
- If it is A3 to A6, the kichwa is the one that keeps the direction of the sowing: A1 if the lap went clockwise (A1
  towards A8), A8 if it went counter-clockwise. For the capture that begins a namua move you choose the kichwa.

[immobile-loss=immediate] When captured seeds are sown to the last one, and the opponent's front row is then empty,
  or the opponent has an empty store and no pit with two seeds or more, the move ends there.
[immobile-loss=on-turn] When captured seeds are sown to the last one, and the opponent's front row is then empty, the
  move ends there.

# A move while your store holds seeds (namua)
If an occupied front pit of yours faces an occupied front pit, you must capture: take a seed from your store, add it
to such a pit, and capture what the pit faces. From A3 to A6 you choose the kichwa; A1 and A2 use A1, A7 and A8 use A8.
[setup=kiswahili] !picture namua: adds

Otherwise the move is a takasa: add a seed from your store to an occupied front pit, lift all its seeds and sow them
in either direction.
- If only one front pit of yours is occupied, it must be that pit. If this pit is a kichwa, it is not sown out of the
  front row: A1 only to the right, A8 only to the left.
[tax-threshold=before]
- If this only pit is your owned house with six seeds or more, before the seed is added, the house is taxed: add the
  seed, lift only two seeds and sow these two. You still own the house.
[tax-threshold=after]
- If this only pit is your owned house with six seeds or more, the added one included, the house is taxed: add the
  seed, lift only two seeds and sow these two. You still own the house.
[tax-threshold=before]
- If several are occupied, it may be any of them except your owned house with six seeds or more.
[tax-threshold=after]
- If several are occupied, it may be any of them except your owned house with six seeds or more, the added one included.
[singleton-house=owned]
- If several are occupied, a pit with a single seed, before the seed is added, is allowed only if you own your house,
  with any number of seeds, or if no front pit of yours has two seeds or more.
[singleton-house=functional]
- If several are occupied, a pit with a single seed, before the seed is added, is allowed only if you own your house
  and it holds six seeds or more, or if no front pit of yours has two seeds or more.
[]
!example namua takasa

# A move when your store is empty (mtaji)
If a pit of yours with two to fifteen seeds, in either row, captures with its first lap in either direction, you must
play such a move. It captures if its last seed falls into a front pit that holds seeds before the lap and that faces
a front pit with seeds.
!picture mtaji: sows
[house-lost-first-mtaji-capture=true] With the first capture of a mtaji move both sides lose their houses for good.
[takasia-forced-capture=true] If the position names a pit that you must capture, only moves whose first capture is
  that pit are legal.

Otherwise the move is a takasa from a front pit with two seeds or more, in either direction. If only one front pit is
occupied and it is a kichwa, it is not sown out of the front row. If no front pit has two seeds or more, the takasa
starts from a back pit with two or more, in either direction.

# The house
[stop-threshold=after] A lap of a namua move whose last seed falls into your owned house stops there if the house
  then holds six seeds or more, the last seed included, unless it captures there.
[stop-threshold=before] A lap of a namua move whose last seed falls into your owned house stops there if the house held
  six seeds or more before the last seed, unless it captures there.
In a capturing move you then choose: end the move, or play the house, that is lift all its seeds and sow them as
the next lap, in the same direction. The house is then lost.
[takasa-at-house=stop] A takasa ends there.
[takasa-at-house=choice] In a takasa you have the same choice.
[mtaji-house=plain] In a mtaji move an owned house is a pit like others: laps go on from it, and it is then lost.
[mtaji-house=stop] In a mtaji move an owned house stops laps in the same way.
A capture at the house is not optional; in namua the house then keeps its seeds and stays yours.
!picture plays the house

[takasia=true]
# Takasia: blocked pits
After a takasa, one front pit of the opponent may be blocked for the opponent's next move. This
needs three things: both stores are empty; no pit of the opponent with two to fifteen seeds can capture with its
first lap; and if the side that made the takasa moved again now, the first laps of its pits of two to fifteen seeds
could capture exactly one pit. That pit is blocked, unless it is
[takasia=true & takasia-house-exempt=owned]
- the house that the opponent owns,
[takasia=true & takasia-house-exempt=functional]
- the house that the opponent owns, with six seeds or more,
[takasia=true & takasia-singleton-exempt=true]
- a pit with a single seed,
[takasia=true]
- the only occupied front pit of the opponent, or
- the only front pit of the opponent with two seeds or more.
[takasia=true & takasia-after-namua=false]

A takasa with a seed from the store blocks nothing.
[takasia=true]

In its next move the opponent may not start from the blocked pit, and a lap that ends in it ends the turn.
[takasia-forced-capture=true] After that move, if a first lap of the blocking side can capture the
  pit that was blocked, that side must begin its next move by capturing that pit.
!example blocks
[]

# Endless moves
A move is illegal if it is endless: if, without a capture in between, the same board occurs again with the same pit to
be lifted. A move that needs more than {lap-limit} laps is illegal too.
[seed-limit!=0] So is a move that sows more than {seed-limit} seeds.

# End
After each move the first event that applies ends the game:
- front-row: the front row of the side to move is empty: it loses.
- immobile: the side to move has an empty store and no pit with two seeds or more: it loses.
[immobile-loss=immediate]
- immobile: the side that made the move has an empty store and no pit with two seeds or more: it loses.
[]
- no-moves: the side to move has no legal move for another reason: it loses.
[repetition=third]
- repetition: the whole position occurs for the third time: a draw.
[]
- max-plies: {max-plies} moves have been played: a draw.

# First advice
Only front pits can be captured. Seeds in your back row are safe, but a side whose front row is empty loses.
Before you move, look at what the opponent could capture next. Protect your largest front pits first.
[setup=kiswahili] The house often holds the most seeds. To play it gives up its right to stop a lap, so play it only
  for a clear gain.

In mtaji, prefer a move after which the opponent can capture little or nothing. Keep several front pits with two seeds
or more: most games are lost by a front row that has run out of seeds.

# Moves and positions in text
A move is a pit, L or R, and sometimes >, such as A5L, B2R or A3R>. Both sides use capitals and number their own pits.
- In a namua move that captures, L or R is the kichwa from which the captured seeds are sown: L from A1 to the right, R
from A8 to the left. For A1 and A2 only L is possible, for A7 and A8 only R.
- In every other move, mtaji captures included, L or R is the direction of the first lap, as the mover sees it. In the
front row R is clockwise, in the back row R is counter-clockwise. From A1, L leads to B1; from B8, R leads to A8.
- With > the mover plays the house. It is possible only if the sowing reaches the point where the mover may choose.
Without > the move ends there.

A position is one token. Its fields are separated by /:
- the seeds of south's pits, separated by commas, counter-clockwise: B1 to B8, then A8 to A1
- the same for north
- the seeds of south's store
- the seeds of north's store
- the owned houses: SN, S-, -N or --
- the side to move, S or N
- the blocked pit of the side to move, or -

[takasia-forced-capture=true] If a pit of the opponent must be captured, another field at the end names it.
)";

}  // namespace ebiri::explain::texts
