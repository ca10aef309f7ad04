#include "tests/exercise/tiny/tiny.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "referee/rules/two_row.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::tiny {

namespace {

std::size_t index(Side side) { return static_cast<std::size_t>(side); }
Side owner(int pit) { return pit < pits_per_side ? Side::south : Side::north; }
int first_pit(Side side) { return side == Side::south ? 0 : pits_per_side; }

int in_row(const Position& position, Side side) {
  const auto first = position.pits.begin() + first_pit(side);
  return std::accumulate(first, first + pits_per_side, 0);
}

Outcome ended(std::string_view reason, int south, int north) {
  const auto kind = south > north   ? Outcome::Kind::south_wins
                    : south < north ? Outcome::Kind::north_wins
                                    : Outcome::Kind::draw;
  return {.kind = kind, .reason = std::string(reason), .south = south, .north = north, .special = {}};
}

Outcome each_his_row(std::string_view reason, const Position& position) {
  return ended(reason, position.stores[0] + in_row(position, Side::south),
               position.stores[1] + in_row(position, Side::north));
}

Diagram diagram(const Position& position) {
  return {
      {position.pits.begin(), position.pits.end()}, position.stores[0], position.stores[1], position.mover};
}

}  // namespace

bool Tiny::is_over(const Position& position) const {
  return std::ranges::max(position.stores) > seed_count / 2 || in_row(position, position.mover) == 0;
}

Tiny::Moves Tiny::legal_moves(const Position& position) const {
  Moves moves;
  const int first = first_pit(position.mover);
  for (int pit = first; pit < first + pits_per_side; ++pit)
    if (position.pits[static_cast<std::size_t>(pit)] > 0) moves.push(pit);
  return moves;
}

Position Tiny::play(Position position, Move move) const {
  int pit = move;
  const auto in = [&](int which) -> int& { return position.pits[static_cast<std::size_t>(which)]; };
  for (int hand = std::exchange(in(move), 0); hand > 0; --hand) {
    pit = (pit + 1) % pit_count;
    ++in(pit);
  }
  const bool captures = in(pit) == 2 || (in(pit) == 3 && options_.capture == Capture::two_or_three);
  if (captures && owner(pit) != position.mover)
    position.stores[index(position.mover)] += std::exchange(in(pit), 0);
  position.mover = opponent(position.mover);
  return position;
}

int Tiny::score(const Position& position, Side side) const { return position.stores[index(side)]; }

Effect Tiny::effect(const Position& position, Move move) const {
  const int captured = score(play(position, move), position.mover) - score(position, position.mover);
  std::string words = fmt::format("sows {} from {}", position.pits[static_cast<std::size_t>(move)],
                                  pit_letter(move, pits_per_side));
  if (captured > 0) words += fmt::format(", captures {}", captured);
  return {.captured = captured, .laps = 1, .words = std::move(words)};
}

int Tiny::seeds(const Position& position) const {
  return std::accumulate(position.pits.begin(), position.pits.end(), position.stores[0] + position.stores[1]);
}

// No number exceeds 12, so four bits hold each: eight numbers and the mover fit into one word.
std::uint64_t Tiny::key(const Position& position) const {
  std::uint64_t packed = index(position.mover);
  for (const int pit : position.pits) packed = packed << 4U | static_cast<unsigned>(pit);
  for (const int store : position.stores) packed = packed << 4U | static_cast<unsigned>(store);
  return derive_seed({packed});
}

Position Tiny::rotated(const Position& position) const {
  Position turned{position.pits, {position.stores[1], position.stores[0]}, opponent(position.mover)};
  std::ranges::rotate(turned.pits, turned.pits.begin() + pits_per_side);
  return turned;
}

std::optional<Outcome> Tiny::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (std::ranges::max(last.stores) > seed_count / 2)
    return ended("majority", last.stores[0], last.stores[1]);
  if (is_over(last)) return each_his_row("no-seeds", last);
  if (history.size() > static_cast<std::size_t>(options_.max_plies)) return each_his_row("max-plies", last);
  return std::nullopt;
}

Outcome Tiny::agreed_end(const Position& position) const { return each_his_row("agreed", position); }

std::string Tiny::position_text(const Position& position) const { return diagram_text(diagram(position)); }

Result<Position> Tiny::parse_position(std::string_view text) const {
  const auto read = parse_diagram(text, {pits_per_side, seed_count});
  if (!read) return read.error();
  Position position{{}, {read->south_store, read->north_store}, read->mover};
  std::ranges::copy(read->pits, position.pits.begin());
  return position;
}

std::string Tiny::move_text(const Position&, Move move) const { return {pit_letter(move, pits_per_side)}; }

std::variant<Tiny::Move, MoveError> Tiny::parse_move(const Position& position, std::string_view text) const {
  const auto pit = pit_number(text, pits_per_side);
  if (!pit)
    return MoveError{MoveError::Kind::unparsable,
                     fmt::format("`{}` is not a move, expected a pit from `A` to `C` or from `a` to `c`",
                                 printable(text, 20))};
  if (owner(*pit) != position.mover)
    return MoveError{MoveError::Kind::illegal, fmt::format("`{}` is {}'s pit", text, name(owner(*pit)))};
  if (position.pits[static_cast<std::size_t>(*pit)] == 0)
    return MoveError{MoveError::Kind::illegal, fmt::format("`{}` is empty", text)};
  return *pit;
}

std::string Tiny::board(const Position& position) const { return draw_diagram(diagram(position)); }

BoardShape Tiny::shape() const { return two_row_shape(pits_per_side, Round::pits_only); }

Scene Tiny::scene(const Position& position) const { return scene_of(diagram(position)); }

void Tiny::trace(const Position& position, Move move, const Position& after, Tracer& tracer) const {
  tracer.lift(move);
  int pit = move;
  while (tracer.in_hand() > 0) {
    pit = (pit + 1) % pit_count;
    tracer.drop(pit);
  }
  tracer.move(pit, tracer.shape().store(position.mover),
              score(after, position.mover) - score(position, position.mover));
}

}  // namespace ebiri::rules::tiny
