#include "referee/rules/kalah/kalah.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "referee/rules/two_row.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::kalah {

namespace {

constexpr std::string_view swap_text = "swap";

/// The last field of a position in which a side may still swap. North's is in lower case, like its pits.
constexpr std::string_view north_may_swap = "swap";
constexpr std::string_view south_may_swap = "SWAP";

/// Each side keeps its store and its row.
Outcome ended_with_rows(std::string_view reason, const Position& position) {
  const auto owned = [&](Side side) {
    return position.store(side) + static_cast<int>(position.row(side).total());
  };
  return outcome_by_seeds(reason, owned(Side::south), owned(Side::north));
}

}  // namespace

Sowings::Sowings(unsigned pits) {
  const unsigned lap = 2 * pits + 1;
  for (unsigned pit = 0; pit < pits; ++pit) {
    Sowing sowing;
    for (unsigned seeds = 1; seeds <= lap; ++seeds) {
      const unsigned at = (pit + seeds) % lap;
      if (at < pits)
        sowing.own.add(at, 1);
      else if (at == pits)
        ++sowing.store;
      else
        sowing.other.add(at - pits - 1, 1);
      Sowing& entry = table_[pit * stride + seeds];
      entry = sowing;
      entry.own.remove(pit, seeds);
    }
  }
}

const Sowings& sowings(int pits) {
  static const auto all = [] {
    std::vector<Sowings> tables;
    for (unsigned width = fewest_pits; width <= max_pits; ++width) tables.emplace_back(width);
    return tables;
  }();
  assert(pits >= fewest_pits && pits <= max_pits);
  return all[static_cast<std::size_t>(pits - fewest_pits)];
}

Position Kalah::start() const {
  Position position;
  for (Row& row : position.rows) {
    for (unsigned pit = 0; pit < pits_; ++pit) row.add(pit, static_cast<unsigned>(options_.seeds));
  }
  if (options_.pie == Pie::swap) position.swap = Swap::north;
  return position;
}

// The untouched board does not occur again. A sowing either adds to a store, and stores never lose seeds, or
// only moves seeds of one row to the right, and nothing moves them back.
bool Kalah::is_untouched(const Position& position) const {
  const Position fresh = start();
  return position.rows == fresh.rows && position.stores == fresh.stores;
}

Position Kalah::swapped(const Position& position) {
  return {{position.rows[1], position.rows[0]},
          {position.stores[1], position.stores[0]},
          opponent(position.mover),
          Swap::closed};
}

int Kalah::seeds(const Position& position) const {
  return position.stores[0] + position.stores[1] +
         static_cast<int>(position.rows[0].total() + position.rows[1].total());
}

std::optional<Outcome> Kalah::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (row_ends(last)) return ended_with_rows("row-empty", last);
  if (options_.majority_ends && has_majority(last))
    return outcome_by_seeds("majority", last.store(Side::south), last.store(Side::north));
  return std::nullopt;
}

Outcome Kalah::agreed_end(const Position& position) const { return ended_with_rows("agreed", position); }

Effect Kalah::effect(const Position& position, Move move) const {
  if (move == swap_sides) return {0, 0, "swaps the sides"};
  const auto letter = [&](unsigned pit) { return pit_letter(static_cast<int>(pit), options_.pits); };
  const unsigned first = first_pit(position);
  const unsigned pit = move - first;
  const unsigned seeds = position.row(position.mover)[pit];
  Effect effect;
  effect.words = fmt::format("sows {} from {}", seeds, letter(move));
  Position board = sown(position, pit, seeds);
  const unsigned end = end_of(pit, seeds);
  effect.captured = static_cast<int>(capture(board, end));
  if (effect.captured > 0) effect.words += fmt::format(", captures 1 in {}", letter(first + end));
  if (effect.captured > 1) {
    const unsigned opposite = 2 * pits_ - 1 - (first + end);
    effect.words += fmt::format(" and {} in {}", effect.captured - 1, letter(opposite));
  }
  const Position after = play(position, move);
  if (after.mover == position.mover && !is_over(after)) effect.words += ", moves again";
  return effect;
}

std::string Kalah::position_text(const Position& position) const {
  std::string text = two_row_text(scene(position));
  if (position.swap == Swap::closed) return text;
  return text.append("-").append(position.swap == Swap::north ? north_may_swap : south_may_swap);
}

Result<Position> Kalah::parse_position(std::string_view text) const {
  const auto dashes = static_cast<unsigned>(std::count(text.begin(), text.end(), '-'));
  Swap swap = Swap::closed;
  if (options_.pie == Pie::swap && dashes == 2 * pits_ + 3) {
    const std::string_view last = text.substr(text.rfind('-') + 1);
    if (last != north_may_swap && last != south_may_swap) {
      return Error{
          fmt::format("`{}` follows the side to move, expected `{}` (north may swap), `{}` (south may) or "
                      "nothing",
                      printable(last, 20), north_may_swap, south_may_swap)};
    }
    swap = last == north_may_swap ? Swap::north : Swap::south;
    text.remove_suffix(last.size() + 1);
  }
  const auto read = parse_two_rows(text, {options_.pits, 2 * options_.pits * options_.seeds});
  if (!read) return read.error();
  Position position{.mover = read->mover, .swap = swap};
  for (unsigned pit = 0; pit < 2 * pits_; ++pit)
    position.rows[pit / pits_].add(pit % pits_, static_cast<unsigned>(read->cells[pit]));
  for (std::size_t side = 0; side < 2; ++side)
    position.stores[side] = static_cast<std::uint16_t>(read->cells[2 * pits_ + side]);
  return position;
}

std::string Kalah::move_text(const Position&, Move move) const {
  if (move == swap_sides) return std::string(swap_text);
  return {pit_letter(move, options_.pits)};
}

std::variant<Kalah::Move, MoveError> Kalah::parse_move(const Position& position,
                                                       std::string_view text) const {
  if (text == swap_text) {
    if (position.may_swap()) return swap_sides;
    if (options_.pie == Pie::false_) return illegal("`swap` is not part of these rules (`pie=false`)");
    return illegal("`swap` is only possible as the second player's first move");
  }
  const auto parsed = parse_pit(text, options_.pits, "a pit", options_.pie == Pie::swap ? ", or `swap`" : "");
  const int* pit = std::get_if<int>(&parsed);
  if (pit == nullptr) return std::get<MoveError>(parsed);
  const char letter = pit_letter(*pit, options_.pits);
  const Side owner = *pit < options_.pits ? Side::south : Side::north;
  if (owner != position.mover) {
    return illegal(
        fmt::format("`{}` is {}'s pit and {} is to move", letter, name(owner), name(position.mover)));
  }
  if (position.row(owner)[static_cast<unsigned>(*pit % options_.pits)] == 0)
    return illegal(fmt::format("`{}` is empty", letter));
  return static_cast<Move>(*pit);
}

std::string Kalah::board(const Position& position) const {
  std::string drawing = draw_two_rows(scene(position));
  if (position.swap == Swap::closed) return drawing;
  const Side side = position.swap == Swap::south ? Side::south : Side::north;
  return drawing + fmt::format("  {} may swap in its first move\n", name(side));
}

BoardShape Kalah::shape() const { return two_row_shape(options_.pits, SowingTrack::own_store_too); }

Scene Kalah::scene(const Position& position) const {
  Cells pits;
  for (const Row& row : position.rows)
    for (unsigned pit = 0; pit < pits_; ++pit) pits.push_back(static_cast<int>(row[pit]));
  return two_row_scene(pits, position.stores, position.mover);
}

void Kalah::trace(const Position& position, Move move, const Position& after, Tracer& tracer) const {
  if (move == swap_sides) return;
  const BoardShape& form = tracer.shape();
  const std::vector<int>& track = form.tracks[static_cast<std::size_t>(position.mover)];
  tracer.lift(move);
  std::size_t at = move - first_pit(position);
  while (tracer.in_hand() > 0) {
    at = at + 1 < track.size() ? at + 1 : 0;
    tracer.drop(track[at]);
  }
  // The captured seeds are the difference to the board afterwards: the last seed and the opposite pit.
  for (const Side side : {Side::south, Side::north}) {
    for (unsigned pit = 0; pit < pits_; ++pit) {
      const int cell = form.first_pit(side) + static_cast<int>(pit);
      tracer.move(cell, form.store(position.mover), tracer.at(cell) - static_cast<int>(after.row(side)[pit]));
    }
  }
}

}  // namespace ebiri::rules::kalah
