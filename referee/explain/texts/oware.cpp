#include "referee/explain/texts/texts.hpp"

namespace ebiri::explain::texts {

const std::string_view oware = R"(# Aim
Two sides sow seeds around the board and capture them. The side with more seeds at the end wins; equal
numbers are a draw.

# Board
!start
The board has two rows of six pits with four seeds each, and a store on each side: always 48 seeds. South owns
A to F, north owns a to f. Sowing goes counter-clockwise: A to F, then a to f, then A again. Stores hold
captured seeds and are never sown. South moves first.

# A turn
Choose one of your pits that holds seeds. Lift all its seeds and drop them one at a time into the following
pits. The pit that you lifted from is skipped each time the sowing passes it: it is empty after the sowing.

# Captures
If the last seed falls into a pit of the opponent that then holds two or three seeds, you capture them. Then
you capture the previous pit if it is also the opponent's and holds two or three, and so on backwards. The
first pit that does not qualify ends the chain. Captured seeds go to your store. Captures are not optional.
!picture captures
[grand-slam-trigger=all-seeds] A grand slam is a move whose capture would take all seeds that the opponent has
  after the sowing, from one pit or more.
[grand-slam-trigger=six-houses] A grand slam is a move whose capture would take all seeds of all six pits of
  the opponent. A capture of fewer pits is ordinary, even if it takes all seeds.
[grand-slam=no-capture] A grand slam is legal, but it captures nothing: all seeds stay where they were sown.
[grand-slam=illegal] A grand slam is not a legal move.
[grand-slam=illegal-unless-only] A grand slam is not a legal move while there is a move that is not one,
  whether or not that move feeds. If every move is a grand slam, each is legal and captures everything.
[grand-slam=illegal-unless-only & feed=must & cannot-feed=play-on] This does not hold if you must feed and no move
  feeds (below).
[grand-slam=capture-all] A grand slam is legal and captures everything.
[grand-slam=leave-last] A grand slam is legal, but the last pit of the chain is not captured: the one that is
  farthest back from the last seed. A chain of one pit therefore captures nothing.
[grand-slam=leave-first] A grand slam is legal, but the pit of the last seed is not captured. A chain of one
  pit therefore captures nothing.
[grand-slam=opponent-gets-rest] A grand slam is legal: you capture everything, the opponent gets all other
  seeds, and the game ends.
!picture grand slam

# Feeding
[feed=must] A move feeds if the opponent has seeds on the board after sowing and capturing. If the opponent has
  no seeds before your move, only moves that feed are legal.
[feed=must & cannot-feed=end] If no move feeds, you have no legal move, and the game ends.
[feed=must & cannot-feed=play-on & grand-slam!=illegal] If no move feeds, every move is legal.
[feed=must & cannot-feed=play-on & grand-slam=illegal] If no move feeds, every move except a grand slam is
  legal.
[feed=none] You need not give seeds to an opponent that has none.
There is no pass.

# End
After each move the first event of this list that applies ends the game:
[grand-slam=opponent-gets-rest]
- grand-slam: a grand slam has emptied the board. The stores are the score.
[majority-ends=true]
- majority: a store holds 25 seeds or more. The stores are the score; seeds on the board count for neither side.
[]
- empty-board: no seeds are left on the board.
- no-seeds: the row of the side to move is empty. The opponent gets the seeds on the board.
[feed=must & cannot-feed=end]
- cannot-feed: the row of the other side is empty, and no move of the side to move feeds it. The side to move
  gets the seeds on the board.
[grand-slam=illegal & no-legal-move=own-side]
- only-slams: every move of the side to move is a grand slam. Each side gets the seeds in its row.
[grand-slam=illegal & no-legal-move=mover-takes-all]
- only-slams: every move of the side to move is a grand slam. The side to move gets all seeds on the board.
[repetition!=off & on-repetition=own-side]
- repetition: the same board with the same side to move occurs for the {repetition} time since the last capture.
  Each side gets the seeds in its row.
[repetition!=off & on-repetition=split-evenly]
- repetition: the same board with the same side to move occurs for the {repetition} time since the last capture.
  Each side gets half of the seeds on the board; an odd seed counts for neither side.
[on-max-plies=own-side]
- max-plies: {max-plies} moves have been played. Each side gets the seeds in its row.
[on-max-plies=captured-only]
- max-plies: {max-plies} moves have been played. Only the stores count.
[agreed-end=true]
- agreed: both players agree to end the game. Each side gets the seeds in its row.

# Moves and positions in text
A move is the letter of the pit to sow, such as C or f.

A position is one token. Its fields are separated by -:
- the seeds of the twelve pits, from A to F and from a to f
- the seeds of south's store, then those of north's store
- the side to move, S or N
)";

}  // namespace ebiri::explain::texts
