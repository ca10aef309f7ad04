#include "referee/report/page_games.hpp"

#include <algorithm>

#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using match::GameSummary;

constexpr auto by_number = [](const auto& a, const auto& b) {
  return std::pair(a.game, a.attempt) < std::pair(b.game, b.attempt);
};

}  // namespace

std::vector<std::size_t> chosen(std::span<const GameSummary> games, std::size_t most) {
  std::vector<std::size_t> faulty, others;
  others.reserve(games.size());
  for (std::size_t i = 0; i < games.size(); ++i)
    (games[i].cause == match::Verdict::Cause::fault ? faulty : others).push_back(i);
  const auto by = [&](std::size_t a, std::size_t b) { return by_number(games[a], games[b]); };
  std::ranges::sort(faulty, by);
  std::ranges::sort(others, by);
  faulty.resize(std::min(faulty.size(), most));
  const std::size_t left = std::min(most - faulty.size(), others.size());
  for (std::size_t k = 0; k < left; ++k) faulty.push_back(others[k * others.size() / left]);
  std::ranges::sort(faulty, by);
  return faulty;
}

PageGames::PageGames(std::span<const GameSummary> games, const PageLimits& limits) {
  std::vector<bool> replayed(games.size());
  const auto want = [&](std::size_t index) {
    const GameSummary& game = games[index];
    wanted_.push_back({game.game, game.attempt, static_cast<std::uint32_t>(index), replayed[index]});
  };
  // Without room for all in the list, replays are of listed games.
  const bool room = games.size() <= limits.listed;
  std::vector<bool> listed(games.size(), room);
  if (!room)
    for (const std::size_t i : chosen(games, limits.listed)) listed[i] = true;
  if (!limits.only)
    for (const std::size_t i : chosen(games, std::min(limits.replayed, limits.listed)))
      listed[i] = replayed[i] = true;
  wanted_.reserve(std::min(games.size(), limits.listed));
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (limits.only && games[i].game >= limits.only->first && games[i].game <= limits.only->second)
      listed[i] = replayed[i] = true;
    if (listed[i]) want(i);
  }
  std::ranges::sort(wanted_, by_number);
  listed_.reserve(wanted_.size());
}

const PageGames::Wanted* PageGames::wanted(const match::GameRecord& record) const {
  const Wanted key{record.game, record.attempt};
  const auto found = std::ranges::lower_bound(wanted_, key, by_number);
  return found == wanted_.end() || by_number(key, *found) ? nullptr : &*found;
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

std::uint32_t PageGames::opening_of(const match::GameRecord& record) {
  const auto [found, added] = opening_index_.emplace(match::fingerprint(record.opening),
                                                     static_cast<std::uint32_t>(opening_index_.size()));
  if (found->second >= most_openings) return found->second;
  if (added) {
    std::string moves = record.opening.base ? "position " + *record.opening.base : "";
    for (const std::string& move : record.opening.moves) moves += (moves.empty() ? "" : " ") + move;
    openings_.push_back({.name = record.opening.name, .moves = std::move(moves)});
  }
  OpeningResults& results = openings_[found->second];
  results.south_wins += record.verdict.result == match::Verdict::Result::south_wins ? 1 : 0;
  results.draws += record.verdict.result == match::Verdict::Result::draw ? 1 : 0;
  results.north_wins += record.verdict.result == match::Verdict::Result::north_wins ? 1 : 0;
  return found->second;
}

void PageGames::note_limit(const std::string& engine, const std::string& limit) {
  auto& limits = engine_limits_[engine];
  if (std::ranges::find(limits, limit) == limits.end()) limits.push_back(limit);
}

void PageGames::add(const match::GameRecord& record) {
  const auto ending = static_cast<std::uint32_t>(ending_of(record));
  const std::uint32_t opening = opening_of(record);
  note_limit(record.south, record.south_limit);
  note_limit(record.north, record.north_limit);
  if (all_)
    listed_.push_back({static_cast<std::uint32_t>(listed_.size()), ending, opening, true});
  else if (const Wanted* found = wanted(record))
    listed_.push_back({found->index, ending, opening, found->replayed});
}

}  // namespace ebiri::report
