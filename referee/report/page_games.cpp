#include "referee/report/page_games.hpp"

#include <algorithm>

#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using match::GameSummary;

constexpr std::uint32_t index_bits = 0x7fff'ffff;  // of a number that shares its place with a flag

// Games in the order of their numbers and attempts.
struct Order {
  std::vector<std::uint32_t> indexes;
  std::vector<std::pair<int, int>> keys;  // none if they are the first attempts from game 1 on

  int number(std::size_t place) const {
    return keys.empty() ? static_cast<int>(place) + 1 : keys[place].first;
  }
};

Order order_of(const match::GameList& games) {
  Order order{.indexes = std::vector<std::uint32_t>(games.size()), .keys = {}};
  std::uint32_t index = 0;
  if (match::are_consecutive(games)) {
    for (const GameSummary& game : games) order.indexes[static_cast<std::size_t>(game.game) - 1] = index++;
    return order;
  }
  std::vector<std::pair<std::pair<int, int>, std::uint32_t>> places;
  for (const GameSummary& game : games) places.push_back({{game.game, game.attempt}, index++});
  std::ranges::sort(places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    order.keys.push_back(places[i].first);
    order.indexes[i] = places[i].second;
  }
  return order;
}

}  // namespace

std::vector<bool> chosen(const std::vector<bool>& faulty, std::size_t most) {
  const auto count = static_cast<std::size_t>(std::ranges::count(faulty, true));
  const std::size_t others = faulty.size() - count;
  std::size_t faulty_left = std::min(count, most);
  const std::size_t wanted = std::min(most - faulty_left, others);  // of the others
  std::vector<bool> taken(faulty.size());
  for (std::size_t i = 0, other = 0, next = 0; i < faulty.size(); ++i) {
    if (faulty[i] && faulty_left > 0) {
      taken[i] = true;
      --faulty_left;
    } else if (!faulty[i]) {
      taken[i] = next < wanted && other++ == next * others / wanted;
      if (taken[i]) ++next;
    }
  }
  return taken;
}

PageGames::PageGames(const match::GameList& games, const PageLimits& limits) {
  Order order = order_of(games);
  std::vector<bool> is_faulty, faulty;  // as they are listed, and in order
  for (const GameSummary& game : games) is_faulty.push_back(game.cause == match::Verdict::Cause::fault);
  for (const std::uint32_t index : order.indexes) faulty.push_back(is_faulty[index]);
  // Without room for all in the list, replays are of listed games.
  std::vector<bool> listed(games.size(), true), replayed(games.size());
  if (games.size() > limits.listed) listed = chosen(faulty, limits.listed);
  if (!limits.only) replayed = chosen(faulty, std::min(limits.replayed, limits.listed));
  const bool with_keys = !order.keys.empty() || games.size() > limits.listed;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const int number = order.number(i);
    const bool with_replay = limits.only ? number >= limits.only->first && number <= limits.only->second
                                         : static_cast<bool>(replayed[i]);
    if (!listed[i] && !with_replay) continue;
    wanted_.push_back({order.indexes[i] & index_bits, with_replay});
    if (with_keys) keys_.push_back(order.keys.empty() ? Key{number, 1} : order.keys[i]);
  }
  wanted_.shrink_to_fit();
  keys_.shrink_to_fit();
  listed_.reserve(wanted_.size());
}

const PageGames::Wanted* PageGames::wanted(const match::GameRecord& record) const {
  const Key key{record.game, record.attempt};
  if (keys_.empty()) {
    const auto place = static_cast<std::size_t>(record.game) - 1;
    return record.attempt == 1 && place < wanted_.size() ? &wanted_[place] : nullptr;
  }
  const auto found = std::ranges::lower_bound(keys_, key);
  return found == keys_.end() || *found != key ? nullptr
                                               : &wanted_[static_cast<std::size_t>(found - keys_.begin())];
}

void PageGames::finish() {
  wanted_ = std::vector<Wanted>{};
  keys_ = std::vector<Key>{};
}

bool PageGames::replays(const match::GameRecord& record) const {
  if (all_) return true;
  const Wanted* found = wanted(record);
  return found != nullptr && found->replayed;
}

std::size_t PageGames::ending_of(const match::GameRecord& record) {
  const Ending ending{record::word(record.verdict.cause), record.verdict.reason};
  const auto [found, added] = ending_index_.emplace(ending, endings_.size());
  if (added) {
    endings_.push_back(ending);
    ending_counts_.push_back(0);
  }
  ++ending_counts_[found->second];
  return found->second;
}

void PageGames::note_opening(const match::GameRecord& record) {
  const auto [found, added] = opening_index_.emplace(match::fingerprint(record.opening),
                                                     static_cast<std::uint32_t>(opening_index_.size()));
  if (found->second >= most_openings) return;
  if (added) {
    std::string moves = record.opening.base ? "position " + *record.opening.base : "";
    for (const std::string& move : record.opening.moves) moves += (moves.empty() ? "" : " ") + move;
    openings_.push_back({.name = record.opening.name, .moves = std::move(moves)});
  }
  OpeningResults& results = openings_[found->second];
  results.south_wins += record.verdict.result == match::Verdict::Result::south_wins ? 1 : 0;
  results.draws += record.verdict.result == match::Verdict::Result::draw ? 1 : 0;
  results.north_wins += record.verdict.result == match::Verdict::Result::north_wins ? 1 : 0;
}

void PageGames::note_limit(const std::string& engine, const std::string& limit) {
  auto& limits = engine_limits_[engine];
  if (std::ranges::find(limits, limit) == limits.end()) limits.push_back(limit);
}

void PageGames::add(const match::GameRecord& record) {
  const auto ending = static_cast<std::uint32_t>(ending_of(record));
  note_opening(record);
  note_limit(record.south, record.south_limit);
  note_limit(record.north, record.north_limit);
  if (all_)
    listed_.push_back({static_cast<std::uint32_t>(listed_.size()), ending & index_bits, true});
  else if (const Wanted* found = wanted(record))
    listed_.push_back({found->index, ending & index_bits, found->replayed});
}

}  // namespace ebiri::report
