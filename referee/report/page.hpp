// The page of a run, report.html: one file that shows everything, from a disk too, and asks no network
// (html/README.md). Served, it follows a run that is being played.
#pragma once

#include <iosfwd>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/rating/fit.hpp"
#include "referee/report/page_games.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/rules/scene.hpp"

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

/// `json`, which is on one line, without any `<`: nothing in it can end the element that it stands in.
std::string script_safe(std::string json);

/// The same; what is no UTF-8 is replaced.
std::string script_safe(const nlohmann::ordered_json& json);

nlohmann::ordered_json scene_json(const rules::Scene& scene);

/// Tables name engines; lists give the row of an engine in the standings.
class Rows {
 public:
  explicit Rows(const Standings& standings);
  std::size_t operator()(const std::string& engine) const;  ///< the number of rows, if there is none

 private:
  std::map<std::string, std::size_t> rows_;
};

/// All but the list of games.
nlohmann::ordered_json page_document(const Page& page);

/// Some of the list of games by columns, as JSON; `listed` are of `kept`, and index `games`.
std::string games_columns(const PageGames& kept, std::span<const ListedGame> listed,
                          const match::GameList& games, const Rows& row);

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

/// What stands around the data of a run, made by html/build.mjs from the sources there. A page is head,
/// begin, data, end. The head ends within the Content-Security-Policy, which may be added to there.
extern const std::string_view page_head, page_begin, page_end;

/// The same page without data: it asks the server that it came from (html/README.md, "A served page").
void write_live_page(std::ostream& output);

}  // namespace ebiri::report
