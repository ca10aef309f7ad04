#include "referee/config/sections.hpp"

namespace ebiri::config {

namespace {

using match::Limit;
using std::chrono::milliseconds;

constexpr milliseconds shortest{1};
constexpr milliseconds longest{24 * 3600 * 1000};

void check_limit(Limit& limit, const Node& map, Reading& reading) {
  if (map.entries.empty()) {
    reading.problems.add(map.place, "the limit is empty", "write for example `{nodes: 20000}`, or `none`");
  }
  const Entry* move = map.find("move");
  const Entry* base = map.find("base");
  if (move != nullptr && base != nullptr) {
    const Entry& later = move->place < base->place ? *base : *move;
    reading.problems.add(later.place, "a limit has either `move` or `base`, not both",
                         "`move` is for each move, `base` for the whole game");
  }
  for (const std::string key : {"increment", "moves", "hourglass"}) {
    const Entry* entry = map.find(key);
    if (entry != nullptr && base == nullptr)
      reading.problems.add(entry->place, "`" + key + "` needs `base`", "write for example `base: 10s`");
  }
  if (!limit.hourglass) return;
  for (const std::string key : {"increment", "moves"}) {
    if (const Entry* entry = map.find(key))
      reading.problems.add(entry->place, "`" + key + "` and `hourglass` cannot be combined",
                           "an hourglass adds only the time that the opponent uses");
  }
}

}  // namespace

const Section<Limit>& limit_section() {
  static const Section<Limit> section{
      {
          scalar(&Limit::move, duration(shortest, longest), {"move", "Time for each move", "50ms"}),
          scalar(&Limit::base, duration(shortest, longest),
                 {"base", "Time for all moves of a game together; cannot be combined with `move`", "10s"}),
          scalar(&Limit::increment, duration(milliseconds(0), longest),
                 {"increment", "Time added after each own move; only with `base`", "100ms"}),
          scalar(&Limit::moves, whole_number<int>(1, 1000),
                 {"moves", "Number of own moves after which `base` is added again; only with `base`", "40"}),
          scalar(&Limit::hourglass, word<bool>({{"true", true}}),
                 {"hourglass",
                  "`true`: the time that one side uses is added to the other's clock; only with `base`",
                  "true"}),
          scalar(&Limit::nodes, whole_number<std::uint64_t>(1, 1'000'000'000'000),
                 {"nodes", "Positions that the engine may search for each move", "20000"}),
          scalar(&Limit::depth, whole_number<int>(1, 1000),
                 {"depth", "Plies that the engine may search ahead", "6"}),
      },
      "{nodes: 20000}",
      check_limit,
      "none"};
  return section;
}

}  // namespace ebiri::config
