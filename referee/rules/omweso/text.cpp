// Texts of Omweso: positions, moves, effects of moves, boards.
#include <fmt/format.h>

#include "referee/rules/fields.hpp"
#include "referee/rules/omweso/omweso.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::omweso {

namespace {

constexpr std::string_view not_laid_out = "setup";

/// The parts of the text of a sowing: a pit and signs.
struct MoveParts {
  int pit = 0;
  std::string_view signs;
};

std::optional<MoveParts> sowing_parts(std::string_view text) {
  const std::size_t sign = std::min(text.find_first_of("+-"), text.size());
  const auto pit = parse_integer<std::int32_t>(text.substr(0, sign));
  const std::string_view signs = text.substr(sign);
  if (!pit || *pit < 0 || *pit >= ring_pits || signs.empty()) return std::nullopt;
  if (signs.find_first_not_of("+-") != std::string_view::npos) return std::nullopt;
  return MoveParts{*pit, signs};
}

/// The canonical text of a sowing: after the first sign, final `+` signs are left out.
std::string_view without_closing_pluses(std::string_view sowing) {
  while (sowing.ends_with("++") || sowing.ends_with("-+")) sowing.remove_suffix(1);
  return sowing;
}

/// The numbers of `=n,n,…`, if the text has that form.
std::optional<std::vector<int>> arrangement_numbers(std::string_view text) {
  if (!text.starts_with('=')) return std::nullopt;
  std::vector<int> numbers;
  for (const std::string_view field : split(text.substr(1), ',')) {
    const auto number = parse_integer<std::int32_t>(field);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// The problem with the numbers of an arrangement; empty if there is none.
std::string arrangement_problem(const std::vector<int>& numbers) {
  if (numbers.size() != ring_pits)
    return fmt::format("an arrangement has {} numbers, found {}", ring_pits, numbers.size());
  std::int64_t sum = 0;
  for (const int number : numbers) {
    if (number < 0) return fmt::format("a pit cannot hold {} seeds", number);
    sum += number;
  }
  if (sum != seeds_to_lay_out)
    return fmt::format("the seeds of an arrangement add up to {}, expected {}", sum, seeds_to_lay_out);
  return {};
}

std::string clockwise_refusal(int pit, Reverse reverse) {
  if (reverse == Reverse::off) return "no lap goes clockwise under these rules";
  return fmt::format(
      "pit {} cannot be sown clockwise: such a lap starts from 0, 1, 14 or 15 and captures with its last "
      "seed",
      pit);
}

std::string_view direction_name(const Move& move) {
  return (move.clockwise & 1U) != 0 ? "clockwise" : "counter-clockwise";
}

/// `captures 4 from north's 0 and 15, 2 from 13`: pits without seeds are not named.
std::string captures_text(const Turn& turn, Side victim) {
  std::string text;
  for (const Turn::Captured& taken : turn.captures()) {
    text += text.empty() ? fmt::format("captures {} from {}'s ", taken.seeds(), name(victim))
                         : fmt::format(", {} from ", taken.seeds());
    if (taken.outer > 0) text += fmt::format("{} and ", taken.column);
    text += std::to_string(inner_pit(taken.column));
  }
  return text;
}

std::string sowing_text(const Move& move) {
  std::string text = std::to_string(move.pit);
  std::uint64_t left = move.clockwise;
  do {
    text += (left & 1U) != 0 ? '-' : '+';
    left >>= 1U;
  } while (left != 0);
  return text;
}

void add_side(ShortText& text, const Position& position, Side side) {
  if (position.is_laid_out(side))
    text << position.ring(side);
  else
    text << not_laid_out;
}

SideNote note(const Position& position, Side side) {
  if (!position.is_laid_out(side)) return {"not laid out", false};
  std::string text = counted(position.ring(side).total(), "seed");
  if (const int turns = position.captured_in[static_cast<std::size_t>(side)]; turns > 0)
    text += ", captured in " + counted(turns, "turn");
  return {text};
}

/// Traces a lap of the seeds in the tracer's hand, from `origin` on.
void sow(Tracer& tracer, int first_pit, int origin, Direction direction, bool skips_origin) {
  for (int pit = origin; tracer.in_hand() > 0;) {
    pit = pit_after(pit, 1, direction);
    if (pit != origin || !skips_origin) tracer.drop(first_pit + pit);
  }
}

}  // namespace

std::string Omweso::position_text(const Position& position) const {
  ShortText text;
  add_side(text, position, Side::south);
  text << '/';
  add_side(text, position, Side::north);
  text << '/' << side_letter(position.mover);
  if (position.all_laid_out())
    text << '/' << position.turns << '/' << position.captured_in[0] << '/' << position.captured_in[1];
  return text.str();
}

Result<Position> Omweso::parse_position(std::string_view text) const {
  const std::vector<std::string_view> fields = split(text, '/');
  if (fields.size() < 2 || fields.size() > 6) {
    return Error{
        fmt::format("expected 2 to 6 fields separated by `/` (south's pits, north's pits, side to move, "
                    "completed turns, turns in which south and north captured), found {} in `{}`",
                    fields.size(), printable(text, 80))};
  }
  const bool laying_out = fields[0] == not_laid_out || fields[1] == not_laid_out;
  return laying_out ? parse_setup(fields) : parse_boards(fields);
}

Result<Position> Omweso::parse_setup(const std::vector<std::string_view>& fields) const {
  if (options_.setup != Setup::free)
    return Error{
        "`setup` stands for pits to be laid out, but under these rules the players lay out no seeds"};
  if (fields.size() > 3) return Error{"nothing follows the side to move while a side is `setup`"};
  Position position;
  for (const Side side : {Side::south, Side::north}) {
    const auto index = static_cast<std::size_t>(side);
    position.laid_out[index] = fields[index] != not_laid_out;
    if (!position.laid_out[index]) continue;
    auto ring = parse_ring(fields[index], name(side), max_seeds);
    if (!ring) return ring.error();
    position.rings[index] = *ring;
    if (ring->total() != seeds_to_lay_out) {
      return Error{fmt::format("{} has laid out {}, expected {}", name(side), counted(ring->total(), "seed"),
                               seeds_to_lay_out)};
    }
  }
  position.mover = position.is_laid_out(Side::south) ? Side::north : Side::south;
  if (fields.size() == 3) {
    auto mover = parse_mover(fields[2]);
    if (!mover) return mover.error();
    if (position.is_laid_out(*mover))
      return Error{fmt::format("{} is to move, but has laid out its seeds already", name(*mover))};
    position.mover = *mover;
  }
  return position;
}

Result<Position> Omweso::parse_boards(const std::vector<std::string_view>& fields) const {
  const auto rings = parse_rings(fields, max_seeds);
  if (!rings) return rings.error();
  Position position{.rings = *rings};
  const int expected = seeds(start());
  if (const int found = seeds(position); found != expected)
    return Error{fmt::format("the seeds add up to {}, expected {}", found, expected)};
  if (fields.size() > 2) {
    auto mover = parse_mover(fields[2]);
    if (!mover) return mover.error();
    position.mover = *mover;
  }
  const std::array<std::pair<std::string_view, std::uint16_t*>, 3> counts{
      {{"the number of completed turns", &position.turns},
       {"the number of turns in which south captured", &position.captured_in[0]},
       {"the number of turns in which north captured", &position.captured_in[1]}}};
  for (std::size_t i = 0; i + 3 < fields.size(); ++i) {
    const auto count = parse_count(counts[i].first, fields[i + 3], {0, max_turns});
    if (!count) return count.error();
    *counts[i].second = static_cast<std::uint16_t>(*count);
  }
  const int captured_in = position.captured_in[0] + position.captured_in[1];
  if (captured_in > position.turns) {
    return Error{
        fmt::format("{} completed, but {} of them captured", counted(position.turns, "turn"), captured_in)};
  }
  position.ending = quiet_ending(position);
  return position;
}

std::string Omweso::move_text(const Position&, const Move& move) const {
  return move.arrangement ? "=" + ring_text(*move.arrangement) : sowing_text(move);
}

std::variant<Move, MoveError> Omweso::parse_move(const Position& position, std::string_view text) const {
  return arrangement(position) ? parse_arrangement(position, text) : parse_sowing(position, text);
}

std::variant<Move, MoveError> Omweso::parse_arrangement(const Position& position,
                                                        std::string_view text) const {
  const auto numbers = arrangement_numbers(text);
  if (!numbers) {
    if (sowing_parts(text))
      return illegal(fmt::format("{} lays out its seeds before anything is sown", name(position.mover)));
    return unparsable(fmt::format("`{}` is not an arrangement, expected `=` and {} numbers separated by `,`",
                                  printable(text, 60), ring_pits));
  }
  if (std::string problem = arrangement_problem(*numbers); !problem.empty())
    return illegal(std::move(problem));
  Move move;
  move.arrangement.emplace();
  for (int pit = 0; pit < ring_pits; ++pit)
    move.arrangement->add(pit, (*numbers)[static_cast<std::size_t>(pit)]);
  return move;
}

std::variant<Move, MoveError> Omweso::parse_sowing(const Position& position, std::string_view text) const {
  const auto parts = sowing_parts(text);
  if (!parts) {
    if (arrangement_numbers(text)) return illegal("the seeds are laid out already");
    return unparsable(fmt::format(
        "`{}` is not a move, expected a pit from 0 to 15 and signs `+` or `-`, such as `7+` or `12+-`",
        printable(text, 60)));
  }
  const auto& [pit, signs] = *parts;
  if (signs.size() > max_signs)
    return unparsable(fmt::format("a move has at most {} signs, found {}", max_signs, signs.size()));
  if (signs.size() > 1 && signs.back() == '+') {
    return unparsable(
        fmt::format("`{}` ends in a redundant `+`, expected `{}`", text, without_closing_pluses(text)));
  }
  if (const int seeds = position.ring(position.mover).seeds(pit); seeds < 2)
    return illegal(
        fmt::format("pit {} holds {}, and a sowing needs two or more", pit, counted(seeds, "seed")));
  Turn turn(options_, position, pit);
  Move move{static_cast<std::uint8_t>(pit), 0, {}};
  for (std::size_t choice = 0; choice < signs.size(); ++choice) {
    if (turn.state() != Turn::State::running)
      return illegal(fmt::format("`{}` has {} signs, expected at most {}", text, signs.size(), choice));
    const bool clockwise = signs[choice] == '-';
    if (clockwise && !turn.may_go_clockwise()) return illegal(clockwise_refusal(pit, options_.reverse));
    if (clockwise) move.clockwise |= std::uint64_t{1} << choice;
    turn.sow(clockwise ? Direction::clockwise : Direction::counter_clockwise);
  }
  turn.sow_on(0);
  if (!allows(turn)) return illegal(fmt::format("`{}` is {}", text, endless_text(turn)));
  return move;
}

Effect Omweso::effect(const Position& position, const Move& move) const {
  Effect effect;
  if (move.arrangement) {
    effect.laps = 0;
    effect.words = "lays out " + counted(move.arrangement->total(), "seed");
    return effect;
  }
  Turn turn(options_, position, move.pit);
  turn.sow_on(move.clockwise);
  effect.captured = position.ring(opponent(position.mover)).total() - turn.other().total();
  effect.laps = turn.laps();
  effect.words = clauses({fmt::format("sows {} from {} {}", position.ring(position.mover).seeds(move.pit),
                                      move.pit, direction_name(move)),
                          captures_text(turn, opponent(position.mover)), counted(turn.laps(), "lap"),
                          turn.is_endless() ? endless_text(turn) : std::string(),
                          std::string(words_of(after_turn(position, turn).ending).effect)});
  return effect;
}

std::string Omweso::board(const Position& position) const {
  return draw_board(shape(), scene(position), {note(position, Side::south), note(position, Side::north)});
}

BoardShape Omweso::shape() const {
  BoardShape form = four_row_shape([](int pit) { return std::to_string(pit); });
  form.stores = false;
  return form;
}

Scene Omweso::scene(const Position& position) const {
  return four_row_scene(position.rings, {0, 0}, position.mover);
}

void Omweso::trace(const Position& position, const Move& move, const Position&, Tracer& tracer) const {
  if (move.arrangement) return;
  const BoardShape& form = tracer.shape();
  const int own = form.first_pit(position.mover);
  const int other = form.first_pit(opponent(position.mover));
  tracer.lift(own + move.pit);
  Turn turn(options_, position, move.pit);
  std::uint64_t clockwise = move.clockwise;
  bool chosen = true;  // the direction of the first lap always counts as a choice
  while (turn.state() == Turn::State::running && turn.laps() < max_traced_laps) {
    const bool goes_clockwise = chosen && (clockwise & 1U) != 0;
    if (chosen) clockwise >>= 1U;
    const Direction direction = goes_clockwise ? Direction::clockwise : Direction::counter_clockwise;
    const int origin = turn.origin(), laps = turn.laps();
    turn.sow_one(direction);
    if (turn.laps() == laps) break;  // a limit forbids this lap
    sow(tracer, own, origin, direction, options_.skip_origin);
    lift_difference(tracer, other, turn.other());
    lift_difference(tracer, own, turn.own());
    chosen = turn.may_go_clockwise();
  }
}

}  // namespace ebiri::rules::omweso
