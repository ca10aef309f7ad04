#include "referee/run/run_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>
#include <utility>

#include "referee/explain/lesson.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/process/machine.hpp"
#include "referee/rating/fit.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/report/replays.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/host_list.hpp"
#include "referee/run/progress.hpp"
#include "referee/support/parallel.hpp"

namespace ebiri::run {

namespace {

constexpr auto number_of = [](const auto& game) { return std::pair(game.game, game.attempt); };

// Passes those games of the journal that are in `digest` to `take`, in schedule order and in batches. Games
// that finished early wait. Stops at the first problem.
Result<void> each_batch(const RunFolder& folder, const record::Digest& digest, Progress* progress,
                        const std::function<Result<void>(const std::vector<match::GameRecord>&)>& take) {
  constexpr std::size_t most = 32;  // some tens of kilobytes each
  auto order = mapped<std::pair<int, int>>(digest.games, number_of);
  std::ranges::sort(order);
  std::size_t next = 0;
  std::map<std::pair<int, int>, match::GameRecord> waiting;
  Result<void> done;
  std::vector<match::GameRecord> batch;
  const auto hand_over = [&] {
    if (done && !batch.empty()) done = take(batch);
    batch.clear();
  };
  const auto add = [&](match::GameRecord&& game) {
    waiting.emplace(number_of(game), std::move(game));
    for (; next < order.size() && !waiting.empty() && waiting.begin()->first <= order[next];
         waiting.erase(waiting.begin())) {
      if (waiting.begin()->first != order[next]) continue;
      ++next;
      batch.push_back(std::move(waiting.begin()->second));
      if (batch.size() == most) hand_over();
    }
  };
  const auto read = record::read_journal(folder.journal(), add, reading(progress, folder.journal()));
  hand_over();
  if (!read) return read.error();
  return done;
}

// A game in the form of the files.
struct Written {
  Result<report::Replay> replay{report::Replay{}};  // empty unless the page replays the game
  std::string ogn;
};

// Formats a game of the journal for the files: its replay, and its notation if `with_ogn`.
Written written(const match::GameRecord& game, const report::Replays& replays, const record::RunInfo& run,
                const JournalAnalysis& analysis, bool replayed, bool with_ogn) {
  Written result;
  if (replayed) {
    result.replay = replays.of(game, analysis.of(game));
    if (with_ogn && result.replay)
      result.ogn = record::to_ogn(game, replays.rules(), result.replay->scores, run.name);
  } else if (with_ogn) {
    auto ogn = record::to_ogn(game, replays.rules(), run.name);
    if (ogn)
      result.ogn = std::move(*ogn);
    else
      result.replay = ogn.error();
  }
  return result;
}

// Passes the games of the journal to `take`, in one read.
Result<void> each_game(const RunFolder& folder, const Outcome& outcome, const rules::Rules& rules,
                       const report::PageGames& page, bool with_ogn, const TakeGame& take) {
  const record::Digest& digest = outcome.state.digest();
  const report::Replays replays{rules};
  std::vector<Written> batch;
  return each_batch(
      folder, digest, outcome.progress, [&](const std::vector<match::GameRecord>& games) -> Result<void> {
        batch.assign(games.size(), {});
        parallel_for(games.size(), processor_count(), [&](std::size_t i) {
          batch[i] =
              written(games[i], replays, digest.run, outcome.analysis, page.replays(games[i]), with_ogn);
        });
        for (std::size_t i = 0; i < games.size(); ++i) {
          if (!batch[i].replay) return batch[i].replay.error();
          take(games[i], batch[i].ogn, batch[i].replay->line);
        }
        return {};
      });
}

// The machines of a fleet for the page (report/html/README.md); empty without any.
std::string machines_json(const std::vector<MachineTally>& machines) {
  nlohmann::json list;
  const auto rounded = [](double value) { return std::round(value * 100) / 100; };
  for (const MachineTally& one : machines)
    list.push_back({one.machine, one.cpu, one.games, one.voids, one.too_many_voids, rounded(one.load),
                    rounded(one.speed)});
  return list.empty() ? "" : list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Writes the page to `writer`, and the games' notation to `ogn` unless it is null. `exported` may be null.
Result<void> write_both(const RunFolder& folder, const Outcome& outcome, const report::PageLimits& limits,
                        GameExport* exported, report::PageOutput& writer, std::ostream* ogn) {
  const auto& [state, standings, analysis, progress] = outcome;
  const record::Digest& digest = state.digest();
  const auto rules = rules_of(digest.run);
  if (!rules) return rules.error();
  report::PageGames page_games{digest.games, limits};
  const auto take = [&](const match::GameRecord& game, std::string_view notation, std::string_view replay) {
    if (ogn != nullptr) *ogn << notation;
    writer.game(game);
    if (!replay.empty()) writer.replay(replay);
    page_games.add(game);
  };
  const bool has_all = exported != nullptr && analysis.empty() && exported->has_exactly(digest.games);
  const auto done =
      has_all ? exported->each(take) : each_game(folder, outcome, **rules, page_games, ogn != nullptr, take);
  if (!done) return done;
  if (progress != nullptr) progress->doing("writing the page");
  page_games.finish();
  process::return_free_memory();  // the memory of the journal's text
  rating::Tally tally;
  auto history = history_of_run(state, standings, tally);
  tally.set_times(digest.thinking);
  report::Page rest{
      .standings = standings, .tally = tally, .digest = digest, .rules = **rules, .page_games = page_games};
  rest.explained = explain::rules_json(explain::rules_page(**rules));
  rest.machines = machines_json(machines_of(folder.path / host_file));
  rest.history = std::move(history);
  if (const auto& test = standings.meta.test)
    rest.test = report::PageTest{*test, state.sequential_test()->sprt().ratios()};
  rest.analysis = analysis.for_page();
  writer.finish(rest);
  return {};
}

}  // namespace

std::vector<rating::HistoryPoint> history_of_run(const RunState& state, const report::Standings& standings,
                                                 rating::Tally& tally) {
  const auto engines = static_cast<std::int64_t>(standings.rows.size());
  const std::int64_t moments = std::clamp<std::int64_t>(600 / std::max<std::int64_t>(1, engines), 10, 40);
  const match::GameList& all = state.digest().games;
  const Counts counts = state.counts();
  const match::GameList counted = counts ? counted_games(all, counts) : match::GameList{};
  const match::GameList& games = counts ? counted : all;
  const auto count = static_cast<std::int64_t>(games.size());
  return rating::history(games, std::max<std::int64_t>(1, count / moments),
                         quick(standings.meta.scoring.rating), tally);
}

Result<void> write_games(const RunFolder& folder, const Outcome& outcome, GameExport* exported) {
  return write_file(folder.path / "games.ogn", [&](std::ostream& ogn) {
    return write_file(folder.path / "report.html", [&](std::ostream& page) {
      report::PageWriter writer{page};
      return write_both(folder, outcome, {}, exported, writer, &ogn);
    });
  });
}

Result<Reported> write_page_to(report::PageOutput& output, const RunFolder& folder, const RunState& state,
                               Progress* progress, const report::PageLimits& limits) {
  report::Standings standings = state.final_standings(state.counted_tally());
  const JournalAnalysis analysis{folder, state.digest()};
  analysis.add_accuracy(standings);
  const auto written =
      write_both(folder, {state, standings, analysis, progress}, limits, nullptr, output, nullptr);
  if (!written) return written.error();
  return Reported{std::move(standings), analysis.problem()};
}

GameExport::GameExport(const std::filesystem::path& folder, const rules::Rules& rules, std::string event,
                       std::size_t max_waiting)
    : max_waiting_(max_waiting),
      replays_(rules),
      event_(std::move(event)) {
  const auto name = folder / "games.export.part";
  file_.open(name, std::ios::in | std::ios::out | std::ios::trunc | std::ios::binary);
  failed_ = !file_.is_open();
  if (failed_) return;
  std::error_code ignored;
  std::filesystem::remove(name, ignored);
  try {
    thread_ = std::jthread{[this](const std::stop_token& stop) { work(stop); }};
  } catch (const std::system_error&) {  // the system has no more threads
    failed_ = true;
  }
}

void GameExport::add(match::SharedRecord record) {
  too_many_ = too_many_ || ++added_ > report::PageLimits{}.replayed || coming_.size() == max_waiting_;
  if (too_many_) return coming_.clear();
  coming_.push_back(std::move(record));
  const std::unique_lock lock{mutex_, std::try_to_lock};
  if (!lock) return;
  too_many_ = waiting_.size() + coming_.size() > max_waiting_;
  if (given_up()) return waiting_.clear();
  std::ranges::move(coming_, std::back_inserter(waiting_));
  coming_.clear();
  more_.notify_one();
}

void GameExport::work(const std::stop_token& stop) {
  process::run_when_idle();
  std::unique_lock lock{mutex_};
  while (more_.wait(lock, stop, [this] { return !waiting_.empty(); }) && !stop.stop_requested()) {
    match::SharedRecord record = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    const bool exported = export_game(*record);
    record.reset();
    if (!exported) file_.close();  // the disk may be full
    lock.lock();
    failed_ = failed_ || !exported;
  }
}

void GameExport::finish() {
  thread_ = {};
  for (auto* games : {&waiting_, &coming_})
    for (auto game = games->begin(); game != games->end() && !given_up(); ++game)
      failed_ = !export_game(**game);
  failed_ = failed_ || !file_.flush();
  waiting_.clear();
  coming_.clear();
  if (!given_up()) return;
  games_ = std::vector<Game>{};
  file_.close();
}

// False: the game cannot be exported or stored.
bool GameExport::export_game(const match::GameRecord& record) {
  const auto replay = replays_.of(record);
  if (!replay) return false;
  const std::string ogn = record::to_ogn(record, replays_.rules(), replay->scores, event_);
  match::GameRecord without_plies = record;
  without_plies.plies.clear();
  const std::string head = record::game_text(without_plies);
  const auto size = [](const std::string& text) { return static_cast<std::uint32_t>(text.size()); };
  games_.push_back({.game = record.game,
                    .attempt = record.attempt,
                    .at = size_,
                    .ogn = size(ogn),
                    .replay = size(replay->line),
                    .head = size(head)});
  for (const std::string* text : {&ogn, &replay->line, &head}) {
    file_ << *text;
    size_ += text->size();
  }
  return file_.good();
}

bool GameExport::has_exactly(const match::GameList& games) const {
  if (given_up() || games.size() != games_.size()) return false;
  auto wanted = mapped<std::pair<int, int>>(games, number_of);
  auto known = mapped<std::pair<int, int>>(games_, number_of);
  std::ranges::sort(wanted);
  std::ranges::sort(known);
  return wanted == known;
}

Result<void> GameExport::each(const TakeGame& take) {
  std::ranges::sort(games_, {}, number_of);
  std::string text;
  for (const Game& game : games_) {
    text.resize(std::size_t{game.ogn} + game.replay + game.head);
    file_.seekg(static_cast<std::streamoff>(game.at));
    if (!file_.read(text.data(), static_cast<std::streamsize>(text.size())))
      return Error{fmt::format("cannot read the export of game {}: {}", game.game,
                               file_.eof() ? "its end is missing" : std::strerror(errno))};
    const std::string_view view = text;
    const auto head = record::game_from_json(view.substr(std::size_t{game.ogn} + game.replay));
    if (!head)
      return Error{fmt::format("the export of game {} is damaged: {}", game.game, head.error().message)};
    take(*head, view.substr(0, game.ogn), view.substr(game.ogn, game.replay));
  }
  return {};
}

}  // namespace ebiri::run
