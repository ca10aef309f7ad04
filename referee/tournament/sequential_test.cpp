#include "referee/tournament/sequential_test.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "referee/support/fnv.hpp"

namespace ebiri::tournament {

namespace {

using Result = match::Verdict::Result;

// The score of a game for `engine`; nothing if the game is void.
std::optional<rating::Score> score(const Pairing& game, Result result, const std::string& engine) {
  if (result == Result::void_game) return std::nullopt;
  if (result == Result::draw) return rating::Score::draw;
  const bool south_won = result == Result::south_wins;
  return south_won == (game.south == engine) ? rating::Score::win : rating::Score::loss;
}

// The other game of the pair, if there is one.
std::optional<Pairing> partner(const Schedule& schedule, const Pairing& game) {
  for (const int number : {game.game - 1, game.game + 1}) {
    const auto other = schedule.find(number);
    if (other && other->pair == game.pair) return other;
  }
  return std::nullopt;
}

}  // namespace

SequentialTest::SequentialTest(const Tournament& tournament, const match::GameList& games)
    : settings_(*tournament.plan().sprt),
      sprt_(settings_) {
  for (const match::GameSummary& game : games) remember_moves(game);
  for (const Pairing& game : tournament.schedule()) count_pair(tournament, game.game);
}

void SequentialTest::add(const Tournament& tournament, const match::GameSummary& game) {
  remember_moves(game);
  count_pair(tournament, game.game);
}

bool SequentialTest::counts(const match::GameSummary& game) const {
  if (game.result == Result::void_game) return true;
  return game.pair <= sprt_.next() && !void_pairs_.contains(game.pair);
}

void SequentialTest::remember_moves(const match::GameSummary& game) {
  if (game.moves_known && !match::aborted(game)) sequences_.insert_or_assign(game.game, game.sequence);
}

std::optional<std::uint64_t> SequentialTest::moves_of(int one, int other) const {
  const auto first = sequences_.find(one), second = sequences_.find(other);
  if (first == sequences_.end() || second == sequences_.end()) return std::nullopt;
  return (Fnv{} << first->second << second->second).value();
}

void SequentialTest::count_pair(const Tournament& tournament, int game) {
  const Results& results = tournament.results();
  if (!results.contains(game)) return;
  auto one = tournament.schedule().find(game);
  auto other = one ? partner(tournament.schedule(), *one) : std::nullopt;
  if (!other || !results.contains(other->game)) return;
  const auto pair = static_cast<std::size_t>(one->pair) - 1;
  if (counted_.size() <= pair) counted_.resize(pair + 1);
  if (counted_[pair]) return;
  counted_[pair] = true;
  if (one->south != settings_.candidate) std::swap(one, other);
  const auto as_south = score(*one, *results.of(one->game), settings_.candidate);
  const auto as_north = score(*other, *results.of(other->game), settings_.candidate);
  if (!as_south || !as_north) {
    void_pairs_.insert(one->pair);
    return sprt_.add(one->pair - 1, std::nullopt);
  }
  rating::PairScores pair_scores{*as_south, *as_north, moves_of(one->game, other->game)};
  // Includes the results, because faults and resignations can end games with the same moves in different
  // ways.
  if (pair_scores.games)
    pair_scores.games = (Fnv{*pair_scores.games} << static_cast<std::uint64_t>(*as_south)
                                                 << static_cast<std::uint64_t>(*as_north))
                            .value();
  sprt_.add(one->pair - 1, pair_scores);
}

}  // namespace ebiri::tournament
