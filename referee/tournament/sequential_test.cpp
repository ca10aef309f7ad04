#include "referee/tournament/sequential_test.hpp"

#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

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

SequentialTest::SequentialTest(const Tournament& tournament)
    : settings_(*tournament.plan().sprt),
      sprt_(settings_) {
  for (const Pairing& game : tournament.schedule()) look_at(tournament, game.game);
}

void SequentialTest::look_at(const Tournament& tournament, int game) {
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
  const bool sound = as_south && as_north;
  sprt_.add(one->pair - 1, sound ? std::optional{rating::PairScores{*as_south, *as_north}} : std::nullopt);
}

}  // namespace ebiri::tournament
