// The runs of a site: their data, cached so that an unchanged run is not read again; and the leagues of those
// that have the same rules, rated together.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/rating/tally.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/standings.hpp"
#include "referee/rules/rules.hpp"
#include "referee/run/progress.hpp"
#include "referee/site/files.hpp"

namespace ebiri::site {

/// The games that reached a position: the numbers of those that south won, that were drawn, that north won.
using PositionResults = std::array<std::uint32_t, 3>;
inline std::uint32_t games_in(const PositionResults& results) { return results[0] + results[1] + results[2]; }

/// Counts the positions of the first plies of games under the same rules. Not thread-safe.
class PositionCounts {
 public:
  static constexpr int plies = 12;

  /// Counts a game. Ignores void games, and an illegal move with all moves after it.
  void add(const match::GameRecord& record, const rules::Rules& rules);
  void add(const PositionCounts& other);

  /// The results of the position with that `Game::hash`; null if no game reached it.
  const PositionResults* find(std::uint64_t hash) const;

  /// The positions in which games begin, and their hashes. A game begins at its start position; if the
  /// players first lay out their seeds, at the position after that.
  const std::map<std::string, std::uint64_t>& beginnings() const { return beginnings_; }

  /// For a cache.
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(PositionCounts, results_, beginnings_)

 private:
  std::unordered_map<std::uint64_t, PositionResults> results_;  // by hash
  std::map<std::string, std::uint64_t> beginnings_;             // by position, its hash
};

/// Where the games of a run are.
struct RunSource {
  std::string key;               ///< its name in addresses: unique, of letters, digits, `.`, `_` and `-`
  std::string name;              ///< of its folder or file
  std::filesystem::path folder;  ///< with the run's other files; empty if `games` is not called games.*
  std::filesystem::path games;   ///< games.jsonl, or a file that `run::read_input` reads
};

/// `text` as a unique name in addresses: letters, digits, `.`, `_` and `-`. `taken` counts the names in use.
std::string address_of(const std::string& text, std::map<std::string, int>& taken);

/// The runs that `paths` name: files of games, run folders, and folders of these, in which earlier runs
/// (NAME.old-1) are left out. In a run folder without games.jsonl, games.csv is used. The error names a path
/// without games, or one that is given twice.
Result<std::vector<RunSource>> find_runs(const std::vector<std::string>& paths);

/// The data of a run for the site.
struct RunData {
  RunSource source;
  record::Digest digest;
  std::int64_t games = 0;                     ///< without void attempts
  std::string started, ended;                 ///< of the first and last game, `2026-11-25 14:58:26`, UTC;
                                              ///< empty if unknown
  std::map<std::string, std::string> limits;  ///< by engine, in words; only of a journal
  std::string config;                         ///< the effective settings as YAML; empty if unknown
  PositionCounts positions;                   ///< of a journal; otherwise empty
  bool journal = false;
  bool report = false;         ///< whether the site has a report of it
  std::string report_problem;  ///< why a journal that was read has no report; otherwise empty
  bool fresh = false;          ///< the games were read, because the cache or the report was missing or old
};

/// Reads a run and writes its report to runs/KEY/report/ of the site. If the games, their analysis (by size
/// and time) and the version of Ebiri are unchanged, reads the run's data from the folder `cache` instead,
/// and keeps the report. `progress` may be null.
Result<RunData> read_run(const RunSource& source, const std::filesystem::path& cache, SiteFiles& files,
                         run::Progress* progress);

/// An engine of a league. Engines of several runs are one if their names, programs and limits agree, which
/// connects the ratings of the runs. An unknown program or limit agrees with every other one.
struct RatedEngine {
  std::string engine;             ///< its name in runs
  std::string program;            ///< fingerprint (run/resume.hpp); empty if unknown
  std::string announced;          ///< its `id name`; empty if unknown
  std::string limit;              ///< in words; empty if unknown
  std::vector<std::size_t> runs;  ///< indexes of the site's runs
};

/// All runs with one variant and ruleset, rated together.
struct League {
  std::string key;  ///< in addresses
  std::string variant, ruleset;
  std::vector<std::size_t> runs;               ///< indexes of the site's runs, oldest first
  std::map<std::string, RatedEngine> engines;  ///< by their names in tables: `mine`, `mine (2)`

  rating::Tally tally{};
  report::Standings standings;
  std::map<rating::Tally::Pairing, std::vector<std::size_t>> meetings;  ///< runs in which these engines met
  /// Leaves out runs whose games are all in earlier ones. Other games that runs share count in each of them.
  PositionCounts positions;
};

/// Sorts the runs into leagues, largest first, and rates each. `overrides` are settings as for `ebiri rate`
/// (`rating.anchors`), applied to the config of a league's first run. Runs without games or under several
/// rules are left out, and a game of several runs counts once, with a sentence in `remarks`. The error is
/// about `overrides`.
Result<std::vector<League>> make_leagues(const std::vector<RunData>& runs,
                                         const std::vector<std::string>& overrides,
                                         std::vector<std::string>& remarks);

}  // namespace ebiri::site
