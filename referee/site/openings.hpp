// The explorer of openings: positions of the first plies, with frequency and score.
#pragma once

#include <string>

#include "referee/site/files.hpp"
#include "referee/site/league.hpp"

namespace ebiri::site {

/// Positions that fewer games reached are not shown.
inline constexpr std::uint32_t fewest_games = 20;

/// Writes the positions of a league to openings/KEY-N.js. Returns the data of the page openings/KEY.html,
/// which shows them, as JSON; or an empty text if there are no positions.
std::string write_openings(SiteFiles& files, const League& league);

}  // namespace ebiri::site
