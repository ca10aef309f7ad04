// The site of `ebiri serve`: the page of a run, and its news as the journal grows (report/html/README.md, "A
// served page"). Also serves it from the process that plays the run (`--serve`).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/live/feed.hpp"
#include "referee/live/watched_run.hpp"
#include "referee/report/page.hpp"
#include "referee/report/replays.hpp"
#include "referee/rules/exact_ends.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/stored_analysis.hpp"
#include "referee/support/files.hpp"
#include "referee/support/pace.hpp"
#include "referee/web/server.hpp"

namespace ebiri::live {

/// The running games as JSON for a served page. Replays the games of a feed by the rules. Not thread-safe;
/// `replays` outlives it.
class LiveBoards {
 public:
  explicit LiveBoards(const report::Replays& replays) : replays_(replays) {}

  void take(FeedNews&& news);

  /// The changes since the last call as JSON; empty if there are none.
  std::optional<std::string> news(const report::Rows& rows);

  /// All running games as JSON.
  std::string all(const report::Rows& rows) const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Board {
    FeedGame now;  // with all its plies
    Clock::time_point received{};
    std::unique_ptr<rules::Game> game;
    std::optional<report::GameRenderer> renderer;
    std::optional<std::string> base;  // JSON of its first scene, unless that is the start position
    std::size_t fresh_from = 0;       // number of plies in earlier news, including the opening
    bool changed = false;             // since the last news
  };

  void begin(FeedGame&& fed);
  void continue_game(Board& board, FeedGame&& fed);
  bool play(Board& board, std::size_t from);
  void end(int slot);
  static std::string json(const Board& board, std::size_t from, const report::Rows& rows);

  const report::Replays& replays_;
  std::map<int, Board> boards_;    // by slot
  std::vector<Board> last_plies_;  // games that ended with plies that are not in the news yet
  std::vector<std::string> over_;  // games that ended since the last news
  bool restarted_ = false;
};

/// Serves a run. It only reads the run's files. Not thread-safe, except `end`.
class ServedRun final : public web::Site {
 public:
  explicit ServedRun(run::RunFolder folder);

  /// Reads the whole journal, or a part of it if `stop` is requested. An error means that it cannot be read,
  /// or that its variant is unknown.
  Result<void> read(const std::stop_token& stop = {});

  /// Serves the WebAssembly module, to play on from positions. Call it before the first request.
  void offer(report::Module module) { module_ = std::move(module); }

  /// Opens endgame tables, and serves the exact ends of positions. Call it before the first request.
  /// Precondition: `begun`.
  Result<void> open_tables(const std::string& path);

  /// Links the page to a contest's site, at `home` relative to the page, and removes the standard error of
  /// engines from replays. Call it before the first request.
  void belong_to(std::string home) { home_ = std::move(home); }

  /// Whether the journal has the head and a plan of the run, and its variant is known.
  bool begun() const { return games_->rules != nullptr; }

  /// Precondition: `begun`.
  report::Standings standings() { return run_.state().standings(); }

  /// The games that were read.
  const record::Digest& digest() const { return run_.state().digest(); }

  /// The number of finished games; the standings change only with it or with a new plan.
  std::size_t games() const { return digest().games.size(); }

  /// Whether no game is left to play.
  bool over() const { return run_.state().over(); }

  /// The latest games that `engine` lost by a fault, at most `most` of them, the latest first.
  std::vector<match::GameRecord> faults_of(const std::string& engine, std::size_t most) const;

  /// The history of the ratings. It may lack about 5 % of the games, and those of the pause after the last
  /// update, which may take a minute. Precondition: `begun`.
  const std::vector<rating::HistoryPoint>& history();

  web::Answer get(const web::Request& request) override;
  std::vector<web::Text> greeting(std::string_view last_event_id) override;
  web::Text news(std::size_t listeners) override;

  /// Marks the run as ended, even if the referee still locks it. Thread-safe.
  void end() { ended_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  using Key = std::pair<int, int>;  // game and attempt

  // The data that depend on the games of one journal.
  struct Games {
    report::PageGames listed;
    std::map<Key, std::uint64_t> offsets;  // of the games, in the journal
    std::unique_ptr<rules::Rules> rules;
    std::optional<report::Replays> replays;
    std::optional<LiveBoards> boards;
    std::optional<run::JournalAnalysis> analysis;
    FileStamp analysis_stamp;        // of its file
    std::size_t analysis_games = 0;  // number of games when the analysis was read
    std::vector<rating::HistoryPoint> history;
    std::size_t history_games = 0;  // number of games in the history
    std::size_t sent = 0;           // number of games that were sent to listeners
    web::Text document;             // the last `run` event, or null
  };

  Result<bool> take_news();
  bool check_files();
  void update();
  std::string live_json() const;
  std::string run_event();
  std::string games_event(std::size_t from) const;
  std::string playing_event();
  web::Answer replay(std::string_view name) const;

  report::Module module_;
  std::shared_ptr<const rules::ExactEnds> ends_;
  std::string home_;
  WatchedRun run_;
  std::unique_ptr<Games> games_ = std::make_unique<Games>();
  FeedReader feed_;

  std::atomic<bool> ended_ = false;
  bool running_ = false;  // a referee plays it
  int slots_ = 0;         // of the referee; 0: unknown
  Clock::time_point looked_{};
  Pace update_pace_;
  bool changed_ = false;  // since the last update
  bool has_listeners_ = false;

  std::uint64_t epoch_ = std::random_device{}();  // changes when the journal begins again
  std::optional<report::Rows> rows_;              // of the document
  web::Text all_games_, playing_;                 // for new listeners; null: must be made again
};

/// Parses `ADDRESS:PORT`, `ADDRESS`, `:PORT` or `PORT`; the defaults are 127.0.0.1 and 8080. An IPv6 address
/// before a port needs brackets.
Result<web::Address> served_address(const std::string& text);

/// A web server in its own thread, at a low priority so that clients delay no game. It follows the run's
/// files, as another process would. Not thread-safe.
class Serving final : public run::Observer {
 public:
  Serving(web::Address address, const run::RunFolder& folder) : address_(std::move(address)), run_(folder) {}

  /// Stops the server.
  ~Serving() override;
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  /// Binds the address if games are left to play; clients wait until `begin`. Returns the page's URL.
  Result<std::string> open(bool left) override;

  /// Whether `open` has bound the address.
  bool serves() const { return server_ != nullptr; }

  /// Starts the server thread, which inherits the caller's signal mask. Call it once.
  void begin(const run::Start& start) override;

  /// Tells listeners how the run ended. The destructor waits for them, about a second at most.
  void end(run::Ending ending) override;

 private:
  web::Address address_;
  ServedRun run_;
  std::unique_ptr<web::Server> server_;
  std::jthread thread_;
};

}  // namespace ebiri::live
