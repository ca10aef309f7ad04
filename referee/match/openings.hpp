// Where games begin: openings from a file, distinct random ones, or all there are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/index_iterator.hpp"

namespace ebiri::match {

/// The openings of a run, packed, as there may be half as many as games: each takes as much memory as its
/// moves. No move, name or base has a space, and every opening has a name.
class OpeningBook {
 public:
  OpeningBook() = default;

  /// `count` times the same one.
  OpeningBook(std::size_t count, const Opening& opening) : lines_(count, packed(opening)) {}

  void add(const Opening& opening) { lines_.push_back(packed(opening)); }

  /// Lets go of all but the first ones. Precondition: there are as many.
  void keep_first(std::size_t count) { lines_.resize(count); }

  std::size_t size() const { return lines_.size(); }
  bool empty() const { return lines_.empty(); }
  bool operator==(const OpeningBook& other) const = default;

  /// Precondition: `index` < size().
  Opening operator[](std::size_t index) const;

  using Iterator = IndexIterator<OpeningBook, Opening>;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  static std::string packed(const Opening& opening);

  std::vector<std::string> lines_;  // `NAME BASE MOVE…`; without a base, that is empty
};

/// How far an opening may favour a side.
struct Balance {
  int seeds = 0;  ///< the largest lead of either side
  int plies = 0;  ///< how far ahead it is looked, see `lead`

  bool operator==(const Balance&) const = default;
};

/// South's lead in seeds (`Game::score`; at an end, as the outcome has them) after `plies` more plies, when
/// south makes the most of it and north the least: plain alpha-beta, with neither move ordering nor a look
/// beyond the last ply, so a capture that can be answered one ply later counts in full. An arrangement that
/// is due ends the search.
int lead(const rules::Game& game, int plies);

inline bool is_level(const rules::Game& game, const Balance& balance) {
  const int south = lead(game, balance.plies);
  return -balance.seeds <= south && south <= balance.seeds;
}

/// What an opening file holds.
struct OpeningList {
  std::vector<Opening> openings;      ///< those that can be used
  std::vector<std::string> problems;  ///< `FILE:LINE: error: …`, in the order of the lines
  int duplicates = 0;                 ///< lines that reach a position that an earlier one reaches
  int unplayable = 0;                 ///< lines that cannot be read or played, or that end the game
};

/// Reads an opening file: one opening a line, either moves from the start position (`F f E`), or
/// `position TOKEN` and optionally `moves M…` after it. `#` begins a comment; empty lines are skipped.
/// Openings are named by their order, from `1`. Every opening must be playable and must not end the
/// game; openings that reach the same position twice are a problem.
OpeningList list_openings(std::string_view text, std::string_view file, const rules::Rules& rules);

/// The same, where every problem and an empty file is an error: all of them, one a line.
Result<OpeningBook> read_openings(std::string_view text, std::string_view file, const rules::Rules& rules);

/// What openings are wanted.
struct OpeningWish {
  int plies = 0;
  std::optional<Balance> balance = {};  ///< of the position that is reached; nothing: any
  bool fewer = false;                   ///< of random ones: whether fewer will do, if so many cannot be found
};

/// `count` openings of uniformly random moves, all with different final positions, none over. Laying out one
/// side's seeds is a ply, and all arrangements are equally likely. Asking for more keeps those that fewer
/// gives. Fails when so many cannot be found.
Result<OpeningBook> random_openings(const rules::Rules& rules, int count, const OpeningWish& wish,
                                    std::uint64_t seed);

/// Every position that can be reached and leaves the game open, by one line of moves each, in a random order.
/// Fails where arrangements must be laid out, when there are more than a million, and when there is none.
Result<OpeningBook> all_openings(const rules::Rules& rules, const OpeningWish& wish, std::uint64_t seed);

}  // namespace ebiri::match
