// Levels of play: from a beginner to all that the bot can.
#pragma once

#include <array>
#include <cstdint>

namespace ebiri::bots {

inline constexpr int lowest_level = 1;
inline constexpr int highest_level = 10;

/// How a level is weaker than the highest: it sees less, and now and then plays any legal move.
struct Level {
  std::uint64_t nodes = UINT64_MAX;  ///< a move's search ends here if nothing else ends it before
  std::uint64_t slips = 0;           ///< in a hundred moves, by the seed

  bool operator==(const Level&) const = default;
};

/// `number` is lowest_level … highest_level.
constexpr Level level(std::int64_t number) {
  constexpr std::array<Level, highest_level> levels{{{10, 65},
                                                     {15, 50},
                                                     {25, 37},
                                                     {50, 26},
                                                     {100, 17},
                                                     {200, 11},
                                                     {500, 7},
                                                     {1300, 3},
                                                     {6000, 0},
                                                     {UINT64_MAX, 0}}};
  return levels[static_cast<std::size_t>(number - lowest_level)];
}

}  // namespace ebiri::bots
