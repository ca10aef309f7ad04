// What is made of a run's games one by one: games.ogn and the page.
#pragma once

#include <filesystem>

#include "referee/cli/run_folder.hpp"
#include "referee/report/page.hpp"

namespace ebiri::cli {

/// Writes games.ogn and report.html. `standings` are of the games of `digest`.
Result<void> write_games(const RunFolder& folder, const record::Digest& digest,
                         const report::Standings& standings);

/// A page with the replays of some games, by number, both included.
struct PageOf {
  std::filesystem::path file;
  int first = 1, last = 1;
};

Result<void> write_page_of(const PageOf& wanted, const RunFolder& folder, const record::Digest& digest,
                           const report::Standings& standings);

}  // namespace ebiri::cli
