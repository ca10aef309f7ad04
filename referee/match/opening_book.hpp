// The openings of a run, packed: there may be as many as games.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/support/index_iterator.hpp"

namespace ebiri::match {

/// A list of openings that takes as much memory as their moves. No move, name or base has a space, and
/// every opening has a name.
class OpeningBook {
 public:
  OpeningBook() = default;

  /// `count` times the same one.
  OpeningBook(std::size_t count, const Opening& opening);

  void add(const Opening& opening);

  /// Lets go of all but the first ones. Precondition: there are as many.
  void keep_first(std::size_t count);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool operator==(const OpeningBook& other) const = default;

  /// Precondition: `index` < size().
  Opening operator[](std::size_t index) const;

  using Iterator = IndexIterator<OpeningBook, Opening>;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  static constexpr std::size_t step = 32;

  std::size_t line_begin(std::size_t index) const;

  // `NAME BASE MOVE…`, each ended by a newline. Without a base, it is empty, and so is a name that is the
  // opening's number, from 1.
  std::string lines_;
  std::vector<std::size_t> begins_;  // of every so many lines, from the first
  std::size_t size_ = 0;
};

}  // namespace ebiri::match
