// Bao as people read and write it: positions, moves, the drawn board.
#include <fmt/format.h>

#include <algorithm>

#include "referee/rules/bao/bao.hpp"
#include "referee/rules/bao/first_laps.hpp"
#include "referee/rules/bao/notation.hpp"
#include "referee/rules/mover.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::bao {

namespace {

MoveError unparsable(std::string message) { return {MoveError::Kind::unparsable, std::move(message)}; }
MoveError illegal(std::string message) { return {MoveError::Kind::illegal, std::move(message)}; }

constexpr std::size_t fewest_fields = 2;
constexpr std::size_t most_fields = 8;

constexpr std::array<std::string_view, 4> ownerships{"--", "S-", "-N", "SN"};

std::string_view ownership(const Position& position) {
  return ownerships[(position.owns[0] ? 1U : 0U) + (position.owns[1] ? 2U : 0U)];
}

Result<void> read_ownership(std::string_view text, Position& position) {
  const auto found = std::ranges::find(ownerships, text);
  if (found == ownerships.end()) {
    return Error{
        fmt::format("the owned houses are `{}`, expected `SN`, `S-`, `-N` or `--`", printable(text, 20))};
  }
  const auto index = static_cast<unsigned>(found - ownerships.begin());
  position.owns = {(index & 1U) != 0, (index & 2U) != 0};
  for (const Side side : {Side::south, Side::north}) {
    if (position.owns_house(side) && position.ring(side).seeds(house) == 0)
      return Error{
          fmt::format("{}'s house {} is empty, so it is owned no more", name(side), pit_name(house))};
  }
  return {};
}

Result<void> read_store(std::string_view text, Side side, Position& position) {
  const auto seeds = parse_integer<std::int32_t>(text);
  if (!seeds || *seeds < 0 || *seeds > all_seeds) {
    return Error{fmt::format("{}'s store is `{}`, expected a whole number from 0 to {}", name(side),
                             printable(text, 20), all_seeds)};
  }
  position.stores[static_cast<std::size_t>(side)] = static_cast<std::uint8_t>(*seeds);
  return {};
}

Result<std::uint8_t> parse_front_pit(std::string_view text, std::string_view what) {
  const auto pit = named_pit(text);
  if (pit && is_inner(*pit)) return static_cast<std::uint8_t>(*pit);
  return Error{fmt::format("{} is `{}`, expected a front pit from `A1` to `A8`", what, printable(text, 20))};
}

Result<void> read_blocked(std::string_view text, bool takasia, Position& position) {
  if (text == "-") return {};
  const auto pit = parse_front_pit(text, "the blocked pit");
  if (!pit) return Error{pit.error().message + ", or `-`"};
  if (!takasia) return Error{"no pit is ever blocked under these rules"};
  if (position.is_namua())
    return Error{fmt::format("{} is blocked, but {} has seeds in store", text, name(position.mover))};
  if (position.ring(position.mover).seeds(*pit) == 0)
    return Error{fmt::format("{} is blocked, but empty", text)};
  position.blocked = *pit;
  return {};
}

Result<void> read_forced(std::string_view text, bool forced_capture, Position& position) {
  const auto pit = parse_front_pit(text, "the pit to be captured");
  if (!pit) return pit.error();
  if (!forced_capture) return Error{"no capture is prescribed under these rules"};
  const unsigned captures =
      first_captures(position.ring(position.mover), position.ring(opponent(position.mover)));
  if (position.is_namua() || (captures & (1U << *pit)) == 0)
    return Error{fmt::format("{} is to capture {}, but cannot", name(position.mover), text)};
  position.forced = *pit;
  return {};
}

std::string note(const Position& position, Side side) {
  std::string text = fmt::format("store {}", position.store(side));
  if (position.owns_house(side)) text += ", owns the house";
  if (position.mover != side) return text;
  if (position.blocked != no_pit) text += fmt::format(", {} is blocked", pit_name(position.blocked));
  if (position.forced != no_pit)
    text += fmt::format(", must capture {}'s {}", name(opponent(side)), pit_name(position.forced));
  return text;
}

}  // namespace

std::string Bao::position_text(const Position& position) const {
  ShortText text;
  text << position.ring(Side::south) << '/' << position.ring(Side::north) << '/' << position.stores[0] << '/'
       << position.stores[1] << '/' << ownership(position) << (position.mover == Side::south ? "/S/" : "/N/")
       << (position.blocked == no_pit ? "-" : pit_name(position.blocked));
  if (position.forced != no_pit) text << '/' << pit_name(position.forced);
  return text.str();
}

Result<Position> Bao::parse_position(std::string_view text) const {
  const std::vector<std::string_view> fields = split(text, '/');
  if (fields.size() < fewest_fields || fields.size() > most_fields) {
    return Error{fmt::format(
        "expected {} to {} fields separated by `/` (south's pits, north's pits, south's store, north's "
        "store, owned houses, side to move, blocked pit, pit to be captured), found {} in `{}`",
        fewest_fields, most_fields, fields.size(), printable(text, 80))};
  }
  Position position;
  for (const Side side : {Side::south, Side::north}) {
    auto ring = parse_ring(fields[static_cast<std::size_t>(side)], name(side), all_seeds);
    if (!ring) return ring.error();
    position.ring(side) = *ring;
  }
  const auto read = [&](std::size_t field, auto reader) -> Result<void> {
    return field < fields.size() ? reader(fields[field]) : Result<void>{};
  };
  const auto read_mover = [&](std::string_view field) -> Result<void> {
    const auto mover = parse_mover(field);
    if (!mover) return mover.error();
    position.mover = *mover;
    return {};
  };
  for (const auto& result : {
           read(2, [&](auto field) { return read_store(field, Side::south, position); }),
           read(3, [&](auto field) { return read_store(field, Side::north, position); }),
           read(4, [&](auto field) { return read_ownership(field, position); }),
           read(5, read_mover),
           read(6, [&](auto field) { return read_blocked(field, options_.takasia, position); }),
           read(7, [&](auto field) { return read_forced(field, options_.takasia_forced_capture, position); }),
       }) {
    if (!result) return result.error();
  }
  if (const int found = seeds(position); found != all_seeds)
    return Error{fmt::format("the seeds add up to {}, expected {}", found, all_seeds)};
  position.ending = ending(position);
  return position;
}

std::string Bao::move_text(const Position&, Move move) const { return text_of(typed(move)); }

std::variant<Move, MoveError> Bao::parse_move(const Position& position, std::string_view text) const {
  const auto wanted = typed_move(text);
  if (!wanted) {
    if (text.ends_with('*') && typed_move(text.substr(0, text.size() - 1))) {
      return unparsable(fmt::format("`{}` has the `*` that marks a takasa in books, expected `{}`", text,
                                    text.substr(0, text.size() - 1)));
    }
    return unparsable(fmt::format(
        "`{}` is not a move, expected a pit from `A1` to `B8`, `L` or `R`, and a `>` if the house "
        "is played, such as `A5L` or `A5L>`",
        printable(text, 40)));
  }
  for (const Move& move : legal_moves(position)) {
    if (typed(move) == *wanted) return move;
  }
  return illegal(refusal(position, *wanted));
}

std::string Bao::refusal(const Position& position, const Typed& wanted) const {
  const std::string pit = pit_name(wanted.pit);
  const int seeds = position.ring(position.mover).seeds(wanted.pit);
  const Moves all = candidates(position);
  for (const Move& move : all) {
    if (Typed{move.pit, typed(move).hand, false} != Typed{wanted.pit, wanted.hand, false}) continue;
    Turn turn(options_, position, move);
    if (wanted.plays_house && !turn.is_endless()) {
      if (turn.state() != Turn::State::at_house)
        return fmt::format("`{}` does not stop at the house, so there is no `>`", text_of(typed(move)));
      turn.play_house();
    }
    return fmt::format("`{}` is {}", text_of(wanted), endless_text(turn));
  }
  if (seeds == 0) return fmt::format("`{}` is empty", pit);
  if (position.is_namua() && !is_inner(wanted.pit))
    return fmt::format("`{}` is in the back row, and seeds from the store go to the front row", pit);
  if (!position.is_namua() && seeds == 1) return fmt::format("`{}` holds one seed, a sowing needs two", pit);
  if (wanted.pit == position.blocked) return fmt::format("`{}` is blocked by takasia", pit);
  const auto same_pit = [&](const Move& move) { return move.pit == wanted.pit; };
  if (all[0].captures()) {
    if (std::ranges::any_of(all, same_pit))
      return fmt::format("`{}` captures only in the other direction", pit);
    if (position.forced != no_pit)
      return fmt::format("{}'s `{}` must be captured", name(opponent(position.mover)),
                         pit_name(position.forced));
    return fmt::format("`{}` captures nothing, and a capture is possible", text_of(wanted));
  }
  if (std::ranges::any_of(all, same_pit))
    return fmt::format("`{}` is the only front pit with seeds, and must be sown along the front row", pit);
  if (!is_inner(wanted.pit)) return fmt::format("`{}` is in the back row, and a front pit can be sown", pit);
  if (wanted.pit == house && seeds >= functional_seeds - 1)
    return fmt::format("`{}` is the house, which is kept while another front pit holds seeds", pit);
  return fmt::format("`{}` holds one seed, and another front pit holds more", pit);
}

std::string Bao::board(const Position& position) const {
  FourRows drawing;
  for (const Side side : {Side::south, Side::north}) {
    const auto index = static_cast<std::size_t>(side);
    drawing.rings[index] = position.rings[index];
    drawing.notes[index] = note(position, side);
  }
  for (int pit = 0; pit < ring_pits; ++pit) drawing.pit_names[static_cast<std::size_t>(pit)] = pit_name(pit);
  drawing.mover = position.mover;
  return draw_four_rows(drawing);
}

}  // namespace ebiri::rules::bao
