// Writes the page of a run (html/README.md) in several forms.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/match/game_record.hpp"
#include "referee/match/game_summary.hpp"
#include "referee/match/limit.hpp"
#include "referee/rating/fit.hpp"
#include "referee/record/digest.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/result.hpp"

namespace ebiri::report {

/// Limits of a page's size, so that browsers can open it. The page of a longer run has the games with faults
/// and, if there is room, others spread evenly over the run. A notice on the page says so.
struct PageLimits {
  std::size_t listed = 100'000;
  std::size_t replayed = 10'000;

  /// If set, only games with these numbers have replays; both ends are included.
  std::optional<std::pair<int, int>> only = {};
};

/// Marks at most `most` games: those that ended by a fault and, if there is room, evenly spread others.
std::vector<bool> chosen(const std::vector<bool>& faulty, std::size_t most);

/// An opening, and the results of the games that began with it.
struct OpeningResults {
  std::string name, moves;
  std::int64_t south_wins = 0, draws = 0, north_wins = 0;
};

/// The number of games with the same ending: cause and reason, as in the journal.
struct EndingCount {
  std::string cause, reason;
  std::int64_t games = 0;
};

/// A row of the list of games.
struct ListedGame {
  std::size_t game = 0;               ///< index into the run's games
  std::optional<std::size_t> ending;  ///< index into `PageGames::endings`; empty until `add`
  bool replayed = false;
};

/// Collects the data of the page, except replays, from the games of a run. `add` takes them in order.
class PageGames {
 public:
  /// Lists every game that is added, with a replay. `ListedGame::game` counts the calls of `add` from 0.
  PageGames() : all_(true) {}

  /// Chooses the listed games from `games`, which will be added later.
  explicit PageGames(const match::GameList& games, const PageLimits& limits = {});

  /// Whether the page has a replay of that game.
  bool replays(const match::GameRecord& record) const;

  void add(const match::GameRecord& record);

  /// Removes from the list the games that were not added. Call it after the last `add`.
  void finish();

  /// The listed games in order. If the constructor chose them, the list is final only after `finish`.
  const std::vector<ListedGame>& listed() const { return listed_; }
  const std::vector<EndingCount>& endings() const { return endings_; }

  /// The first different openings, at most `max_openings`.
  static constexpr std::size_t max_openings = 1000;
  const std::vector<OpeningResults>& openings() const { return openings_; }

  /// The index of a game's opening in `openings`, or `max_openings` if it is not listed.
  std::uint32_t opening_of(const match::GameSummary& game) const;

  /// From the start of the first game to the end of the last one; nothing without games.
  using Time = std::chrono::sys_time<std::chrono::milliseconds>;
  const std::optional<std::pair<Time, Time>>& played() const { return played_; }

  /// By engine: its limits in words, in the order of the first games with each.
  const std::map<std::string, std::vector<std::string>>& limits() const { return engine_limits_; }

 private:
  using Key = std::pair<int, int>;  // game and attempt

  std::optional<std::size_t> place_of(const match::GameRecord& record) const;
  std::size_t ending_of(const match::GameRecord& record);
  void note_opening(const match::GameRecord& record);

  bool all_ = false;
  boost::unordered_flat_map<Key, std::size_t> places_;  // in listed_
  std::vector<ListedGame> listed_;
  std::vector<EndingCount> endings_;
  std::vector<OpeningResults> openings_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> opening_index_;  // of openings_, by fingerprint
  std::map<std::string, std::vector<std::string>> engine_limits_;
  std::optional<std::pair<Time, Time>> played_;
};

/// A sequential test on the page.
struct PageTest {
  SprtReport report;
  std::vector<double> ratios;  ///< the log likelihood ratio after each pair that counts
};

/// The results of an analysis for the page of a run.
struct PageAnalysis {
  std::string by;           ///< the judge and its limit
  std::size_t games = 0;    ///< the number of judged games
  analysis::Scale scale{};  ///< the losses of seeds from which a move is an inaccuracy, mistake or blunder
  std::vector<analysis::Slip> worst;
};

/// The input of a page. The bytes of the page depend on nothing else.
struct Page {
  const Standings& standings;
  const rating::Tally& tally;
  const record::Digest& digest;
  const rules::Rules& rules;
  const PageGames& page_games;
  std::vector<rating::HistoryPoint> history = {};  ///< ratings in the course of the run
  std::string machines = {};                       ///< of a run that workers played, as JSON; or empty
  std::string explained = {};                      ///< the rules as JSON (`explain::rules_json`), or empty
  std::optional<PageTest> test = {};
  std::optional<PageAnalysis> analysis = {};
};

/// Escapes every `<` in `json`, so that no text in it can end the script element.
std::string script_safe(std::string json);

/// The same; replaces invalid UTF-8.
std::string script_safe(const nlohmann::ordered_json& json);

nlohmann::ordered_json scene_json(const rules::Scene& scene);
nlohmann::ordered_json shape_json(const rules::BoardShape& shape);

/// Finds the row of an engine in the standings by its name.
class Rows {
 public:
  explicit Rows(const Standings& standings);
  std::size_t operator()(const std::string& engine) const;  ///< the number of rows if the engine has none

 private:
  std::map<std::string, std::size_t> rows_;
};

/// The data of a page without the list of games.
nlohmann::ordered_json page_document(const Page& page);

/// The JSON text of a page: `document`, an output of `page_document`, with the list of games.
std::string document_text(const Page& page, const nlohmann::ordered_json& document);

/// The games `listed` as JSON, an array for each property. `ListedGame::game` is an index into `games`.
std::string games_columns(const PageGames& page_games, std::span<const ListedGame> listed,
                          const match::GameList& games, const Rows& row);

/// Takes the parts of a page while games are read, so that replays need not be in memory. Not thread-safe.
class PageOutput {
 public:
  virtual ~PageOutput() = default;

  /// Takes the next game of the run, before its replay.
  virtual void game(const match::GameRecord&) {}

  /// Takes the replay of the next game of `PageGames::listed` that has one.
  virtual void replay(std::string_view line) = 0;

  /// Takes the rest of the page. Call it last.
  virtual void finish(const Page& page) = 0;
};

/// Writes the page as one file that needs no network.
class PageWriter final : public PageOutput {
 public:
  explicit PageWriter(std::ostream& output);

  void replay(std::string_view line) override;
  void finish(const Page& page) override;

 private:
  std::ostream& output_;
};

/// The parts of a page around its data, generated by html/build.mjs. A page is head, begin, data, end. The
/// head ends inside the Content-Security-Policy, so that a page can extend the policy.
struct Frame {
  std::string_view head, begin, end;
};

/// `plain_frame` is the page of a run. `interactive_frame` also plays variations, and needs the module of
/// referee/wasm. `play_frame` is the page to play on (`ebiri play --web`).
extern const Frame plain_frame, interactive_frame, play_frame;

/// The head of a frame with a policy that also allows scripts of the page's own site and scripts from
/// file://.
std::string head_with_scripts(const Frame& frame);

/// The data that an interactive page needs besides those of a plain page.
struct Module {
  std::string gzip;            ///< the module of referee/wasm, compressed
  std::string described_game;  ///< its program (described/described.hpp); empty for other games
};

/// Converts `page`, an output of `PageWriter`, to an interactive page that contains the module.
Result<std::string> interactive_page(std::string_view page, const Module& module);

/// The page without data: it gets them from its server (html/README.md, "A served page"). The server of an
/// interactive page has the module too.
std::string live_page(const Frame& frame);

}  // namespace ebiri::report
