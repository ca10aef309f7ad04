#include "referee/report/page_games.hpp"

#include <algorithm>

#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using match::GameSummary;

constexpr std::uint32_t index_bits = 0x7fff'ffff;  // of a number that shares its place with a flag

constexpr auto by_number = [](const auto& a, const auto& b) {
  return std::pair(a.game, a.attempt) < std::pair(b.game, b.attempt);
};

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
  wanted_.reserve(games.size());
  std::vector<bool> is_faulty(games.size()), faulty;  // as they are listed, and in order
  for (const GameSummary& game : games) {
    is_faulty[wanted_.size()] = game.cause == match::Verdict::Cause::fault;
    wanted_.push_back(
        {game.game, game.attempt, static_cast<std::uint32_t>(wanted_.size()) & index_bits, false});
  }
  std::ranges::sort(wanted_, by_number);
  for (const Wanted& one : wanted_) faulty.push_back(is_faulty[one.index]);
  // Without room for all in the list, replays are of listed games.
  std::vector<bool> listed(games.size(), true), replayed(games.size());
  if (games.size() > limits.listed) listed = chosen(faulty, limits.listed);
  if (!limits.only) replayed = chosen(faulty, std::min(limits.replayed, limits.listed));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    Wanted one = wanted_[i];
    one.replayed = limits.only ? one.game >= limits.only->first && one.game <= limits.only->second
                               : static_cast<bool>(replayed[i]);
    if (listed[i] || one.replayed) wanted_[kept++] = one;
  }
  wanted_.resize(kept);
  wanted_.shrink_to_fit();
  listed_.reserve(wanted_.size());
}

const PageGames::Wanted* PageGames::wanted(const match::GameRecord& record) const {
  const Wanted key{record.game, record.attempt, 0, false};
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
    listed_.push_back({static_cast<std::uint32_t>(listed_.size()), opening, ending & index_bits, true});
  else if (const Wanted* found = wanted(record))
    listed_.push_back({found->index, opening, ending & index_bits, found->replayed});
}

}  // namespace ebiri::report
