#include "referee/site/position_counts.hpp"

#include <cstring>

#include "referee/rules/describe.hpp"

namespace ebiri::site {

namespace {

using GameResult = match::Verdict::Result;

// An entry of the cache.
struct Entry {
  std::uint64_t hash;
  PositionResults results;
};

void count(PositionResults& results, GameResult result) {
  if (result == GameResult::south_wins) ++results.south_wins;
  if (result == GameResult::draw) ++results.draws;
  if (result == GameResult::north_wins) ++results.north_wins;
}

}  // namespace

void PositionCounts::add(const match::GameRecord& record, const rules::Rules& rules) {
  if (record.verdict.result == GameResult::void_game) return;
  const auto begun = rules::game_from(rules, record.opening.base.value_or(""));
  if (!begun) return;
  rules::Game& game = **begun;
  bool beginning = true;
  const auto note = [&] {
    count(results_[game.hash()], record.verdict.result);
    if (beginning) beginnings_.emplace(game.position(), game.hash());
    beginning = false;
  };
  if (!game.arrangement()) note();
  for (std::size_t ply = 0; ply < plies && ply < record.move_count(); ++ply) {
    const bool laying = game.arrangement().has_value();
    if (rules::advance(game, record.move(ply))) return;
    if (game.arrangement()) continue;
    beginning = laying;
    note();
    if (game.outcome()) return;
  }
}

void PositionCounts::add(const PositionCounts& other) {
  for (const auto& [hash, more] : other.results_) {
    PositionResults& results = results_[hash];
    results.south_wins += more.south_wins;
    results.draws += more.draws;
    results.north_wins += more.north_wins;
  }
  beginnings_.insert(other.beginnings_.begin(), other.beginnings_.end());
}

const PositionResults* PositionCounts::find(std::uint64_t hash) const {
  const auto found = results_.find(hash);
  return found == results_.end() ? nullptr : &found->second;
}

std::string PositionCounts::bytes() const {
  std::string text;
  for (const auto& [position, hash] : beginnings_) text += position + "\n";
  text += "\n";
  text.reserve(text.size() + results_.size() * sizeof(Entry));
  for (const auto& [hash, results] : results_) {
    char bytes[sizeof(Entry)] = {};
    std::memcpy(bytes, &hash, sizeof hash);
    std::memcpy(bytes + offsetof(Entry, results), &results, sizeof results);
    text.append(bytes, sizeof bytes);
  }
  return text;
}

Result<PositionCounts> PositionCounts::from_bytes(const std::string& bytes, const rules::Rules& rules) {
  PositionCounts counts;
  std::size_t at = 0;
  while (true) {
    const std::size_t end = bytes.find('\n', at);
    if (end == bytes.npos) return Error{"the cache is damaged"};
    const std::string position = bytes.substr(at, end - at);
    at = end + 1;
    if (position.empty()) break;
    const auto game = rules.from_position(position);
    if (!game) return game.error();
    counts.beginnings_.emplace(position, (*game)->hash());
  }
  if ((bytes.size() - at) % sizeof(Entry) != 0) return Error{"the cache is damaged"};
  for (; at < bytes.size(); at += sizeof(Entry)) {
    Entry entry;
    std::memcpy(&entry, bytes.data() + at, sizeof entry);
    counts.results_.emplace(entry.hash, entry.results);
  }
  return counts;
}

}  // namespace ebiri::site
