// Texts of Nam-Nam: positions, moves, boards, effects of moves.
#include <fmt/format.h>

#include <algorithm>

#include "referee/rules/fields.hpp"
#include "referee/rules/namnam/namnam.hpp"
#include "referee/rules/two_row.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::namnam {

namespace {

char letter(int house) { return pit_letter(house, houses_per_side); }

Result<HouseSet> parse_owners(std::string_view text) {
  if (text.size() != house_count || text.find_first_not_of("SN") != std::string_view::npos) {
    return Error{fmt::format("the owners of the houses are `{}`, expected 12 letters `S` or `N`, from `A` on",
                             printable(text, 40))};
  }
  unsigned norths = 0;
  for (std::size_t house = 0; house < house_count; ++house) norths |= (text[house] == 'N' ? 1U : 0U) << house;
  return static_cast<HouseSet>(norths);
}

/// Parses houses, stores and mover. If other fields follow, stores and mover are required.
Result<Position> parse_board(std::string_view text, bool complete) {
  const auto read = parse_two_rows(text, {houses_per_side, seed_count});
  if (!read) return read.error();
  if (complete && std::count(text.begin(), text.end(), '-') != house_count + 2)
    return Error{"stores and side to move are missing; they can be left out only if no other field follows"};
  const auto seeds = [&](std::size_t cell) { return static_cast<std::uint8_t>(read->cells[cell]); };
  Position position{.stores = {seeds(house_count), seeds(house_count + 1)}, .mover = read->mover};
  for (std::size_t house = 0; house < house_count; ++house) position.houses[house] = seeds(house);
  return position;
}

/// Parses the fields after the board. Missing fields keep their defaults.
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
    position.round = static_cast<std::uint16_t>(*round);
  }
  if (fields.size() > 2) {
    const auto starter = parse_side("the starter of the round", fields[2]);
    if (!starter) return starter.error();
    position.starter = *starter;
  }
  if (fields.size() > 3) {
    const auto turns = parse_count("the number of turns in the round", fields[3], {0, options.max_turns});
    if (!turns) return turns.error();
    position.turns = static_cast<std::uint16_t>(*turns);
  }
  return position;
}

/// `4 from e, 4 from b`: the harvests of `side`; empty if there is none.
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
    line += fmt::format("   {}", side_letter(position.owner(house)));
  }
  return line + "\n";
}

void give_rest(Side side, Tracer& tracer) {
  const BoardShape& form = tracer.shape();
  tracer.move_all(form.hand(), form.store(side));
  for (int house = 0; house < house_count; ++house) tracer.move_all(house, form.store(side));
}

}  // namespace

std::string NamNam::position_text(const Position& position) const {
  ShortText text;
  text << two_row_text(scene(position)) << '/';
  for (int house = 0; house < house_count; ++house) text << side_letter(position.owner(house));
  text << '/' << position.round << '/' << side_letter(position.starter) << '/' << position.turns;
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
  const Position follows = before_next_turn(*position);
  if (follows == *position) return position;
  return Error{fmt::format("no turn is possible here; the next position is `{}`", position_text(follows))};
}

std::string NamNam::move_text(const Position&, Move move) const { return {letter(move)}; }

std::variant<NamNam::Move, MoveError> NamNam::parse_move(const Position& position,
                                                         std::string_view text) const {
  const auto parsed = parse_pit(text, houses_per_side, "a house");
  const int* house = std::get_if<int>(&parsed);
  if (house == nullptr) return std::get<MoveError>(parsed);
  if ((legal_houses(position) & (1 << *house)) != 0) return static_cast<Move>(*house);
  return illegal(refusal(position, *house));
}

std::string NamNam::refusal(const Position& position, int house) const {
  const Side owner = position.owner(house);
  if (owner != position.mover)
    return fmt::format("`{}` is {}'s in this round and {} is to move", letter(house), name(owner),
                       name(position.mover));
  if (position.seeds(house) == 0) return fmt::format("`{}` is empty", letter(house));
  if (options_.endless == Endless::illegal && take_turn(options_, position, house).endless)
    return fmt::format("`{}` begins an endless turn", letter(house));
  return fmt::format("`{}` leaves {} without seeds", letter(house), name(opponent(position.mover)));
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
  if (turn_is_possible(after_turn)) return {};
  if (must_pass(after_turn)) return fmt::format("; {} has no seeds and passes", name(after_turn.mover));
  const Position finished = shared_out(after_turn);
  const Territory filled = territory(finished);
  const bool over = match_is_won(finished) || finished.round >= options_.max_rounds;
  return fmt::format("; the {} ends {}-{}: south owns {} houses, north {}", over ? "match" : "round",
                     finished.store(Side::south), finished.store(Side::north), filled.south, filled.north);
}

std::string NamNam::board(const Position& position) const {
  std::string drawn = draw_two_rows(scene(position));
  if (position.norths != norths_home)
    drawn = owner_line(position, Side::north) + drawn + owner_line(position, Side::south);
  return drawn + fmt::format("  round {} of {}, {} began; turns taken: {}\n", position.round,
                             options_.max_rounds, name(position.starter), position.turns);
}

BoardShape NamNam::shape() const { return two_row_shape(houses_per_side, SowingTrack::pits_only); }

Scene NamNam::scene(const Position& position) const {
  Scene scene = two_row_scene(position.houses, position.stores, position.mover);
  scene.norths = position.norths;
  return scene;
}

// `take_turn` gives the number of laps, the harvests, and the side that takes the rest.
void NamNam::trace(const Position& position, Move move, const Position& after, Tracer& tracer) const {
  const BoardShape& form = tracer.shape();
  std::vector<Harvest> harvests;
  const Turn turn = take_turn(options_, position, move, &harvests);
  std::size_t harvested = 0;
  int at = move;
  for (int lap = 0; lap < turn.laps; ++lap) {
    if (lap == max_traced_laps) return;
    const int origin = at;
    tracer.lift(origin);
    while (tracer.in_hand() > 0) {
      at = (at + 1) % house_count;
      if (at == origin && options_.skip_origin) continue;
      tracer.drop(at);
      if (tracer.at(at) != harvest_size) continue;
      tracer.move_all(at, form.store(harvests[harvested].by));
      const bool last = ++harvested == harvests.size();
      if (last && turn.rest > 0 && options_.last8 != LastEight::mover) give_rest(turn.rest_to, tracer);
    }
  }
  if (turn.rest > 0) give_rest(turn.rest_to, tracer);
  if (after.round != position.round || is_over(after)) {  // the round is over
    for (int house = 0; house < house_count; ++house)
      tracer.move_all(house, form.store(position.owner(house)));
  }
}

}  // namespace ebiri::rules::namnam
