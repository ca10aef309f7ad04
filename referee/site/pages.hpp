// The pages of a site.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/site/files.hpp"
#include "referee/site/league.hpp"

namespace ebiri::site {

/// The data that the pages show.
struct SiteContent {
  std::string title;
  const std::vector<RunData>& runs;
  const std::vector<League>& leagues;
  bool play = false;  ///< whether there is a page to play on
};

/// Positions that fewer games reached are not in the explorer of openings.
inline constexpr std::uint32_t fewest_games = 20;

/// Writes the positions of a league to openings/KEY-N.js. Returns the data of the page openings/KEY.html,
/// which shows them, as JSON; or an empty text if there are no positions.
std::string write_openings(SiteFiles& files, const League& league);

/// Writes all pages except the page to play on and the reports of runs.
void write_pages(SiteFiles& files, const SiteContent& content);

}  // namespace ebiri::site
