#include "referee/tournament/sequential_test.hpp"

#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

namespace ebiri::tournament {

namespace {

using Result = match::Verdict::Result;

// What a game was for the engine of that name; nothing if it is void.
std::optional<rating::Score> score(const Pairing& game, Result result, const std::string& engine) {
  if (result == Result::void_game) return std::nullopt;
  if (result == Result::draw) return rating::Score::draw;
  const bool south_won = result == Result::south_wins;
  return south_won == (game.south == engine) ? rating::Score::win : rating::Score::loss;
}

// The other game of the pair; null if there is none.
const Pairing* partner(const Schedule& schedule, const Pairing& game) {
  for (const int number : {game.game - 1, game.game + 1}) {
    const Pairing* other = find_pairing(schedule, number);
    if (other != nullptr && other->pair == game.pair) return other;
  }
  return nullptr;
}

}  // namespace

SequentialTest::SequentialTest(const Tournament& tournament)
    : settings_(*tournament.plan().sprt),
      sprt_(settings_) {
  for (const auto& [game, result] : tournament.results()) look_at(tournament, game);
}

void SequentialTest::look_at(const Tournament& tournament, int game) {
  const Pairing* one = find_pairing(tournament.schedule(), game);
  const Pairing* other = one == nullptr ? nullptr : partner(tournament.schedule(), *one);
  if (other == nullptr) return;
  const auto& results = tournament.results();
  if (!results.contains(one->game) || !results.contains(other->game)) return;
  const auto pair = static_cast<std::size_t>(one->pair) - 1;
  if (counted_.size() <= pair) counted_.resize(pair + 1);
  if (counted_[pair]) return;
  counted_[pair] = true;
  if (one->south != settings_.candidate) std::swap(one, other);
  const auto as_south = score(*one, results.at(one->game), settings_.candidate);
  const auto as_north = score(*other, results.at(other->game), settings_.candidate);
  const bool sound = as_south && as_north;
  sprt_.add(one->pair - 1, sound ? std::optional{rating::PairScores{*as_south, *as_north}} : std::nullopt);
}

}  // namespace ebiri::tournament
