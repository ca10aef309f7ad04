#include "referee/contest/practice/pairs.hpp"

#include <algorithm>
#include <map>

#include "referee/rating/fit.hpp"

namespace ebiri::contest {

namespace {

// The number of the opening with that fingerprint, from 1; 0 if there is none.
int opening_with(const match::OpeningBook& openings, std::uint64_t fingerprint) {
  int number = 0;
  for (const match::Opening opening : openings) {
    ++number;
    if (match::fingerprint(opening) == fingerprint) return number;
  }
  return 0;
}

}  // namespace

PracticePairs::PracticePairs(const match::GameList& played) {
  std::map<int, match::GameSummary> pairs;  // by number: in the order of choice, unlike `played`
  for (const match::GameSummary& game : played) pairs.emplace(game.pair, game);
  for (const auto& [pair, game] : pairs) ledger_.take(pair, game.south, game.north);
}

void PracticePairs::find_halves(const match::GameList& played, const run::Arena& arena) {
  std::map<int, std::vector<match::GameSummary>> pairs;
  std::map<int, int> attempts;
  for (const match::GameSummary& game : played) {
    attempts[game.game] = std::max(attempts[game.game], game.attempt);
    if (!match::aborted(game) || game.attempt > arena.settings.max_replays) pairs[game.pair].push_back(game);
  }
  for (const auto& [pair, games] : pairs) {
    if (games.size() != 1) continue;
    const match::GameSummary& over = games.front();
    const int opening = opening_with(arena.openings, over.opening);
    if (opening == 0) continue;
    const int missing = 4 * pair - 1 - over.game;  // 2p - 1 or 2p
    halves_.push_back({{missing, pair, opening, over.north, over.south}, attempts[missing] + 1});
  }
  std::ranges::reverse(halves_);
}

tournament::Task PracticePairs::next(const std::vector<PracticePlayer>& players, const run::Arena& arena,
                                     const rating::Tally& tally) {
  while (!halves_.empty()) {
    const Half half = halves_.back();
    halves_.pop_back();
    if (are_among(half.missing.south, half.missing.north, players))
      return {setup_of(arena, half.missing, half.attempt)};
  }
  if (!rated_ && rating_pace_.due()) rating_pace_.run([&] { rate(players, tally, arena.settings.rating); });
  const auto meeting = next_meeting(table_, ledger_);
  const auto& [south, north] = *meeting;
  const int pair = ledger_.last() + 1;
  const int opening = next_opening(ledger_, south, north, static_cast<int>(arena.openings.size()));
  ledger_.take(pair, south, north);
  return {setup_of(arena, {2 * pair - 1, pair, opening, south, north}, 1),
          setup_of(arena, {2 * pair, pair, opening, north, south}, 1)};
}

void PracticePairs::rate(const std::vector<PracticePlayer>& players, const rating::Tally& tally,
                         rating::Options options) {
  rated_ = true;
  options.errors = rating::Errors::fisher;  // the fastest method, because errors are not used here
  const rating::Fit fit = rating::fit(rating::problem_of(tally, options));
  table_.clear();
  for (const PracticePlayer& player : players) {
    const auto engine = fit.rated(player.name);
    table_.push_back({player.name, engine ? std::optional{fit.elo[*engine]} : std::nullopt});
  }
}

}  // namespace ebiri::contest
