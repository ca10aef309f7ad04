// The explorer of openings: positions of the first plies, by frequency and score.
#pragma once

#include <string>

#include "referee/site/files.hpp"
#include "referee/site/league.hpp"

namespace ebiri::site {

/// A position is shown from this number of games on.
inline constexpr std::uint32_t fewest_games = 20;

/// Writes openings/KEY-N.js, the positions of a league that the page openings/KEY.html shows; returns the
/// data of that page as JSON, or an empty text if there are none.
std::string write_openings(SiteFiles& files, const League& league);

}  // namespace ebiri::site
