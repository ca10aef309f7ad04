// `ebiri site`: a static site over many runs, for any web server and for file://.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/report/page.hpp"
#include "referee/run/progress.hpp"
#include "referee/support/result.hpp"

namespace ebiri::site {

struct SiteSettings {
  std::vector<std::string> inputs;  ///< run folders, folders of them, files of games
  std::filesystem::path output;
  std::filesystem::path cache;  ///< data of the runs, and the list of the site's files
  std::string title;
  std::vector<std::string> overrides;    ///< as for `ebiri rate`: `rating.anchors=…`
  std::optional<report::Module> module;  ///< for the page to play on; without it, that page is omitted
};

struct BuiltSite {
  std::size_t runs = 0;
  std::size_t read = 0;  ///< runs that were read; the others came from the cache
  std::size_t files = 0;
  std::size_t changed = 0;           ///< files that were written, because their bytes are new
  std::vector<std::string> remarks;  ///< sentences for the user
};

/// Builds or updates a site. An error of kind `arguments` is about `settings`. `progress` may be null.
Result<BuiltSite> build_site(const SiteSettings& settings, run::Progress* progress);

}  // namespace ebiri::site
