// The pages of a site.
#pragma once

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

/// Writes all pages except the page to play on and the reports of runs.
void write_pages(SiteFiles& files, const SiteContent& content);

}  // namespace ebiri::site
