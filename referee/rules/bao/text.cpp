// Texts of Bao: positions, moves, effects of moves, boards.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "referee/rules/bao/bao.hpp"
#include "referee/rules/fields.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::bao {

namespace {

constexpr std::array<std::string_view, 4> ownerships{"--", "S-", "-N", "SN"};

std::string_view ownership(const Position& position) {
  return ownerships[(position.owns[0] ? 1U : 0U) + (position.owns[1] ? 2U : 0U)];
}

Result<void> read_ownership(std::string_view text, const Options&, Position& position) {
  const auto found = std::find(std::begin(ownerships), std::end(ownerships), text);
  if (found == ownerships.end()) {
    return Error{
        fmt::format("the owned houses are `{}`, expected `SN`, `S-`, `-N` or `--`", printable(text, 20))};
  }
  const auto index = static_cast<unsigned>(found - ownerships.begin());
  position.owns = {(index & 1U) != 0, (index & 2U) != 0};
  for (const Side side : {Side::south, Side::north}) {
    if (position.owns_house(side) && position.ring(side).seeds(house) == 0)
      return Error{fmt::format("{}'s house {} is empty, so it cannot be owned", name(side), pit_name(house))};
  }
  return {};
}

template <Side side>
Result<void> read_store(std::string_view text, const Options&, Position& position) {
  const auto seeds = parse_count(fmt::format("{}'s store", name(side)), text, {0, all_seeds});
  if (!seeds) return seeds.error();
  position.stores[static_cast<std::size_t>(side)] = static_cast<std::uint8_t>(*seeds);
  return {};
}

Result<void> read_mover(std::string_view text, const Options&, Position& position) {
  const auto mover = parse_mover(text);
  if (!mover) return mover.error();
  position.mover = *mover;
  return {};
}

Result<std::uint8_t> parse_front_pit(std::string_view text, std::string_view what) {
  const auto pit = named_pit(text);
  if (pit && is_inner(*pit)) return static_cast<std::uint8_t>(*pit);
  return Error{fmt::format("{} is `{}`, expected a front pit from `A1` to `A8`", what, printable(text, 20))};
}

Result<void> read_blocked(std::string_view text, const Options& options, Position& position) {
  if (text == "-") return {};
  const auto pit = parse_front_pit(text, "the blocked pit");
  if (!pit) return Error{pit.error().message + ", or `-`"};
  if (!options.takasia) return Error{"no pit is ever blocked under these rules"};
  if (position.is_namua())
    return Error{fmt::format("{} is blocked, but {} has seeds in store", text, name(position.mover))};
  if (position.ring(position.mover).seeds(*pit) == 0)
    return Error{fmt::format("{} is blocked, but empty", text)};
  position.blocked = *pit;
  return {};
}

Result<void> read_forced(std::string_view text, const Options& options, Position& position) {
  const auto pit = parse_front_pit(text, "the pit to be captured");
  if (!pit) return pit.error();
  if (!options.takasia_forced_capture) return Error{"no capture is prescribed under these rules"};
  const unsigned captures =
      first_captures(position.ring(position.mover), position.ring(opponent(position.mover)));
  if (position.is_namua() || (captures & (1U << *pit)) == 0)
    return Error{fmt::format("{} is to capture {}, but cannot", name(position.mover), text)};
  position.forced = *pit;
  return {};
}

/// Reads a field into `position`, which has the fields before it.
using FieldReader = Result<void> (*)(std::string_view text, const Options& options, Position& position);

/// The readers of the fields after the pits. Fields may be left out from the end.
constexpr std::array<FieldReader, 6> field_readers{
    read_store<Side::south>, read_store<Side::north>, read_ownership, read_mover, read_blocked, read_forced};

SideNote note(const Position& position, Side side) {
  std::string text = fmt::format("store {}", position.store(side));
  if (position.owns_house(side)) text += ", owns the house";
  if (position.mover != side) return {text};
  if (position.blocked != no_pit) text += fmt::format(", {} is blocked", pit_name(position.blocked));
  if (position.forced != no_pit)
    text += fmt::format(", must capture {}'s {}", name(opponent(side)), pit_name(position.forced));
  return {text};
}

/// Whether `text` has the form of a move: `A5L`, `B2R`, `A3R>`.
bool is_move_text(std::string_view text) {
  if (text.ends_with('>')) text.remove_suffix(1);
  return text.size() == 3 && named_pit(text.substr(0, 2)) && (text[2] == 'L' || text[2] == 'R');
}

/// Whether the move is written with `R`, not `L`: the side of the kichwa from which a namua capture is sown,
/// or the direction of the first lap of another move. Clockwise is to the right in the front row and to the
/// left in the back row. Seeds that are sown clockwise start from the left kichwa.
bool is_right(const Move& move) {
  const bool clockwise = move.direction == Direction::clockwise;
  return move.kind == Move::Kind::namua_capture ? !clockwise : is_inner(move.pit) == clockwise;
}

std::string text_of(const Move& move) {
  return pit_name(move.pit) + (is_right(move) ? "R" : "L") + (move.plays_house ? ">" : "");
}

std::string_view towards(const Move& move) { return is_right(move) ? "to the right" : "to the left"; }

std::string start_text(const Position& position, const Move& move) {
  const std::string pit = pit_name(move.pit);
  const int seeds = position.ring(position.mover).seeds(move.pit);
  switch (move.kind) {
    case Move::Kind::namua_capture:
      return fmt::format("namua: adds 1 to {}", pit);
    case Move::Kind::namua_takasa:
      return fmt::format("namua takasa: adds 1 to {} and sows {} {}", pit, seeds + 1, towards(move));
    case Move::Kind::tax:
      return fmt::format("namua takasa: adds 1 to the house {} and taxes it, sows 2 {}", pit, towards(move));
    case Move::Kind::mtaji_capture:
      return fmt::format("mtaji: sows {} from {} {}", seeds, pit, towards(move));
    case Move::Kind::mtaji_takasa:
      return fmt::format("takasa: sows {} from {} {}", seeds, pit, towards(move));
  }
  __builtin_unreachable();
}

/// `captures 3 (north's A4), sown from A1 to the right; captures 1 (A2), sown from A1 to the right`
std::string captures_text(const Turn& turn, Side victim) {
  std::string text;
  for (const Turn::Captured& taken : turn.captures()) {
    const std::string whose = text.empty() ? fmt::format("{}'s ", name(victim)) : "";
    text +=
        fmt::format("{}captures {} ({}{}), sown from {}", text.empty() ? "" : "; ", taken.seeds, whose,
                    pit_name(taken.pit), taken.kichwa == left_kichwa ? "A1 to the right" : "A8 to the left");
  }
  return text;
}

std::string_view house_text(const Move& move, const Turn& turn) {
  if (move.plays_house) return "plays the house";
  const bool stops = turn.state() == Turn::State::at_house || turn.state() == Turn::State::stopped;
  return stops ? "stops at the house" : "";
}

std::string blocked_text(const Position& after) {
  if (after.blocked == no_pit) return "";
  return fmt::format("blocks {}'s {}", name(after.mover), pit_name(after.blocked));
}

std::string ending_text(const Position& after) {
  if (after.ending == Ending::none) return "";
  const bool last_mover_loses = mover_wins(after.ending);
  const Side loser = last_mover_loses ? opponent(after.mover) : after.mover;
  return fmt::format("{}, {}{}", last_mover_loses ? "loses" : "wins", name(loser),
                     words_of(after.ending).loser);
}

}  // namespace

std::string pit_name(int pit) {
  const int number = is_inner(pit) ? ring_pits - pit : pit + 1;
  return {is_inner(pit) ? 'A' : 'B', static_cast<char>('0' + number)};
}

std::optional<int> named_pit(std::string_view name) {
  if (name.size() != 2 || (name[0] != 'A' && name[0] != 'B') || name[1] < '1' || name[1] > '8')
    return std::nullopt;
  const int number = name[1] - '0';
  return name[0] == 'A' ? ring_pits - number : number - 1;
}

std::string Bao::position_text(const Position& position) const {
  ShortText text;
  text << position.ring(Side::south) << '/' << position.ring(Side::north) << '/' << position.stores[0] << '/'
       << position.stores[1] << '/' << ownership(position) << '/' << side_letter(position.mover) << '/'
       << (position.blocked == no_pit ? "-" : pit_name(position.blocked));
  if (position.forced != no_pit) text << '/' << pit_name(position.forced);
  return text.str();
}

Result<Position> Bao::parse_position(std::string_view text) const {
  const std::vector<std::string_view> fields = split(text, '/');
  if (fields.size() < 2 || fields.size() > 8) {
    return Error{fmt::format(
        "expected 2 to 8 fields separated by `/` (south's pits, north's pits, south's store, north's "
        "store, owned houses, side to move, blocked pit, pit to be captured), found {} in `{}`",
        fields.size(), printable(text, 80))};
  }
  const auto rings = parse_rings(fields, all_seeds);
  if (!rings) return rings.error();
  Position position{.rings = *rings};
  for (std::size_t field = 2; field < fields.size(); ++field) {
    if (auto read = field_readers[field - 2](fields[field], options_, position); !read) return read.error();
  }
  if (const int found = seeds(position); found != all_seeds)
    return Error{fmt::format("the seeds add up to {}, expected {}", found, all_seeds)};
  position.ending = ending(position);
  return position;
}

std::string Bao::move_text(const Position&, Move move) const { return text_of(move); }

std::variant<Move, MoveError> Bao::parse_move(const Position& position, std::string_view text) const {
  if (!is_move_text(text)) {
    if (text.ends_with('*') && is_move_text(text.substr(0, text.size() - 1))) {
      return unparsable(fmt::format("`{}` has the `*` that marks a takasa in books, expected `{}`", text,
                                    text.substr(0, text.size() - 1)));
    }
    return unparsable(fmt::format(
        "`{}` is not a move, expected a pit from `A1` to `B8`, `L` or `R`, and a `>` if the house "
        "is played, such as `A5L` or `A5L>`",
        printable(text, 40)));
  }
  for (const Move& move : legal_moves(position)) {
    if (text_of(move) == text) return move;
  }
  return illegal(refusal(position, text));
}

std::string Bao::refusal(const Position& position, std::string_view text) const {
  const std::string_view pit = text.substr(0, 2), without_flag = text.substr(0, 3);
  const int number = *named_pit(pit);
  const int seeds = position.ring(position.mover).seeds(number);
  const Moves all = candidates(position);
  for (const Move& move : all) {
    if (text_of(move) != without_flag) continue;
    Turn turn(options_, position, move);
    if (text != without_flag && !turn.is_endless()) {
      if (turn.state() == Turn::State::stopped)
        return fmt::format("`{}` is a takasa, which ends at the house, so `>` is not allowed", without_flag);
      if (turn.state() != Turn::State::at_house)
        return fmt::format("`{}` does not stop at the house, so `>` is not allowed", without_flag);
      turn.play_house();
    }
    return fmt::format("`{}` is {}", text, endless_text(turn));
  }
  if (seeds == 0) return fmt::format("`{}` is empty", pit);
  if (position.is_namua() && !is_inner(number))
    return fmt::format("`{}` is in the back row, and seeds from the store go to the front row", pit);
  if (!position.is_namua() && seeds == 1)
    return fmt::format("`{}` has one seed, but a sowing needs two", pit);
  if (number == position.blocked) return fmt::format("`{}` is blocked by takasia", pit);
  if (position.forced != no_pit)
    return fmt::format("{}'s `{}` must be captured", name(opponent(position.mover)),
                       pit_name(position.forced));
  const auto same_pit =
      std::find_if(all.begin(), all.end(), [&](const Move& move) { return move.pit == number; });
  if (all[0].captures()) {
    if (same_pit == all.end()) return fmt::format("`{}` captures nothing, and a capture is possible", text);
    if (position.is_namua())
      return fmt::format("seeds captured at `{}` are sown from the other end: `{}`", pit, text_of(*same_pit));
    return fmt::format("`{}` captures only in the other direction", pit);
  }
  if (same_pit != all.end())
    return fmt::format("`{}` is the only front pit with seeds, and must be sown along the front row", pit);
  if (!is_inner(number)) return fmt::format("`{}` is in the back row, and a front pit can be sown", pit);
  // Under `tax-threshold=after` the added seed counts.
  if (number == house && seeds >= functional_seeds - 1)
    return fmt::format(
        "`{}` is an owned house with six seeds or more; a takasa may start there only if all other front "
        "pits are empty",
        pit);
  return fmt::format("`{}` has one seed, and another front pit has more", pit);
}

Effect Bao::effect(const Position& position, Move move) const {
  const Turn turn = sown(position, move);
  const Position after = after_turn(position, move, turn);
  Effect effect;
  effect.captured = position.ring(opponent(position.mover)).total() - turn.other().total();
  effect.laps = turn.laps();
  effect.words = clauses({start_text(position, move), captures_text(turn, opponent(position.mover)),
                          counted(turn.laps(), "lap"), std::string(house_text(move, turn)),
                          blocked_text(after), ending_text(after)});
  return effect;
}

std::string Bao::board(const Position& position) const {
  return draw_board(shape(), scene(position), {note(position, Side::south), note(position, Side::north)});
}

BoardShape Bao::shape() const {
  BoardShape form = four_row_shape(pit_name);
  form.stores = options_.setup == Setup::kiswahili;
  return form;
}

Scene Bao::scene(const Position& position) const {
  Scene scene = four_row_scene(position.rings, {position.stores[0], position.stores[1]}, position.mover);
  for (const Side side : {Side::south, Side::north})
    if (position.owns_house(side))
      scene.houses |= 1U << static_cast<unsigned>(static_cast<int>(side) * ring_pits + house);
  return scene;
}

void Bao::trace(const Position& position, Move move, const Position&, Tracer& tracer) const {
  const BoardShape& form = tracer.shape();
  const int own = form.first_pit(position.mover);
  const int other = form.first_pit(opponent(position.mover));
  if (move.is_namua()) tracer.move(form.store(position.mover), own + move.pit, 1);
  Turn turn(options_, position, move, Turn::Sowing::by_lap);
  bool goes_on = true, house_to_play = move.plays_house;
  while (goes_on && turn.laps() < max_traced_laps) {
    lift_difference(tracer, other, turn.other());
    lift_difference(tracer, own, turn.own());
    const Direction direction = turn.direction();
    int pit = turn.origin();
    goes_on = turn.sow_lap();
    while (tracer.in_hand() > 0) {
      pit = pit_after(pit, 1, direction);
      tracer.drop(own + pit);
    }
    if (turn.state() == Turn::State::at_house && house_to_play) {
      house_to_play = false;
      goes_on = turn.lift_house();
    }
  }
}

}  // namespace ebiri::rules::bao
