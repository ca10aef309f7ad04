// How a tournament ends games that their rules would let go on; `config` fills it from a YAML file.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace ebiri::match {

/// One side is lost in the eyes of both.
struct ResignRule {
  int score = 0;          ///< seeds: the loser's own score is at most minus that; 1..1000
  int moves = 0;          ///< for so many own moves in a row; 1..1000
  bool two_sided = true;  ///< and the winner's own score at least `score`, in as many moves of its own

  bool operator==(const ResignRule&) const = default;
};

/// Neither side sees a lead.
struct DrawRule {
  int score = 0;     ///< seeds: both sides' own scores are at most so far from 0; 0..1000
  int moves = 0;     ///< for so many own moves in a row of each side; 1..1000
  int from_ply = 0;  ///< not before so many plies, the opening's among them; 0..100000

  bool operator==(const DrawRule&) const = default;
};

/// What becomes of a game that is cut off with nothing said about its end.
enum class CutOff : std::uint8_t {
  leader,  ///< whoever has more seeds wins
  draw,
};

struct Adjudication {
  std::optional<ResignRule> resign;
  std::optional<DrawRule> draw;
  bool majority = false;  ///< more than half of all seeds captured wins; see `majority_decides`
  std::optional<std::filesystem::path> tables;  ///< endgame tables whose word counts; Oware only
  std::optional<int> cycle;                     ///< the same position, mover included, so often; 2..100
  std::optional<int> max_plies;                 ///< plies of a game, the opening's among them; 1..100000
  std::optional<CutOff> cut_off;                ///< for `cycle` and `max_plies`; not set: `leader`

  bool operator==(const Adjudication&) const = default;
};

/// Whether captured seeds never come back and alone decide who wins, so that nobody can lose who has captured
/// more than half. In Nam-Nam a match goes on with the next round, in Bao, Hus and Omweso captures are sown.
constexpr bool majority_decides(std::string_view variant) {
  constexpr std::array<std::string_view, 2> variants{"kalah", "oware"};
  return std::ranges::find(variants, variant) != variants.end();
}

}  // namespace ebiri::match
