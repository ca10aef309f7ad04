#include "referee/rules/namnam/namnam.hpp"

#include <algorithm>

namespace ebiri::rules::namnam {

namespace {

Outcome ended(std::string_view reason, const Position& finished) {
  return outcome_by_seeds(reason, finished.store(Side::south), finished.store(Side::north));
}

/// The number of occurrences of the last position in its round since the last harvest, itself included.
int occurrences(std::span<const Position> history) {
  const Position& last = history.back();
  int count = 1;
  for (std::size_t i = history.size() - 1; i-- > 0;) {
    const Position& earlier = history[i];
    if (earlier.round != last.round || earlier.stores != last.stores) break;
    if (earlier.houses == last.houses && earlier.mover == last.mover) ++count;
  }
  return count;
}

Side next_starter(const Position& finished, RoundStarter rule) {
  const int lead = finished.store(Side::south) - finished.store(Side::north);
  const Side richer = lead > 0 ? Side::south : Side::north;
  if (rule == RoundStarter::same) return finished.starter;
  // An equal round has neither winner nor loser: the sides alternate.
  if (rule == RoundStarter::alternate || lead == 0) return opponent(finished.starter);
  return rule == RoundStarter::winner ? richer : opponent(richer);
}

}  // namespace

Territory territory(const Position& finished) {
  const int south = finished.store(Side::south);
  const int north = finished.store(Side::north);
  Territory filled{south / harvest_size, north / harvest_size};
  if (filled.south + filled.north == house_count) return filled;
  const int lead = south % harvest_size - north % harvest_size;
  const bool to_south = lead > 0 || (lead == 0 && filled.south < houses_per_side);
  ++(to_south ? filled.south : filled.north);
  return filled;
}

HouseSet norths_houses(Territory territory, PoorerKeeps poorer_keeps) {
  const bool north_is_poorer = territory.north < territory.south;
  const auto kept = static_cast<unsigned>(north_is_poorer ? territory.north : territory.south);
  unsigned poorer = (1U << kept) - 1;
  if (poorer_keeps == PoorerKeeps::right) poorer <<= houses_per_side - kept;
  if (north_is_poorer) return static_cast<HouseSet>(poorer << houses_per_side);
  return static_cast<HouseSet>(every_house & ~poorer);
}

Position next_round(const Position& finished, const Options& options) {
  Position position;
  position.houses.fill(harvest_size);
  position.norths = norths_houses(territory(finished), options.poorer_keeps);
  position.starter = next_starter(finished, options.round_starter);
  position.mover = position.starter;
  position.round = static_cast<std::uint16_t>(finished.round + 1);
  return position;
}

Position shared_out(const Position& position) {
  Position finished = position;
  for (int house = 0; house < house_count; ++house) {
    std::uint8_t& store = finished.store(position.owner(house));
    store = static_cast<std::uint8_t>(store + position.seeds(house));
  }
  finished.houses = {};
  return finished;
}

Position NamNam::start() const {
  Position position;
  position.houses.fill(harvest_size);
  return position;
}

bool NamNam::feeds(const Turn& turn) const {
  if (turn.round_over && options_.round_end_feeds) return true;
  return (turn.after.occupied() & turn.after.owned_by(opponent(turn.after.mover))) != 0;
}

// The legal houses among `houses`. Needed only if the opponent has no seeds or endless turns are illegal.
HouseSet NamNam::restricted_houses(const Position& position, HouseSet houses) const {
  const bool in_need = (position.occupied() & position.owned_by(opponent(position.mover))) == 0;
  unsigned legal = houses;
  for (unsigned rest = houses; rest != 0; rest &= rest - 1) {
    const Turn turn = take_turn(options_, position, std::countr_zero(rest));
    const bool endless = turn.endless && options_.endless == Endless::illegal;
    const bool starves = in_need && options_.feed == Feed::must && !feeds(turn);
    if (endless || starves) legal &= ~(rest & (~rest + 1));
  }
  return static_cast<HouseSet>(legal);
}

// The position with the opponent to move. If the round ended within the turn, the seeds left in the houses
// are shared out.
Position NamNam::after_turn(const Turn& turn) {
  Position position = turn.round_over ? shared_out(turn.after) : turn.after;
  position.mover = opponent(position.mover);
  ++position.turns;
  return position;
}

bool NamNam::match_is_won(const Position& finished) const {
  const Territory filled = territory(finished);
  return std::max(filled.south, filled.north) >= options_.goal_houses;
}

// If not, the mover passes (`must_pass`), or the round ends.
bool NamNam::turn_is_possible(const Position& position) const {
  if (position.turns >= options_.max_turns || position.in_play() == 0) return false;
  if (options_.last8 == LastEight::starter && position.in_play() <= last_seeds) return false;
  return legal_houses(position) != 0;
}

// Whether a mover that takes no turn passes, and the round goes on.
bool NamNam::must_pass(const Position& position) const {
  if (options_.no_seeds == NoSeeds::end || position.turns >= options_.max_turns) return false;
  if ((position.occupied() & position.owned_by(position.mover)) != 0) return false;
  Position passed = position;
  passed.mover = opponent(position.mover);
  return turn_is_possible(passed);
}

Position NamNam::before_next_turn(Position position) const {
  while (!turn_is_possible(position)) {
    if (must_pass(position)) {
      position.mover = opponent(position.mover);
      break;
    }
    if (options_.last8 == LastEight::starter && position.in_play() <= last_seeds) {
      // Only in a given position: in play a harvest takes the last eight (`take_turn`).
      const int others = position.store(opponent(position.starter));
      position.store(position.starter) = static_cast<std::uint8_t>(seed_count - others);
      position.houses = {};
    }
    position = shared_out(position);
    if (match_is_won(position) || position.round >= options_.max_rounds) break;
    position = next_round(position, options_);
  }
  return position;
}

Position NamNam::settled(std::span<const Position> history) const {
  const Position& last = history.back();
  if (is_over(last) || occurrences(history) < 3) return last;
  return before_next_turn(shared_out(last));
}

std::optional<Outcome> NamNam::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (!is_over(last)) return std::nullopt;
  return ended(match_is_won(last) ? "territory" : "max-rounds", last);
}

Outcome NamNam::agreed_end(const Position& position) const { return ended("agreed", shared_out(position)); }

int NamNam::seeds(const Position& position) const {
  const Position finished = shared_out(position);
  return finished.store(Side::south) + finished.store(Side::north);
}

std::uint64_t NamNam::key(const Position& position) const {
  std::uint64_t mixed = 0;
  const auto mix = [&mixed](std::uint64_t value) {
    mixed = (mixed ^ value) * 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 32U)) * 0xD6E8FEB86659FD93;
    mixed ^= mixed >> 32U;
  };
  std::uint64_t packed = 0;
  for (std::size_t house = 0; house < house_count; ++house) {
    packed = packed << 8U | position.houses[house];
    if (house % houses_per_side == houses_per_side - 1) {
      packed = packed << 8U | position.stores[house / houses_per_side];
      mix(packed + 1);
      packed = 0;
    }
  }
  packed = position.norths;
  packed = packed << 16U | position.round;
  packed = packed << 16U | position.turns;
  mix(packed << 2U | index(position.mover) << 1U | index(position.starter));
  return mixed;
}

}  // namespace ebiri::rules::namnam
