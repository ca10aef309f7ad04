// Evaluations of each variant for the bots that search. They are in the variants' namespaces, where the
// searches find them:
//   evaluate   the value of a position in hundredths of seeds, from the mover's view
//   tuning     the settings of the searches
//   ordinal    if moves are not numbers: a small number, different for most moves
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "referee/described/described.hpp"
#include "referee/rules/bao/bao.hpp"
#include "referee/rules/kalah/kalah.hpp"
#include "referee/rules/namnam/namnam.hpp"
#include "referee/rules/omweso/omweso.hpp"
#include "referee/rules/oware/oware.hpp"

namespace ebiri::bots {

/// How mcts judges a position outside the tree: it plays some random plies, and takes the static value then.
/// With two random plies, mcts scored 75 % in Bao, 55 % in Kalah and 47 % in Oware against mcts without any
/// (1,500 playouts a move, 20 pairs each, openings of 4 random plies).
struct Playout {
  int plies;          ///< random plies before the position is judged
  int captures;       ///< the percentage of these plies that choose only among the largest captures
  double lead_scale;  ///< the lead in seeds that has the static value 0.73, which is 1 / (1 + exp(-1))
};

/// The settings of the searches for one variant. `reduces_late_moves` and `uses_whole_move_time` make
/// alphabeta stronger, but the levels of native variants are rated without them (configs/ladder).
struct Tuning {
  int capture_plies;  ///< plies by which alphabeta follows captures beyond its depth
  Playout playout;
  std::uint64_t moves_per_clock_check = 256;  ///< moves that alphabeta plays between two checks of the clock
  bool reduces_late_moves = false;    ///< late moves in the order of search are first searched less deep
  bool uses_whole_move_time = false;  ///< with a time per move and no clock: iterations may begin until that
                                      ///< time is used up; otherwise none begins in its second half
};

}  // namespace ebiri::bots

namespace ebiri::rules {

namespace bao {

/// The pit, the direction and whether the house is played.
inline std::size_t ordinal(const Move& move) {
  return move.pit + ring_pits * (static_cast<std::size_t>(move.direction) + (move.plays_house ? 2U : 0U));
}

/// The lead in seeds on the board and in store; a seed in the back row, where nothing is captured, is worth
/// 0.8 more, and a pit that can be sown 1 more. Against the lead alone, 320 games each: 222 won, 98 lost at
/// 1,000 nodes a move after 4 random plies; 214 won, 106 lost at 2,000 after 6. Extra weights for seeds in
/// the front row and for an owned house lost two games of three.
inline int evaluate(const Bao& variant, const Position& position) {
  const auto worth = [&](Side side) {
    const Ring& ring = position.ring(side);
    int safe = 0, sowable = 0;
    for (int pit = 0; pit < ring_pits; ++pit) {
      if (!is_inner(pit)) safe += ring.seeds(pit);
      sowable += ring.seeds(pit) > 1 ? 1 : 0;
    }
    return 100 * variant.score(position, side) + 80 * safe + 100 * sowable;
  };
  return worth(position.mover) - worth(opponent(position.mover));
}

constexpr bots::Tuning tuning(const Bao&) { return {.capture_plies = 0, .playout = {2, 90, 4}}; }

}  // namespace bao

namespace kalah {

/// The lead in the stores, and a tenth of the lead in seeds on the own side (they are kept at the end).
/// Against the stores alone, at 20,000 nodes a move after 4 random plies (a config like configs/kalah.yaml
/// with 150 pairs): 170 won, 11 drawn, 119 lost of 300 games, when moves that keep the turn cost
/// depth. A weight of a fifth did not help, nor did terms for filled pits or for moves into the store.
inline int evaluate(const Kalah&, const Position& position) {
  const Side own = position.mover;
  const Side other = opponent(own);
  const auto row = [&](Side side) { return static_cast<int>(position.row(side).total()); };
  return 100 * (position.store(own) - position.store(other)) + 10 * (row(own) - row(other));
}

constexpr bots::Tuning tuning(const Kalah&) { return {.capture_plies = 2, .playout = {2, 90, 2}}; }

}  // namespace kalah

namespace namnam {

/// The lead in the seeds that the sides expect at the end of the round. A side expects its store, two fifths
/// of the seeds in its houses, and its share of the houses times three fifths of all seeds in play. A house
/// with three seeds is worth 0.2 more, since the next drop harvests it. Against store and houses alone, at
/// 5,000 nodes a move after 4 random plies (a config like configs/namnam.yaml with 50 pairs): 74 won, 4
/// drawn, 22 lost of 100 games.
inline int evaluate(const NamNam&, const Position& position) {
  const Side own = position.mover;
  int houses = 0, seeds = 0, threes = 0;  // own ones minus the opponent's
  for (int house = 0; house < house_count; ++house) {
    const int sign = position.owner(house) == own ? 1 : -1;
    const int here = position.seeds(house);
    houses += sign;
    seeds += sign * here;
    threes += here == harvest_size - 1 ? sign : 0;
  }
  const int stores = position.store(own) - position.store(opponent(own));
  return 100 * stores + 40 * seeds + 60 * position.in_play() * houses / house_count + 20 * threes;
}

constexpr bots::Tuning tuning(const NamNam&) { return {.capture_plies = 2, .playout = {2, 90, 2}}; }

}  // namespace namnam

namespace omweso {

/// The pit and the first choices of direction.
inline std::size_t ordinal(const Move& move) {
  return move.pit + ring_pits * static_cast<std::size_t>(move.clockwise % 16);
}

/// The lead in seeds. No additional term was reliably better, at 1,000 and 2,000 nodes a move after 2 random
/// plies from `setup=fixed-outer4` and under `omweso-mcgill`, 320 games each: pits that can be sown, columns
/// in which the opponent can capture, seeds in the inner row, single seeds, turns that captured (akakyala),
/// having the move. They scored 44 to 58 %, and the best one at 1,000 nodes was not the best at 2,000.
inline int evaluate(const Omweso&, const Position& position) {
  const Side own = position.mover;
  return 100 * (position.ring(own).total() - position.ring(opponent(own)).total());
}

constexpr bots::Tuning tuning(const Omweso&) { return {.capture_plies = 0, .playout = {2, 90, 4}}; }

}  // namespace omweso

namespace oware {

/// The number of pits of `pits` that hold more than `seeds` (0 … 127) seeds.
constexpr int pits_above(unsigned seeds, Row pits) {
  return std::popcount(((pits + every_pit * (0x7F - seeds)) >> 7) & every_pit);
}

/// The value of the mover's side minus the opponent's. Besides the store, a pit that can be sown is worth 1.1
/// (a side with few moves soon has to sow seeds to the opponent), 0.4 less if it holds a single seed, 2 more
/// if it reaches round the board, and a seed is worth 0.16 in the first pit and 0.06 in the last. The weights
/// are those that `fit_weights.py` finds in the games of levels 8 to 10 of configs/ladder/oware.yaml. Against
/// an evaluation by stores, a fifth of the rows and 0.4 for each filled pit, at 5,000 nodes a move after 4
/// random plies (a config like configs/match.yaml with 60 pairs): 74 won, 5 drawn, 41 lost of 120 games. The
/// opponent itself against the stores alone, at 20,000 nodes a move: 232 won, 12 drawn, 56 lost of 300.
inline int evaluate(const Oware&, const Position& position) {
  constexpr Row one_pit = 0xFF;
  constexpr int last = 8 * (pits_per_side - 1);
  const auto worth = [](Row pits, int store) {
    const int filled = pits_above(0, pits);
    const int singles = filled - pits_above(1, pits);
    const int first_seeds = static_cast<int>(pits & one_pit);
    const int last_seeds = static_cast<int>(pits >> last);
    return 100 * store + 110 * filled - 40 * singles + 200 * pits_above(pit_count - 1, pits) +
           16 * first_seeds + 6 * last_seeds;
  };
  return worth(position.own_pits(), position.own_store()) -
         worth(position.other_pits(), position.other_store());
}

constexpr bots::Tuning tuning(const Oware&) { return {.capture_plies = 4, .playout = {0, 0, 2}}; }

}  // namespace oware

}  // namespace ebiri::rules

namespace ebiri::described {

/// The pit, the direction and the last decision.
inline std::size_t ordinal(const Move& move) {
  const std::size_t last = move.count == 0 ? 0 : move.decisions[move.count - 1] + 1U;
  return move.pit + max_pits * (move.direction + 2U * last);
}

inline int evaluate(const DescribedGame& game, const Position& position) { return game.evaluation(position); }

inline bots::Tuning tuning(const DescribedGame& game) {
  const bool counts_pits = game.program().counts_pits;
  return {.capture_plies = counts_pits ? 0 : 2,
          .playout = {2, 90, counts_pits ? 4.0 : 2.0},
          .moves_per_clock_check = 16,  // fewer than usual, because a turn may have 10,000 laps
          .reduces_late_moves = true,
          .uses_whole_move_time = true};
}

}  // namespace ebiri::described
