#include "referee/rating/tally.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

#include "referee/support/fnv.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rating {

namespace {

using match::GameSummary;
using rules::Side;

constexpr std::size_t index(Score score) { return static_cast<std::size_t>(score); }

Score south_score(match::Verdict::Result result) {
  if (result == match::Verdict::Result::south_wins) return Score::win;
  return result == match::Verdict::Result::north_wins ? Score::loss : Score::draw;
}

void add(Margin& sum, const Margin& margin, int sign) {
  sum.games += margin.games;
  sum.sum += sign * margin.sum;
  sum.sum_of_squares += margin.sum_of_squares;
}

void count(Forfeits& forfeits, player::Fault::Kind kind) {
  using Kind = player::Fault::Kind;
  if (kind == Kind::time)
    ++forfeits.time;
  else if (kind == Kind::failed_to_start || kind == Kind::crashed)
    ++forfeits.crash;
  else
    ++(kind == Kind::illegal_move ? forfeits.illegal : forfeits.other);
}

// Whether two games form an opening pair.
bool are_pair(const GameSummary& one, const GameSummary& other) {
  return one.pair == other.pair && one.south == other.north && one.north == other.south &&
         one.result != match::Verdict::Result::void_game && other.result != match::Verdict::Result::void_game;
}

// The hash includes the result: after the same moves, a fault or a resignation can make another result.
std::uint64_t judged_hash(const GameSummary& game, Score south) {
  return (Fnv{game.sequence} << (south == Score::win ? "w" : south == Score::draw ? "d" : "l")).value();
}

std::uint64_t joined_hash(std::uint64_t first, std::uint64_t second) {
  return (Fnv{first} << second).value();
}

// Adds a meeting to the tally of one of its engines.
void add(EngineTally& engine, const Meeting& meeting, bool first) {
  const OneWay& south = first ? meeting.first_south : meeting.second_south;
  const OneWay& north = first ? meeting.second_south : meeting.first_south;
  engine.as_south = sum(engine.as_south, south.results);
  engine.as_north = sum(engine.as_north, reversed(north.results));
  engine.exceptions = sum(engine.exceptions, sum(south.south, north.north));
  add(engine.margin, south.margin, 1);
  add(engine.margin, north.margin, -1);
  const Pentanomial pairs = by_points(meeting.pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) engine.pairs[k] += pairs[first ? k : 4 - k];
  engine.unique_games += south.unique_games + north.unique_games;
}

}  // namespace

std::int64_t games(const Trinomial& results) { return results[0] + results[1] + results[2]; }

double points(const Trinomial& results) { return static_cast<double>(results[1] + 2 * results[2]) / 2; }

std::optional<double> score(const Trinomial& results) {
  if (games(results) == 0) return std::nullopt;
  return points(results) / static_cast<double>(games(results));
}

Trinomial reversed(const Trinomial& results) { return {results[2], results[1], results[0]}; }

Trinomial sum(const Trinomial& a, const Trinomial& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

Exceptions sum(const Exceptions& a, const Exceptions& b) {
  return {a.akawumbi + b.akawumbi, a.forfeits + b.forfeits};
}

Pentanomial by_points(const PairTable& pairs) {
  Pentanomial result{};
  for (std::size_t x = 0; x < 3; ++x)
    for (std::size_t y = 0; y < 3; ++y) result[x + 2 - y] += pairs[x][y];
  return result;
}

double points(const Trinomial& results, const Exceptions& exceptions, const Points& table) {
  const auto times = [](std::int64_t count, double points) { return static_cast<double>(count) * points; };
  return times(results[2] - exceptions.akawumbi, table.win) +
         times(exceptions.akawumbi, table.akawumbi.value_or(table.win)) + times(results[1], table.draw) +
         times(results[0] - exceptions.forfeits, table.loss) + times(exceptions.forfeits, table.forfeit);
}

std::int64_t EngineTally::games() const { return rating::games(as_south) + rating::games(as_north); }
double EngineTally::points() const { return rating::points(as_south) + rating::points(as_north); }

double EngineTally::points(const Points& table) const {
  return rating::points(sum(as_south, as_north), exceptions, table);
}

bool EngineFilter::passes(std::string_view name) const {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return (only.empty() || has(only)) && !has(except);
}

Tally::Tally(const std::vector<std::string>& engines, EngineFilter filter) : filter_(std::move(filter)) {
  for (const std::string& name : engines) {
    if (filter_.passes(name)) engines_.try_emplace(name);
  }
}

void Tally::add(const match::GameRecord& record) {
  add(match::summary_of(record));
  thinking_.add(record);
}

void Tally::add(const GameSummary& game) { add(std::span{&game, 1}); }

void Tally::add(std::span<const GameSummary> games) {
  // By south and north: pointers to interned names.
  boost::unordered_flat_map<std::pair<const std::string*, const std::string*>, std::optional<Direction>>
      known;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const GameSummary& game = games[i];
    assert(game.south != game.north);
    const auto [place, is_new] = known.try_emplace({&game.south.text(), &game.north.text()});
    std::optional<Direction>& found = place->second;
    if (is_new && filter_.passes(game.south.text()) && filter_.passes(game.north.text())) {
      engines_.try_emplace(game.south);
      engines_.try_emplace(game.north);
      found.emplace();
    }
    if (!found) continue;
    Direction& way = *found;
    if (game.result == match::Verdict::Result::void_game) {
      count_void(game);
      continue;
    }
    if (way.meeting == nullptr) {
      const auto meeting = meetings_.try_emplace(std::minmax(game.south, game.north)).first;
      way = {&meeting->second, game.south == meeting->first.first};
      meeting->second.key = (Fnv{} << meeting->first.first << "\n" << meeting->first.second).value();
    }
    const PairHalf now = count_result(game, way);
    if (i + 1 < games.size() && are_pair(game, games[i + 1])) {  // so that neither enters `waiting_`
      const PairHalf partner = count_result(games[++i], {way.meeting, !way.first_is_south});
      count_both(*way.meeting, now, partner);
    } else {
      count_pair(*way.meeting, game.pair, now);
    }
  }
}

void Tally::count_void(const GameSummary& game) {
  ++voids_;
  if (!match::aborted(game)) return;
  if (game.loser) {
    ++voids_by_engines_;
    ++engines_.find(*game.loser == rules::Side::south ? game.south : game.north)->second.voids_caused;
    return;
  }
  ++voids_by_machine_;
  for (const std::string& name : {game.south, game.north}) ++engines_.find(name)->second.voids_by_machine;
}

// Counts everything of a game except its part in a pair.
PairHalf Tally::count_result(const GameSummary& game, const Direction& way) {
  ++games_;
  plies_ += game.plies;
  const Score south = south_score(game.result);
  OneWay& games = way.games();
  ++games.results[index(south)];
  if (!game.moves_known || sequences_.insert(joined_hash(way.key(), game.sequence)).second)
    ++games.unique_games;
  if (game.cause == match::Verdict::Cause::rules || game.cause == match::Verdict::Cause::agreed) {
    const std::int64_t difference = std::int64_t{game.south_seeds} - game.north_seeds;
    rating::add(games.margin, {.games = 1, .sum = difference, .sum_of_squares = difference * difference}, 1);
  }
  if (game.cause == match::Verdict::Cause::fault && game.fault && game.loser) {
    ++(*game.loser == Side::south ? games.south : games.north).forfeits;
    const std::string& name = *game.loser == Side::south ? game.south : game.north;
    count(engines_.find(name)->second.forfeits, *game.fault);
  }
  if (game.akawumbi && south != Score::draw) ++(south == Score::win ? games.south : games.north).akawumbi;
  return {way.first_is_south, south, game.moves_known, game.moves_known ? judged_hash(game, south) : 0,
          game.opening};
}

void Tally::count_pair(Meeting& meeting, int pair, const PairHalf& now) {
  const auto [partner, is_first] = waiting_.try_emplace({meeting.key, pair}, now);
  if (is_first || partner->second.first_is_south == now.first_is_south) {
    count_unpaired(meeting, now, 1);
    return;
  }
  const PairHalf earlier = partner->second;
  waiting_.erase(partner);
  count_unpaired(meeting, earlier, -1);
  count_both(meeting, now, earlier);
}

void Tally::count_both(Meeting& meeting, const PairHalf& one, const PairHalf& other) {
  const PairHalf& x = one.first_is_south ? one : other;
  const PairHalf& y = one.first_is_south ? other : one;
  const bool known = x.known && y.known;
  const std::uint64_t both = joined_hash(joined_hash(meeting.key, x.sequence), y.sequence);
  const bool distinct = !known || pair_sequences_.insert(both).second;
  const auto count = [&](PairTable& pairs) { ++pairs[index(x.score)][index(y.score)]; };
  count(meeting.pairs);
  if (distinct) count(meeting.distinct_pairs);
  OpeningPairs& opening = openings_[x.opening];
  count(opening.pairs);
  if (distinct) count(opening.distinct_pairs);
}

void Tally::count_unpaired(Meeting& meeting, const PairHalf& game, int times) {
  const Direction way{&meeting, game.first_is_south};
  OneWay& games = way.games();
  games.unpaired[index(game.score)] += times;
  if (!game.known) {
    games.distinct_unpaired[index(game.score)] += times;
    return;
  }
  const auto same = lone_.try_emplace(joined_hash(way.key(), game.sequence)).first;
  const bool before = same->second > 0;
  same->second += times;
  if (before != (same->second > 0)) games.distinct_unpaired[index(game.score)] += times;
  if (same->second == 0) lone_.erase(same);
}

std::vector<std::string> Tally::engines() const {
  return mapped(engines_, [](const auto& engine) { return engine.first; });
}

EngineTally Tally::own_tally_of(const std::string& name, const Own& own) const {
  const match::EngineTime& time = thinking_.of(name);
  return {.forfeits = own.forfeits,
          .conduct = {time.pondered, time.opponents, own.voids_by_machine, own.voids_caused},
          .thinking = time.moves};
}

EngineTally Tally::engine(std::string_view name) const {
  const auto own = engines_.find(name);
  if (own == engines_.end()) return {};
  EngineTally result = own_tally_of(own->first, own->second);
  for (const auto& [names, meeting] : meetings_) {
    if (names.first == name || names.second == name) rating::add(result, meeting, names.first == name);
  }
  return result;
}

std::map<std::string, EngineTally, std::less<>> Tally::by_engine() const {
  std::map<std::string, EngineTally, std::less<>> all;
  for (const auto& [name, own] : engines_) all.emplace(name, own_tally_of(name, own));
  for (const auto& [names, meeting] : meetings_) {
    rating::add(all.find(names.first)->second, meeting, true);
    rating::add(all.find(names.second)->second, meeting, false);
  }
  return all;
}

std::int64_t Tally::unique_games() const {
  std::int64_t sum = 0;
  for (const auto& [names, meeting] : meetings_)
    sum += meeting.first_south.unique_games + meeting.second_south.unique_games;
  return sum;
}

std::int64_t Tally::repeated_pairs() const {
  std::int64_t sum = 0;
  for (const auto& [names, meeting] : meetings_) {
    for (std::size_t x = 0; x < 3; ++x)
      sum += rating::games(meeting.pairs[x]) - rating::games(meeting.distinct_pairs[x]);
  }
  return sum;
}

}  // namespace ebiri::rating
