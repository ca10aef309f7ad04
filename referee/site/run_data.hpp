// The data of a run that a site needs, cached so that an unchanged run is not read again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "referee/record/digest.hpp"
#include "referee/run/progress.hpp"
#include "referee/site/files.hpp"
#include "referee/site/position_counts.hpp"

namespace ebiri::site {

/// Where the games of a run are.
struct RunSource {
  std::string key;               ///< its name in addresses: unique, of letters, digits, `.`, `_` and `-`
  std::string name;              ///< of its folder or file
  std::filesystem::path folder;  ///< with the run's other files
  std::filesystem::path games;   ///< games.jsonl, or a file that `run::read_input` reads
};

/// `text` as a unique part of an address: letters, digits, `.`, `_` and `-`. `taken` counts the parts in use.
std::string address_of(const std::string& text, std::map<std::string, int>& taken);

/// The runs that `paths` name: files of games, run folders, and folders of these. In a run folder without
/// games.jsonl, games.csv is used. The error names a path without games, or two paths with the same games.
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

}  // namespace ebiri::site
