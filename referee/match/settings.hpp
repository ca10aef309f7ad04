// The settings of adjudication, which `config` reads from a YAML file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace ebiri::match {

/// Ends a game that one side considers lost and, with `two_sided`, the other considers won.
struct ResignRule {
  int score = 0;          ///< in seeds: the loser's scores are at most `-score`; 1..1000
  int moves = 0;          ///< consecutive moves of the loser with such scores; 1..1000
  bool two_sided = true;  ///< also requires the same number of winner's moves with scores >= `score`

  bool operator==(const ResignRule&) const = default;
};

/// Ends a game in which both sides report an even score.
struct DrawRule {
  int score = 0;     ///< in seeds: the largest absolute value of both sides' scores; 0..1000
  int moves = 0;     ///< consecutive moves of each side with such scores; 1..1000
  int from_ply = 0;  ///< not before this ply, the opening included; 0..100000

  bool operator==(const DrawRule&) const = default;
};

/// The result of a game that `cycle` or `max_plies` cuts off.
enum class CutOff : std::uint8_t {
  leader,  ///< the side with more seeds wins
  draw,
};

/// The criteria that end a game early. An unset criterion ends no game.
struct Adjudication {
  std::optional<ResignRule> resign;
  std::optional<DrawRule> draw;
  bool majority = false;  ///< a side with more than half of all seeds wins; see `majority_decides`
  std::optional<std::filesystem::path> tables;  ///< endgame tables that decide games; Oware only
  std::optional<int> cycle;                     ///< occurrences of a position after the opening; 2..100
  std::optional<int> max_plies;                 ///< plies of a game, the opening included; 1..100000
  std::optional<CutOff> cut_off;                ///< for `cycle` and `max_plies`; not set: `leader`

  bool operator==(const Adjudication&) const = default;
};

/// Whether a side that has captured more than half of all seeds cannot lose, because captured seeds stay
/// captured and alone decide the game. In Nam-Nam a match continues with the next round; in Bao, Hus and
/// Omweso captured seeds are sown.
constexpr bool majority_decides(std::string_view variant) { return variant == "kalah" || variant == "oware"; }

}  // namespace ebiri::match
