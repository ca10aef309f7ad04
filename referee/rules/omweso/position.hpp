// An Omweso position and its moves as plain values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/rules/four_row.hpp"

namespace ebiri::rules::omweso {

inline constexpr int max_seeds = 64;         ///< of both players together
inline constexpr int seeds_to_lay_out = 32;  ///< of each player under `setup` = `free`
inline constexpr int max_turns = 10'000;     ///< the largest number of completed turns in a position text

/// The largest number of signs, `+` or `-`, in a move text. A thousand turns of this length, with three
/// stolen turns between any two, fit into a line of 64 KiB.
inline constexpr std::size_t max_signs = 48;

/// The way in which the last turn ended the game. It is not part of the position's text.
enum class Ending : std::uint8_t {
  none,
  // Wins of the side that played the turn.
  akawumbi,
  emitwe,
  akakyala,
  no_moves,
  max_plies,  ///< a draw: that number of turns is completed
  // The sowing was endless.
  endless_annulled,
  endless_draw,
  endless_loss,
};

/// The reason of an ending in outcomes, and its words in the effect of the last turn.
struct EndingWords {
  std::string_view reason, effect;
};

constexpr EndingWords words_of(Ending ending) {
  constexpr std::array<EndingWords, 9> words{{{"", ""},
                                              {"akawumbi", "wins by akawumbi"},
                                              {"emitwe", "wins by emitwe"},
                                              {"akakyala", "wins by akakyala"},
                                              {"no-moves", "wins, no move is left"},
                                              {"max-plies", "a draw, it was the last turn"},
                                              {"endless", "the game is annulled"},
                                              {"endless", "the game is a draw"},
                                              {"endless", "loses"}}};
  return words[static_cast<std::size_t>(ending)];
}

/// A position: the pits of both sides, the side to move, and the counts that rules need. It may have any
/// number of seeds up to 64.
struct Position {
  std::array<Ring, 2> rings{};                 ///< south's, north's; empty while it is not laid out
  std::array<std::uint16_t, 2> captured_in{};  ///< turns in which south, north have captured
  std::uint16_t turns = 0;                     ///< completed turns of sowing
  std::array<bool, 2> laid_out{true, true};
  Side mover = Side::south;
  Ending ending = Ending::none;

  const Ring& ring(Side side) const { return rings[static_cast<std::size_t>(side)]; }
  Ring& ring(Side side) { return rings[static_cast<std::size_t>(side)]; }
  bool is_laid_out(Side side) const { return laid_out[static_cast<std::size_t>(side)]; }
  bool all_laid_out() const { return laid_out[0] && laid_out[1]; }

  bool operator==(const Position&) const = default;
};

/// A sowing or an arrangement. A sowing has its first pit, and in bit i of `clockwise` its i-th choice of
/// direction: the first lap, and then each later lap that may go both ways.
struct Move {
  std::uint8_t pit = 0;
  std::uint64_t clockwise = 0;
  std::optional<Ring> arrangement;

  bool operator==(const Move&) const = default;
};

/// A hash of everything in a position's text; every bit depends on all of it.
constexpr std::uint64_t key(const Position& position) {
  const auto widened = [](auto value) { return static_cast<std::uint64_t>(value); };
  const std::uint64_t rest = widened(position.captured_in[0]) | widened(position.captured_in[1]) << 16U |
                             widened(position.turns) << 32U | widened(position.laid_out[0]) << 48U |
                             widened(position.laid_out[1]) << 49U | widened(position.mover) << 50U;
  return mixed_with(rest, position.rings);
}

}  // namespace ebiri::rules::omweso
