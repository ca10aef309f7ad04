#include "referee/tournament/sequential_test.hpp"

#include <cstddef>
#include <optional>
#include <utility>

#include "referee/support/fnv.hpp"

namespace ebiri::tournament {

namespace {

using Result = match::Verdict::Result;

// The score of the engine for which the result `win` is a win.
rating::Score score(Result result, Result win) {
  if (result == Result::draw) return rating::Score::draw;
  return result == win ? rating::Score::win : rating::Score::loss;
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
  const Result result = *results.of(one->game), other_result = *results.of(other->game);
  if (result == Result::void_game || other_result == Result::void_game) {
    void_pairs_.insert(one->pair);
    return sprt_.add(one->pair - 1, std::nullopt);
  }
  rating::PairScores scores{score(result, Result::south_wins), score(other_result, Result::north_wins), {}};
  const auto moves = sequences_.find(one->game), other_moves = sequences_.find(other->game);
  // The fingerprint includes the results, because faults and resignations can end games with the same moves
  // in different ways.
  if (moves != sequences_.end() && other_moves != sequences_.end())
    scores.games =
        (Fnv{} << moves->second << other_moves->second << static_cast<std::uint64_t>(scores.as_south)
               << static_cast<std::uint64_t>(scores.as_north))
            .value();
  sprt_.add(one->pair - 1, scores);
}

}  // namespace ebiri::tournament
