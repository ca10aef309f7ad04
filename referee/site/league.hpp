// The runs of a site that have the same rules, rated together.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/rating/tally.hpp"
#include "referee/report/standings.hpp"
#include "referee/site/run_data.hpp"

namespace ebiri::site {

/// An engine of a rating list. Engines of several runs are one player if their names, programs and limits
/// agree, which connects the ratings of the runs. An unknown program or limit agrees with every other one.
struct Player {
  std::string engine;             ///< its name in runs
  std::string program;            ///< fingerprint (run/resume.hpp); empty if unknown
  std::string announced;          ///< its `id name`; empty if unknown
  std::string limit;              ///< in words; empty if unknown
  std::vector<std::size_t> runs;  ///< indexes of the site's runs
};

/// A rating list: all runs with one variant and ruleset.
struct League {
  std::string key;  ///< in addresses
  std::string variant, ruleset;
  std::vector<std::size_t> runs;          ///< indexes of the site's runs, oldest first
  std::map<std::string, Player> players;  ///< by their names in the list: `alphabeta`, `alphabeta (2)`

  rating::Tally tally{};
  report::Standings standings;
  std::map<rating::Tally::Pairing, std::vector<std::size_t>> meetings;  ///< runs in which these players met
  PositionCounts positions;
};

/// Sorts the runs into leagues, largest first, and rates each. `overrides` are settings as for `ebiri rate`
/// (`rating.anchors`), applied to the config of a league's first run. Runs without games or under several
/// rules are left out, with a sentence in `remarks`. The error is about `overrides`.
Result<std::vector<League>> make_leagues(const std::vector<RunData>& runs,
                                         const std::vector<std::string>& overrides,
                                         std::vector<std::string>& remarks);

}  // namespace ebiri::site
