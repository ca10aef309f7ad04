// The page of a run, report.html: one file that shows everything, from a disk too, and asks no network
// (html/README.md). Served, it follows a run that is being played.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/rating/history.hpp"
#include "referee/report/page_games.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"

namespace ebiri::report {

/// A sequential test on the page.
struct PageTest {
  SprtReport report;
  std::vector<double> ratios;  ///< the log likelihood ratio after each pair that counts
};

/// What an analysis found, on the page of a run.
struct PageAnalysis {
  std::string by;           ///< who judged, under which limit
  std::size_t games = 0;    ///< that it has
  analysis::Scale scale{};  ///< what its words mean
  std::vector<analysis::Slip> worst;
};

/// Everything that a page is made of; the bytes depend on nothing else.
struct Page {
  const Standings& standings;
  const rating::Tally& tally;
  const match::Thinking& thinking;
  const match::GameList& games;
  const rules::Rules& rules;
  const PageGames& kept;
  std::vector<rating::Moment> history = {};  ///< how ratings came about
  std::vector<std::string> engines = {};     ///< as planned …
  std::vector<std::string> announced = {};   ///< … and what each called itself, if that is known
  std::optional<PageTest> test = {};
  std::optional<PageAnalysis> analysis = {};
};

/// Writes a page while the games go by, so that it need not hold their replays. One thread.
class PageWriter {
 public:
  explicit PageWriter(std::ostream& output);

  /// The next game of `PageGames::listed` that has one.
  void replay(std::string_view line);

  /// Everything else; last.
  void finish(const Page& page);

 private:
  std::ostream& output_;
};

/// The same page without data: it asks the server that it came from (html/README.md, "A served page").
void write_live_page(std::ostream& output);

}  // namespace ebiri::report
