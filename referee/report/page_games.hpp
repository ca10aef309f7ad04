// What the page of a run holds of its games: a list, and replays.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/match/game_summary.hpp"
#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::report {

/// A page must open in a browser. Of longer runs the faulty games come first, then games spread evenly over
/// the run; the page says so.
struct PageLimits {
  std::size_t listed = 100'000;
  std::size_t replayed = 10'000;

  /// If set: replays are those of games with these numbers, both included, and nothing else is asked.
  std::optional<std::pair<int, int>> only = {};
};

/// A game by number and attempt.
using GameKey = std::pair<int, int>;

/// At most `most` of `games`: those that ended by a fault first, then evenly spread ones.
std::set<GameKey> chosen(std::span<const match::GameSummary> games, std::size_t most);

/// One game's replay as a line of JSON: moves, traces, positions, scores, times, evidence. Fails if the moves
/// do not fit the rules.
class Replays {
 public:
  explicit Replays(const rules::Rules& rules);

  Result<std::string> line(const match::GameRecord& record);

  const rules::BoardShape& shape() const { return shape_; }

  /// What stands before each number of a position's text, as far as those are the cells of its scene in their
  /// order; each `line` gives the rest of each position. Empty before the first line.
  const std::vector<std::string>& position_frame() const { return frame_; }

 private:
  const rules::Rules& rules_;
  rules::BoardShape shape_;
  std::vector<std::string> frame_;
};

/// How often a run's games began with an opening.
struct OpeningResults {
  std::string name, moves;
  std::int64_t south_wins = 0, draws = 0, north_wins = 0;
};

/// A row of the list of games. Indexes are into `PageGames::endings` and `PageGames::openings`.
struct ListedGame {
  match::GameSummary game;
  std::size_t ending = 0;
  std::size_t opening = 0;
};

/// Takes all games of a run in order, and keeps what the page shows.
class PageGames {
 public:
  using Ending = std::pair<std::string, std::string>;  ///< cause and reason, as in the journal

  /// `games` are those that will come, and say which of them are kept.
  PageGames(std::span<const match::GameSummary> games, const rules::Rules& rules,
            const PageLimits& limits = {});

  Result<void> add(const match::GameRecord& record);

  const std::vector<ListedGame>& listed() const { return listed_; }
  const std::vector<Ending>& endings() const { return endings_; }
  const std::vector<std::int64_t>& ending_counts() const { return ending_counts_; }
  const std::vector<OpeningResults>& openings() const { return openings_; }

  /// A line for each game of the list; empty where there is no replay.
  const std::vector<std::string>& lines() const { return lines_; }
  const Replays& replays() const { return replays_; }

  /// The limits of engines in words, in the order of their first games.
  const std::map<std::string, std::vector<std::string>>& limits() const { return engine_limits_; }

 private:
  std::size_t ending_of(const match::GameRecord& record);
  std::size_t opening_of(const match::GameRecord& record, const match::GameSummary& game);
  void note_limit(const std::string& engine, const std::string& limit);

  std::set<GameKey> to_list_, to_replay_;
  std::optional<std::pair<int, int>> only_;
  Replays replays_;
  std::vector<ListedGame> listed_;
  std::vector<std::string> lines_;
  std::vector<Ending> endings_;
  std::vector<std::int64_t> ending_counts_;
  std::map<Ending, std::size_t> ending_index_;
  std::vector<OpeningResults> openings_;
  std::map<std::uint64_t, std::size_t> opening_index_;  // by fingerprint
  std::map<std::string, std::vector<std::string>> engine_limits_;
};

}  // namespace ebiri::report
