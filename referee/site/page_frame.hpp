// The frame that all pages of a site share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "referee/site/files.hpp"

namespace ebiri::site {

/// The fields of a template, as an object (report/templates.hpp).
using PageData = nlohmann::ordered_json;

/// Renders pages of a site, and writes them.
class PageFrame {
 public:
  PageFrame(SiteFiles& files, std::string title, bool play, bool openings)
      : files_(files),
        title_(std::move(title)),
        play_(play),
        openings_(openings) {}

  struct Page {
    std::string path;           ///< `engines/alphabeta.html`
    std::string title;          ///< empty: the title of the site
    std::string body;           ///< the name of the template for its content
    std::string here;           ///< the path of the entry to mark in the navigation: `runs/index.html`
    std::string subtitle = {};  ///< empty: none
  };

  /// Writes a page. `data` has the fields of its template; `root`, the relative path to the first page, is
  /// added.
  void write(const Page& page, PageData data) const;

  /// Writes pages of at most `most` rows of the list `rows` in `data`: `engines/index.html`,
  /// `engines/index~2.html`, and so on. Each links to all of them (`pager`).
  void write_list(const Page& page, const PageData& data, const std::string& rows,
                  std::size_t most = max_rows) const;

  static constexpr std::size_t max_rows = 400;

 private:
  SiteFiles& files_;
  std::string title_;
  bool play_, openings_;
};

}  // namespace ebiri::site
