// The names of Bao's pits and moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "referee/rules/bao/position.hpp"

namespace ebiri::rules::bao {

/// `A1` … `A8` for the front row, `B1` … `B8` for the back row, both from their owner's left.
std::string pit_name(int pit);

/// The pit of a name.
std::optional<int> named_pit(std::string_view name);

enum class Hand : std::uint8_t { left, right };

/// What a move says: a pit, a side, and whether the house is played.
struct Typed {
  int pit = 0;
  Hand hand = Hand::left;
  bool plays_house = false;

  bool operator==(const Typed&) const = default;
};

/// `A5L`, `B2R`, `A3R>`.
std::optional<Typed> typed_move(std::string_view text);
std::string text_of(const Typed& typed);

/// What is typed for `move`: the side of the kichwa from which a namua capture is sown, or the side to which
/// the hand goes when another move sows its first lap.
Typed typed(const Move& move);

}  // namespace ebiri::rules::bao
