// The openings of a run: read from a file, drawn at random, or all openings of a given length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::match {

/// A list of openings in a compact form, because a run may need one for every two games. No move, name or
/// base may contain a space.
class OpeningBook {
 public:
  OpeningBook() = default;

  /// `count` copies of one opening.
  OpeningBook(std::size_t count, const Opening& opening) : lines_(count, packed(opening)) {}

  void add(const Opening& opening) { lines_.push_back(packed(opening)); }

  /// Removes all but the first `count` openings. Precondition: `count` <= size().
  void keep_first(std::size_t count) { lines_.resize(count); }

  std::size_t size() const { return lines_.size(); }
  bool empty() const { return lines_.empty(); }
  bool operator==(const OpeningBook& other) const = default;

  /// Precondition: `index` < size().
  Opening operator[](std::size_t index) const;

 private:
  static std::string packed(const Opening& opening);

  std::vector<std::string> lines_;  // `NAME BASE MOVE…`; BASE may be empty
};

/// South's lead in seeds after `plies` plies of best play by both sides: the difference of `Game::score`, or
/// of the outcome of a finished game. It is a plain alpha-beta search without quiescence, so a capture in the
/// last ply counts in full. The search stops where an arrangement is due.
int lead(const rules::Game& game, int plies);

/// The content of an opening file.
struct OpeningList {
  std::vector<Opening> openings;      ///< the valid ones
  std::vector<std::string> problems;  ///< `FILE:LINE: error: …`, in the order of the lines
  int duplicates = 0;                 ///< lines that reach the position of an earlier line
  int unplayable = 0;                 ///< invalid lines, and lines that end the game
};

/// Reads an opening file: one opening a line, either moves from the start position (`F f E`), or
/// `position TOKEN` and optionally `moves M…` after it. `#` begins a comment; empty lines are skipped.
/// Openings are named by their order, from `1`. Every opening must be playable and must not end the
/// game. An opening that reaches the position of an earlier one is a problem.
OpeningList list_openings(std::string_view text, std::string_view file, const rules::Rules& rules);

/// Like `list_openings`, but problems and an empty file are errors. The message has all problems, one per
/// line.
Result<OpeningBook> read_openings(std::string_view text, std::string_view file, const rules::Rules& rules);

/// The conditions for generated openings.
struct OpeningConditions {
  int plies = 0;
  std::optional<int> imbalance = {};  ///< the largest lead of either side in the final position, in seeds
  int search = 0;                     ///< plies of the search for this lead, see `lead`
  bool fewer = false;                 ///< for random openings: accept fewer if there are not enough
};

/// Returns `count` openings of uniformly random moves with different final positions, none of which ends the
/// game. An arrangement of one side's seeds is a ply, and all arrangements are equally likely. With the same
/// seed, a larger `count` extends the list of a smaller one. Fails if it finds fewer, with `fewer` only if it
/// finds none.
Result<OpeningBook> random_openings(const rules::Rules& rules, int count, const OpeningConditions& conditions,
                                    std::uint64_t seed);

/// Returns one opening for every balanced position that is reachable in `conditions.plies` plies and does not
/// end the game, in random order. Fails if an arrangement is due within these plies, or if there are more
/// than a million positions, or none.
Result<OpeningBook> all_openings(const rules::Rules& rules, const OpeningConditions& conditions,
                                 std::uint64_t seed);

}  // namespace ebiri::match
