#include "referee/site/page_frame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/site/templates.hpp"
#include "referee/support/version.hpp"

namespace ebiri::site {

namespace {

// `engines/index.html` or `engines/index~2.html`, with the number of the page.
std::string numbered(const std::string& path, std::size_t number) {
  if (number == 0) return path;
  return fmt::format("{}~{}.html", path.substr(0, path.size() - std::string_view{".html"}.size()),
                     number + 1);
}

}  // namespace

void PageFrame::write(const Page& page, PageData data) const {
  std::string root;
  for (const char letter : page.path)
    if (letter == '/') root += "../";
  PageData links;
  const auto add = [&](const char* path, const char* words) {
    links.push_back({{"path", path}, {"words", words}, {"here", page.here == path}});
  };
  add("index.html", "Ratings");
  add("engines/index.html", "Engines");
  add("runs/index.html", "Tournaments");
  if (openings_) add("openings/index.html", "Openings");
  add("rules/index.html", "Rules");
  if (play_) add("play/index.html", "Play");
  data["site"] = title_;
  data["title"] = page.title.empty() ? title_ : page.title;
  data["is_first"] = page.title.empty();
  data["subtitle"] = page.subtitle;
  data["root"] = root;
  data["nav"] = links;
  data["version"] = version_number();
  files_.write(page.path,
               report::render_template(
                   templates, "page", data,
                   {{"body", page.body}, {"rating_table", "rating_table"}, {"run_table", "run_table"}}) +
                   "\n");
}

void PageFrame::write_list(const Page& page, const PageData& data, const std::string& rows,
                           std::size_t most) const {
  const PageData all = data.at(rows);
  const std::size_t pages = std::max<std::size_t>(1, (all.size() + most - 1) / most);
  for (std::size_t k = 0; k < pages; ++k) {
    PageData one = data;
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(k * most);
    one[rows] = PageData(begin, begin + static_cast<std::ptrdiff_t>(std::min(most, all.size() - k * most)));
    PageData pager = PageData::array();
    for (std::size_t other = 0; pages > 1 && other < pages; ++other) {
      const std::string path = numbered(page.path, other);
      pager.push_back(
          {{"file", path.substr(path.rfind('/') + 1)}, {"number", other + 1}, {"here", other == k}});
    }
    one["pager"] = pager;
    Page which = page;
    which.path = numbered(page.path, k);
    write(which, std::move(one));
  }
}

}  // namespace ebiri::site
