#include "referee/report/page_games.hpp"

#include <algorithm>

#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

std::vector<bool> chosen(const std::vector<bool>& faulty, std::size_t most) {
  const auto count = static_cast<std::size_t>(std::ranges::count(faulty, true));
  const std::size_t others = faulty.size() - count;
  std::size_t faulty_left = std::min(count, most);
  const std::size_t wanted = std::min(most - faulty_left, others);  // games without a fault
  std::vector<bool> taken(faulty.size());
  for (std::size_t i = 0, seen = 0, kept = 0; i < faulty.size(); ++i) {
    if (faulty[i] && faulty_left > 0) {
      taken[i] = true;
      --faulty_left;
    } else if (!faulty[i]) {  // takes those with the numbers k * others / wanted
      taken[i] = kept < wanted && seen++ == kept * others / wanted;
      if (taken[i]) ++kept;
    }
  }
  return taken;
}

PageGames::PageGames(const match::GameList& games, const PageLimits& limits) {
  const auto order = match::in_order(games);
  std::vector<bool> faulty;
  for (const std::size_t index : order) faulty.push_back(games[index].cause == match::Verdict::Cause::fault);
  // A game with a replay is listed, even if the choice for the list omits it.
  std::vector<bool> listed(games.size(), true), replayed(games.size());
  if (games.size() > limits.listed) listed = chosen(faulty, limits.listed);
  if (!limits.only) replayed = chosen(faulty, std::min(limits.replayed, limits.listed));
  for (std::size_t i = 0; i < games.size(); ++i) {
    const match::GameSummary& game = games[order[i]];
    const bool with_replay = limits.only ? game.game >= limits.only->first && game.game <= limits.only->second
                                         : static_cast<bool>(replayed[i]);
    if (!listed[i] && !with_replay) continue;
    places_.emplace(Key{game.game, game.attempt}, listed_.size());
    listed_.push_back({order[i], std::nullopt, with_replay});
  }
}

std::optional<std::size_t> PageGames::place_of(const match::GameRecord& record) const {
  const auto found = places_.find({record.game, record.attempt});
  return found == places_.end() ? std::nullopt : std::optional{found->second};
}

void PageGames::finish() {
  std::erase_if(listed_, [](const ListedGame& game) { return !game.ending; });
  places_.clear();
}

bool PageGames::replays(const match::GameRecord& record) const {
  if (all_) return true;
  const auto place = place_of(record);
  return place && listed_[*place].replayed;
}

std::size_t PageGames::ending_of(const match::GameRecord& record) {
  const auto cause = record::word(record.verdict.cause);
  auto found = std::ranges::find_if(endings_, [&](const EndingCount& one) {
    return one.cause == cause && one.reason == record.verdict.reason;
  });
  if (found == endings_.end())
    found = endings_.insert(found, {.cause = std::string{cause}, .reason = record.verdict.reason});
  ++found->games;
  return static_cast<std::size_t>(found - endings_.begin());
}

std::uint32_t PageGames::opening_of(const match::GameSummary& game) const {
  const auto found = opening_index_.find(game.opening);
  return found == opening_index_.end() ? max_openings : found->second;
}

void PageGames::note_opening(const match::GameRecord& record) {
  const std::uint64_t opening = match::fingerprint(record.opening);
  auto found = opening_index_.find(opening);
  if (found == opening_index_.end()) {
    if (openings_.size() == max_openings) return;
    found = opening_index_.emplace(opening, static_cast<std::uint32_t>(openings_.size())).first;
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
  const std::size_t ending = ending_of(record);
  note_opening(record);
  note_limit(record.south, record.south_limit);
  note_limit(record.north, record.north_limit);
  const Time end = record.started + record.duration;
  if (!played_) played_.emplace(record.started, end);
  played_ = {std::min(played_->first, record.started), std::max(played_->second, end)};
  if (all_)
    listed_.push_back({listed_.size(), ending, true});
  else if (const auto place = place_of(record))
    listed_[*place].ending = ending;
}

}  // namespace ebiri::report
