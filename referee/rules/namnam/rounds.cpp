#include "referee/rules/namnam/rounds.hpp"

namespace ebiri::rules::namnam {

namespace {

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

}  // namespace ebiri::rules::namnam
