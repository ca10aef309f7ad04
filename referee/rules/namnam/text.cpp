// Nam-Nam as text: positions, moves, boards and what a move does in words.
#include <fmt/format.h>

#include <algorithm>

#include "referee/rules/namnam/namnam.hpp"
#include "referee/rules/two_row.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::namnam {

namespace {

char letter(int house) { return pit_letter(house, houses_per_side); }

char initial(Side side) { return side == Side::south ? 'S' : 'N'; }

Diagram diagram(const Position& position) {
  return {{position.houses.begin(), position.houses.end()},
          position.store(Side::south),
          position.store(Side::north),
          position.mover};
}

Result<HouseSet> parse_owners(std::string_view text) {
  if (text.size() != house_count || text.find_first_not_of("SN") != std::string_view::npos) {
    return Error{fmt::format("the owners of the houses are `{}`, expected 12 letters `S` or `N`, from `A` on",
                             printable(text, 40))};
  }
  unsigned norths = 0;
  for (std::size_t house = 0; house < house_count; ++house) norths |= (text[house] == 'N' ? 1U : 0U) << house;
  return static_cast<HouseSet>(norths);
}

struct Range {
  int lowest;
  int highest;
};

Result<std::uint16_t> parse_count(std::string_view what, std::string_view text, Range range) {
  const auto number = parse_integer<std::int32_t>(text);
  if (number && *number >= range.lowest && *number <= range.highest)
    return static_cast<std::uint16_t>(*number);
  return Error{fmt::format("{} is `{}`, expected a whole number from {} to {}", what, printable(text, 20),
                           range.lowest, range.highest)};
}

/// Houses, stores and mover. Where fields follow behind a `/`, all of them must be there.
Result<Position> parse_board(std::string_view text, bool complete) {
  const auto parsed = parse_diagram(text, {houses_per_side, seed_count});
  if (!parsed) return parsed.error();
  if (complete && std::ranges::count(text, '-') != house_count + 2)
    return Error{"stores and side to move are left out, which is allowed only where nothing follows"};
  Position position;
  for (std::size_t house = 0; house < house_count; ++house)
    position.houses[house] = static_cast<std::uint8_t>(parsed->pits[house]);
  position.stores = {static_cast<std::uint8_t>(parsed->south_store),
                     static_cast<std::uint8_t>(parsed->north_store)};
  position.mover = parsed->mover;
  return position;
}

/// The fields behind the board, as many of them as there are.
Result<Position> parse_fields(Position position, std::span<const std::string_view> fields,
                              const Options& options) {
  if (!fields.empty()) {
    const auto norths = parse_owners(fields[0]);
    if (!norths) return norths.error();
    position.norths = *norths;
  }
  if (fields.size() > 1) {
    const auto round = parse_count("the round", fields[1], {1, options.max_rounds});
    if (!round) return round.error();
    position.round = *round;
  }
  if (fields.size() > 2) {
    if (fields[2] != "S" && fields[2] != "N") {
      return Error{
          fmt::format("the starter of the round is `{}`, expected `S` or `N`", printable(fields[2], 20))};
    }
    position.starter = fields[2] == "S" ? Side::south : Side::north;
  }
  if (fields.size() > 3) {
    const auto turns = parse_count("the number of turns in the round", fields[3], {0, options.max_turns});
    if (!turns) return turns.error();
    position.turns = *turns;
  }
  return position;
}

/// `4 from e, 8 from b`: what `side` harvested, empty if nothing.
std::string harvests_of(Side side, const std::vector<Harvest>& harvests) {
  std::vector<std::string> parts;
  for (const Harvest& harvest : harvests) {
    if (harvest.by == side) parts.push_back(fmt::format("{} from {}", harvest_size, letter(harvest.house)));
  }
  return join(parts, ", ");
}

std::string turn_words(const Turn& turn, const std::vector<Harvest>& harvests) {
  const Side mover = turn.after.mover;
  std::string words;
  if (turn.laps > 1) words += fmt::format(", {} laps", turn.laps);
  if (turn.endless) words += " of an endless turn";
  if (const auto own = harvests_of(mover, harvests); !own.empty()) words += ", harvests " + own;
  if (turn.rest > 0 && turn.rest_to == mover) words += fmt::format(", takes the last {}", turn.rest);
  const std::string_view other = name(opponent(mover));
  if (const auto others = harvests_of(opponent(mover), harvests); !others.empty())
    words += fmt::format(", {} harvests {}", other, others);
  if (turn.rest > 0 && turn.rest_to != mover)
    words += fmt::format(", {} takes the last {}", other, turn.rest);
  return words;
}

std::string owner_line(const Position& position, Side row) {
  std::string line = "  owner";
  for (int column = 0; column < houses_per_side; ++column) {
    const int house = row == Side::south ? column : house_count - 1 - column;
    line += fmt::format("   {}", initial(position.owner(house)));
  }
  return line + "\n";
}

}  // namespace

std::string NamNam::position_text(const Position& position) const {
  ShortText text;
  text << diagram_text(diagram(position)) << '/';
  for (int house = 0; house < house_count; ++house) text << initial(position.owner(house));
  text << '/' << position.round << '/' << initial(position.starter) << '/' << position.turns;
  return text.str();
}

Result<Position> NamNam::parse_position(std::string_view text) const {
  const std::vector<std::string_view> fields = split(text, '/');
  if (fields.size() > 5) {
    return Error{
        fmt::format("expected 1 to 5 fields separated by `/` (board, owners, round, starter of the "
                    "round, turns in the round), found {} in `{}`",
                    fields.size(), printable(text, 80))};
  }
  const auto board = parse_board(fields[0], fields.size() > 1);
  if (!board) return board.error();
  const auto position = parse_fields(*board, std::span(fields).subspan(1), options_);
  if (!position) return position.error();
  for (const Side side : {Side::south, Side::north}) {
    const int store = position->store(side);
    if (position->in_play() != 0 && store % harvest_size != 0) {
      return Error{fmt::format("{}'s store is {}, expected a multiple of 4 while seeds are in play",
                               name(side), store)};
    }
  }
  const Position follows = settled(*position);
  if (follows == *position) return position;
  return Error{fmt::format("nobody is to move here; what follows is `{}`", position_text(follows))};
}

std::string NamNam::move_text(const Position&, Move move) const { return {letter(move)}; }

std::variant<NamNam::Move, MoveError> NamNam::parse_move(const Position& position,
                                                         std::string_view text) const {
  const std::optional<int> house = pit_number(text, houses_per_side);
  if (!house) {
    return MoveError{MoveError::Kind::unparsable,
                     fmt::format("`{}` is not a move, expected a house from `A` to `F` or from `a` to `f`",
                                 printable(text, 20))};
  }
  if ((legal_houses(position) & (1 << *house)) != 0) return static_cast<Move>(*house);
  return refusal(position, *house);
}

MoveError NamNam::refusal(const Position& position, int house) const {
  const auto because = [](std::string message) {
    return MoveError{MoveError::Kind::illegal, std::move(message)};
  };
  const Side owner = position.owner(house);
  if (owner != position.mover) {
    return because(fmt::format("`{}` is {}'s in this round and {} is to move", letter(house), name(owner),
                               name(position.mover)));
  }
  if (position.seeds(house) == 0) return because(fmt::format("`{}` is empty", letter(house)));
  if (options_.endless == Endless::illegal && take_turn(options_, position, house).endless)
    return because(fmt::format("`{}` begins an endless turn", letter(house)));
  return because(fmt::format("`{}` leaves {} without seeds", letter(house), name(opponent(position.mover))));
}

Effect NamNam::effect(const Position& position, Move move) const {
  std::vector<Harvest> harvests;
  const Turn turn = take_turn(options_, position, move, &harvests);
  Effect effect;
  effect.captured = turn.after.store(position.mover) - position.store(position.mover);
  effect.laps = turn.laps;
  effect.words = fmt::format("sows {} from {}{}{}", position.seeds(move), letter(move),
                             turn_words(turn, harvests), ending_words(after_turn(turn)));
  return effect;
}

std::string NamNam::ending_words(const Position& after_turn) const {
  if (!round_is_over(after_turn)) return {};
  if (must_pass(after_turn)) return fmt::format("; {} has no seeds and passes", name(after_turn.mover));
  const Position finished = shared_out(after_turn);
  const Territory filled = territory(finished);
  const bool over = match_is_won(finished) || finished.round >= options_.max_rounds;
  return fmt::format("; the {} ends {}-{}: south owns {} houses, north {}", over ? "match" : "round",
                     finished.store(Side::south), finished.store(Side::north), filled.south, filled.north);
}

std::string NamNam::board(const Position& position) const {
  std::string drawn = draw_diagram(diagram(position));
  if (position.norths != norths_home)
    drawn = owner_line(position, Side::north) + drawn + owner_line(position, Side::south);
  return drawn + fmt::format("  round {} of {}, {} began; turns taken: {}\n", position.round,
                             options_.max_rounds, name(position.starter), position.turns);
}

}  // namespace ebiri::rules::namnam
