#include "tests/exercise/tiny/tiny.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "referee/rules/two_row.hpp"
#include "referee/support/random.hpp"

namespace ebiri::rules::tiny {

namespace {

std::size_t index(Side side) { return static_cast<std::size_t>(side); }
Side owner(int pit) { return pit < pits_per_side ? Side::south : Side::north; }
int first_pit(Side side) { return side == Side::south ? 0 : pits_per_side; }

int in_row(const Position& position, Side side) {
  const auto first = position.pits.begin() + first_pit(side);
  return std::accumulate(first, first + pits_per_side, 0);
}

Outcome each_own_row(std::string_view reason, const Position& position) {
  return outcome_by_seeds(reason, position.stores[0] + in_row(position, Side::south),
                          position.stores[1] + in_row(position, Side::north));
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

std::optional<Outcome> Tiny::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (std::ranges::max(last.stores) > seed_count / 2)
    return outcome_by_seeds("majority", last.stores[0], last.stores[1]);
  if (is_over(last)) return each_own_row("no-seeds", last);
  if (history.size() > static_cast<std::size_t>(options_.max_plies)) return each_own_row("max-plies", last);
  return std::nullopt;
}

Outcome Tiny::agreed_end(const Position& position) const { return each_own_row("agreed", position); }

std::string Tiny::position_text(const Position& position) const { return two_row_text(scene(position)); }

Result<Position> Tiny::parse_position(std::string_view text) const {
  const auto read = parse_two_rows(text, {pits_per_side, seed_count});
  if (!read) return read.error();
  Position position{{}, {read->cells[pit_count], read->cells[pit_count + 1]}, read->mover};
  std::copy_n(read->cells.begin(), pit_count, position.pits.begin());
  return position;
}

std::string Tiny::move_text(const Position&, Move move) const { return {pit_letter(move, pits_per_side)}; }

std::variant<Tiny::Move, MoveError> Tiny::parse_move(const Position& position, std::string_view text) const {
  const auto parsed = parse_pit(text, pits_per_side);
  const int* pit = std::get_if<int>(&parsed);
  if (pit == nullptr) return std::get<MoveError>(parsed);
  if (owner(*pit) != position.mover) return illegal(fmt::format("`{}` is {}'s pit", text, name(owner(*pit))));
  if (position.pits[static_cast<std::size_t>(*pit)] == 0) return illegal(fmt::format("`{}` is empty", text));
  return *pit;
}

std::string Tiny::board(const Position& position) const { return draw_two_rows(scene(position)); }

BoardShape Tiny::shape() const { return two_row_shape(pits_per_side, SowingTrack::pits_only); }

Scene Tiny::scene(const Position& position) const {
  return two_row_scene(position.pits, position.stores, position.mover);
}

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
