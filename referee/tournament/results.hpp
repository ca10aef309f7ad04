// How games ended, by their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "referee/match/game_record.hpp"
#include "referee/support/sparse_array.hpp"

namespace ebiri::tournament {

/// How games ended that need no further attempt. A game that stays void gives no points to anybody. Takes a
/// byte or two for each.
class Results {
 public:
  using Result = match::Verdict::Result;

  /// Enters a game, or another result of it.
  void enter(int game, Result result) {
    std::uint8_t& code = codes_[static_cast<std::uint32_t>(game)];
    if (code == 0) ++size_;
    code = static_cast<std::uint8_t>(static_cast<int>(result) + 1);
  }

  /// Nothing if the game is not over.
  std::optional<Result> of(int game) const {
    const std::uint8_t code = codes_.at(static_cast<std::uint32_t>(game));
    return code == 0 ? std::nullopt : std::optional{static_cast<Result>(code - 1)};
  }

  bool contains(int game) const { return of(game).has_value(); }

  /// How many games are over.
  std::size_t size() const { return size_; }

  bool operator==(const Results&) const = default;

 private:
  SparseArray<std::uint8_t> codes_;  // 0: not over; else the result, from 1
  std::size_t size_ = 0;
};

}  // namespace ebiri::tournament
