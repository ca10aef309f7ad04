#include "referee/contest/practice/practice.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "referee/rating/fit.hpp"
#include "referee/support/fnv.hpp"

namespace ebiri::contest {

namespace {

std::pair<std::string, std::string> in_order(const std::string& one, const std::string& other) {
  return std::minmax(one, other);
}

// The entry whose turn it is, as an index.
std::size_t candidate_of(std::span<const PracticeEntry> field, const PracticeLedger& ledger) {
  const bool prefers_new = ledger.last() % 2 == 0;
  const auto order = [&](const PracticeEntry& entry) {
    const int pairs = ledger.pairs(entry.name);
    const bool is_new = prefers_new && pairs < settled_pairs;
    return std::tuple{!is_new, is_new ? pairs : ledger.turn(entry.name), ledger.last(entry.name)};
  };
  return static_cast<std::size_t>(std::ranges::min_element(field, {}, order) - field.begin());
}

// Indexes from the best entry to the worst; entries without a rating are in the middle.
std::vector<std::size_t> table_of(std::span<const PracticeEntry> field) {
  std::vector<std::size_t> rated, unrated;
  for (std::size_t i = 0; i < field.size(); ++i) (field[i].elo ? rated : unrated).push_back(i);
  std::ranges::stable_sort(rated,
                           [&](std::size_t a, std::size_t b) { return *field[a].elo > *field[b].elo; });
  rated.insert(rated.begin() + static_cast<std::ptrdiff_t>(rated.size() / 2), unrated.begin(), unrated.end());
  return rated;
}

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

void PracticeLedger::take(int pair, const std::string& one, const std::string& other) {
  assert(pair >= 1 && one != other);
  if (pair <= last_) return;
  last_ = pair;
  const int turns[] = {turn(one), turn(other)};
  now_ = std::max(now_, std::min(turns[0], turns[1]));
  for (const auto& [name, turn] : {std::pair{&one, turns[0]}, {&other, turns[1]}}) {
    Own& entry = own_[*name];
    entry.turn = ++entry.pairs == settled_pairs ? now_ : turn + 1;
    entry.last = pair;
  }
  ++meetings_[in_order(one, other)];
}

PracticeLedger::Own PracticeLedger::own(const std::string& name) const {
  const auto found = own_.find(name);
  return found == own_.end() ? Own{.turn = now_} : found->second;
}

int PracticeLedger::meetings(const std::string& one, const std::string& other) const {
  const auto found = meetings_.find(in_order(one, other));
  return found == meetings_.end() ? 0 : found->second;
}

std::optional<PracticeMeeting> next_meeting(std::span<const PracticeEntry> field,
                                            const PracticeLedger& ledger) {
  if (field.size() < 2) return std::nullopt;
  const std::size_t candidate = candidate_of(field, ledger);
  const std::string& name = field[candidate].name;
  const auto table = table_of(field);
  const auto own = static_cast<std::size_t>(std::ranges::find(table, candidate) - table.begin());
  std::vector<std::size_t> near;  // places in the table, from 0, the nearest first
  for (std::size_t place = 0; place < table.size(); ++place)
    if (place != own) near.push_back(place);
  std::ranges::stable_sort(near, {},
                           [&](std::size_t place) { return std::max(place, own) - std::min(place, own); });
  near.resize(std::min(near.size(), neighbours));
  const auto order = [&](std::size_t place) {
    const std::string& opponent = field[table[place]].name;
    return std::tuple{ledger.meetings(name, opponent) + ledger.turn(opponent), ledger.last(opponent)};
  };
  return PracticeMeeting{name, field[table[*std::ranges::min_element(near, {}, order)]].name};
}

int next_opening(const PracticeLedger& ledger, const std::string& one, const std::string& other, int count) {
  assert(count >= 1);
  const auto [low, high] = in_order(one, other);
  const Fnv start = Fnv{} << low << high;
  const auto met = static_cast<std::uint64_t>(ledger.meetings(one, other));
  return static_cast<int>((start.value() + met) % static_cast<std::uint64_t>(count)) + 1;
}

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
