#include "referee/explain/texts/texts.hpp"

namespace ebiri::explain::texts {

const std::string_view namnam = R"(# Aim
A game is a match of rounds. In a round two sides sow seeds in laps and harvest houses that reach four seeds.
After each round, houses change owners. The side with more seeds after the last round wins; equal numbers are a
draw.

# Board
!start
The board has two rows of six houses with four seeds each, and a store on each side: always 48 seeds. Sowing goes
counter-clockwise: A to F, then a to f, then A again. Stores are never sown. In the first round south owns A to F,
north owns a to f, and south begins.

# A turn
Choose a house that you own in this round, on either side of the board, and that holds seeds. Lift all its seeds
and drop them one at a time into the following houses. This is a lap.
[skip-origin=true] Each lap, later ones too, passes over the house that it was lifted from.
[skip-origin=false] A lap of twelve seeds or more also drops one into the house that it was lifted from.
If the last seed falls into an empty house, the turn ends. If it is the fourth seed in its house, it makes a
harvest, and the turn ends. Otherwise all seeds of that house, whichever side owns it, are lifted and sown as
another lap.
!picture laps

# Harvests
Each time a dropped seed is the fourth seed in a house, the four are harvested at once and leave the house:
- During a lap they go to the store of the owner of the house, and the sowing continues.
- After the last seed of a lap they go to the store of the mover, and the turn ends.

A house that holds four seeds already is not harvested: only a drop that makes the fourth seed counts.
!picture harvests
[last8=capturer] The last eight: if a harvest leaves four seeds in play, in houses and in the hand, the side
  that gets the harvest takes these four too. The round ends at once, within the lap.
[last8=mover] The last seeds: if a turn ends with four seeds or fewer in play, the side that made the turn takes
  them, and the round ends.
[last8=starter] The last eight: as soon as a harvest leaves eight seeds in play, in houses and in the hand, the side
  that began the round takes all eight. The round ends at once, within the lap.
[last8=none] The last seeds go to neither side: play continues.

# Feeding
[feed=must & round-end-feeds=true] If the opponent has no seeds in its houses before your turn, a move is legal only
  if the opponent has seeds in its houses at the end of the turn, or if the round ends within the turn.
[feed=must & round-end-feeds=false] If the opponent has no seeds in its houses before your turn, a move is legal
  only if the opponent has seeds in its houses at the end of the turn.
[feed=none] You need not give seeds to an opponent that has none.

# Endless turns
A turn is endless if a lap ends with the same board in the same house as an earlier lap of the turn, and it would go
on. A turn that needs more than {lap-limit} laps is endless too.
[endless=stop] The turn ends there: with the lap that repeats, or with lap {lap-limit}. The seeds stay where they are.
[endless=end-round] The round ends, and each side takes the seeds in its houses.
[endless=illegal] The move is illegal.

# End of a round
[last8!=none] A round ends with the last seeds (above). It also ends, and each side takes the seeds in its own houses,
  if after a turn
[last8=none] A round ends, and each side takes the seeds in its own houses, if after a turn
[no-seeds=end]
- the side to move has no seeds in its houses;
[no-seeds=pass]
- neither side has a legal move; a side without seeds passes while the opponent can move;
[feed=must]
- the side to move must feed and no move does;
[endless=illegal]
- the side to move has only endless turns;
[]
- the same board with the same side to move occurs for the third time in the round;
- {max-turns} turns of the round have been taken.

# The next round
All 48 seeds are in the stores. Each side fills as many houses as it can with four seeds each. If four seeds are
left over, the twelfth house goes to the side with three of them, or, if each side has two, to the side that fills
fewer houses.
[poorer-keeps=left] The side with fewer houses keeps the leftmost houses of its own row as it sees them (south from A
  on, north from a on). The other side owns all others.
[poorer-keeps=right] The side with fewer houses keeps the rightmost houses of its own row as it sees them (south back
  from F, north back from f). The other side owns all others.
Every house is filled with four seeds, and the stores are empty.
[round-starter=alternate] The side that did not begin the last round begins.
[round-starter=winner] The side that won the last round begins; after an equal round, the one that did not begin it.
[round-starter=loser] The side that lost the last round begins; after an equal round, the one that did not begin it.
[round-starter=same] The side that began the last round begins again.

# End of the match
- territory: after a round a side gets {goal-houses} houses or more, counted as for the next round.
- max-rounds: round {max-rounds} is over.

The seeds in the stores after the last round are the score.

# Moves and positions in text
A move is the letter of the house to sow. A side may sow any house that it owns: south plays e if it owns e.

A position is one token. Its first fields are separated by -:
- the seeds of the twelve houses, from A to F and from a to f
- the seeds of south's store, then those of north's store
- the side to move, S or N

Each of the other fields follows a /:
- the owners of the houses, S or N for each, from A to F and from a to f
- the number of the round
- the side that began the round, S or N
- the number of turns played in the round

After a move that ends a round, the position is the start of the next round. After a move that ends the match, all
seeds are in the stores.
)";

}  // namespace ebiri::explain::texts
