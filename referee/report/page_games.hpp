// Selects the games that the page of a run lists, and those with replays.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
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

/// Limits of a page's size, so that browsers can open it. The page of a longer run has the games with faults
/// and, if there is room, others spread evenly over the run. A notice on the page says so.
struct PageLimits {
  std::size_t listed = 100'000;
  std::size_t replayed = 10'000;

  /// If set, only games with these numbers have replays; both ends are included.
  std::optional<std::pair<int, int>> only = {};
};

/// Marks at most `most` games: those that ended by a fault and, if there is room, evenly spread others.
std::vector<bool> chosen(const std::vector<bool>& faulty, std::size_t most);

/// An opening, and the results of the games that began with it.
struct OpeningResults {
  std::string name, moves;
  std::int64_t south_wins = 0, draws = 0, north_wins = 0;
};

/// The number of games with the same ending: cause and reason, as in the journal.
struct EndingCount {
  std::string cause, reason;
  std::int64_t games = 0;
};

/// A row of the list of games.
struct ListedGame {
  std::size_t game = 0;               ///< index into the run's games
  std::optional<std::size_t> ending;  ///< index into `PageGames::endings`; empty until `add`
  bool replayed = false;
};

/// Collects the data of the page, except replays, from the games of a run. `add` takes them in order.
class PageGames {
 public:
  /// Lists every game that is added, with a replay. `ListedGame::game` is its number in the order of `add`.
  PageGames() : all_(true) {}

  /// Chooses the listed games from `games`, which will be added later.
  explicit PageGames(const match::GameList& games, const PageLimits& limits = {});

  /// Whether the page has a replay of that game.
  bool replays(const match::GameRecord& record) const;

  void add(const match::GameRecord& record);

  /// Removes from the list the games that were not added. Call it after the last `add`.
  void finish();

  /// The listed games in order. If the constructor chose them, the list is final only after `finish`.
  const std::vector<ListedGame>& listed() const { return listed_; }
  const std::vector<EndingCount>& endings() const { return endings_; }

  /// The first different openings, at most `max_openings`.
  static constexpr std::size_t max_openings = 1000;
  const std::vector<OpeningResults>& openings() const { return openings_; }

  /// The index of a game's opening in `openings`, or `max_openings` if it is not listed.
  std::uint32_t opening_of(const match::GameSummary& game) const;

  /// From the start of the first game to the end of the last one; nothing without games.
  using Time = std::chrono::sys_time<std::chrono::milliseconds>;
  const std::optional<std::pair<Time, Time>>& played() const { return played_; }

  /// By engine: its limits in words, in the order of the first games with each.
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
  std::vector<EndingCount> endings_;
  std::vector<OpeningResults> openings_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> opening_index_;  // of openings_, by fingerprint
  std::map<std::string, std::vector<std::string>> engine_limits_;
  std::optional<std::pair<Time, Time>> played_;
};

}  // namespace ebiri::report
