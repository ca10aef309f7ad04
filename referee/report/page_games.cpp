#include "referee/report/page_games.hpp"

#include <algorithm>

#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using match::GameSummary;

GameKey key_of(const auto& game) { return {game.game, game.attempt}; }

bool is_faulty(const GameSummary& game) { return game.cause == match::Verdict::Cause::fault; }

}  // namespace

std::set<GameKey> chosen(std::span<const GameSummary> games, std::size_t most) {
  std::vector<GameKey> faulty, others;
  for (const GameSummary& game : games) (is_faulty(game) ? faulty : others).push_back(key_of(game));
  std::ranges::sort(faulty);
  std::ranges::sort(others);
  if (faulty.size() > most) faulty.resize(most);
  std::set<GameKey> keys{faulty.begin(), faulty.end()};
  const std::size_t left = std::min(most - faulty.size(), others.size());
  for (std::size_t k = 0; k < left; ++k) keys.insert(others[k * others.size() / left]);
  return keys;
}

PageGames::PageGames(std::span<const GameSummary> games, const rules::Rules& rules, const PageLimits& limits)
    : to_list_(chosen(games, limits.listed)),
      only_(limits.only),
      replays_(rules) {
  if (!only_) {
    to_replay_ = chosen(games, std::min(limits.replayed, limits.listed));
    // Without room for all in the list, replays are of listed games.
    for (const GameKey& key : to_replay_) to_list_.insert(key);
    return;
  }
  for (const GameSummary& game : games) {
    if (game.game < only_->first || game.game > only_->second) continue;
    to_replay_.insert(key_of(game));
    to_list_.insert(key_of(game));
  }
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

std::size_t PageGames::opening_of(const match::GameRecord& record, const GameSummary& game) {
  const auto [found, added] = opening_index_.emplace(game.opening, openings_.size());
  if (added) {
    std::string moves = record.opening.base ? "position " + *record.opening.base : "";
    for (const std::string& move : record.opening.moves) moves += (moves.empty() ? "" : " ") + move;
    openings_.push_back({.name = record.opening.name, .moves = std::move(moves)});
  }
  OpeningResults& results = openings_[found->second];
  results.south_wins += game.result == match::Verdict::Result::south_wins ? 1 : 0;
  results.draws += game.result == match::Verdict::Result::draw ? 1 : 0;
  results.north_wins += game.result == match::Verdict::Result::north_wins ? 1 : 0;
  return found->second;
}

void PageGames::note_limit(const std::string& engine, const std::string& limit) {
  auto& limits = engine_limits_[engine];
  if (std::ranges::find(limits, limit) == limits.end()) limits.push_back(limit);
}

Result<void> PageGames::add(const match::GameRecord& record) {
  const GameSummary game = match::summary_of(record);
  const std::size_t ending = ending_of(record), opening = opening_of(record, game);
  note_limit(record.south, record.south_limit);
  note_limit(record.north, record.north_limit);
  if (!to_list_.contains(key_of(record))) return {};
  listed_.push_back({game, ending, opening});
  lines_.emplace_back();
  if (!to_replay_.contains(key_of(record))) return {};
  auto line = replays_.line(record);
  if (!line) return line.error();
  lines_.back() = std::move(*line);
  return {};
}

}  // namespace ebiri::report
