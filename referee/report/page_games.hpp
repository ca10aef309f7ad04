// What the page of a run holds of its games: a list of them, and which of them have replays.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/match/game_summary.hpp"

namespace ebiri::report {

/// A page must open in a browser. Of longer runs the faulty games come first, then games spread evenly over
/// the run; the page says so.
struct PageLimits {
  std::size_t listed = 100'000;
  std::size_t replayed = 10'000;

  /// If set: replays are those of games with these numbers, both included, and nothing else is asked.
  std::optional<std::pair<int, int>> only = {};
};

/// Of games in order, of which these ended by a fault: at most `most`, the faulty ones first, then evenly
/// spread ones.
std::vector<bool> chosen(const std::vector<bool>& faulty, std::size_t most);

/// How often a run's games began with an opening.
struct OpeningResults {
  std::string name, moves;
  std::int64_t south_wins = 0, draws = 0, north_wins = 0;
};

/// A row of the list of games.
struct ListedGame {
  std::size_t game = 0;               ///< an index of the run's games
  std::optional<std::size_t> ending;  ///< of `PageGames::endings`; nothing until the game comes
  bool replayed = false;
};

/// Takes all games of a run in order, and keeps what the page says of them besides replays.
class PageGames {
 public:
  using Ending = std::pair<std::string, std::string>;  ///< cause and reason, as in the journal

  /// Lists every game, with a replay, and indexes them in the order in which they come.
  PageGames() : all_(true) {}

  /// `games` are those that will come, and say which of them are listed.
  explicit PageGames(const match::GameList& games, const PageLimits& limits = {});

  /// Whether the page has a replay of that game.
  bool replays(const match::GameRecord& record) const;

  void add(const match::GameRecord& record);

  /// All have come: those that did not are not listed.
  void finish();

  /// In order; of games that were to come only when all have.
  const std::vector<ListedGame>& listed() const { return listed_; }
  const std::vector<Ending>& endings() const { return endings_; }
  const std::vector<std::int64_t>& ending_counts() const { return ending_counts_; }

  /// The first that games began with, so many.
  static constexpr std::size_t most_openings = 1000;
  const std::vector<OpeningResults>& openings() const { return openings_; }

  /// The index of its opening among these, or how many they can be.
  std::uint32_t opening_of(const match::GameSummary& game) const;

  /// The limits of engines in words, in the order of their first games.
  const std::map<std::string, std::vector<std::string>>& limits() const { return engine_limits_; }

 private:
  using Key = std::pair<int, int>;  // game and attempt

  std::optional<std::size_t> place_of(const match::GameRecord& record) const;
  std::size_t ending_of(const match::GameRecord& record);
  void note_opening(const match::GameRecord& record);
  void note_limit(const std::string& engine, const std::string& limit);

  bool all_ = false;
  boost::unordered_flat_map<Key, std::size_t> places_;  // in listed_
  std::vector<ListedGame> listed_;
  std::vector<Ending> endings_;
  std::vector<std::int64_t> ending_counts_;
  std::map<Ending, std::size_t> ending_index_;
  std::vector<OpeningResults> openings_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> opening_index_;  // of openings_, by fingerprint
  std::map<std::string, std::vector<std::string>> engine_limits_;
};

}  // namespace ebiri::report
