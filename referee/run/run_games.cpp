#include "referee/run/run_games.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <ostream>

#include "referee/explain/lesson.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/process/machine.hpp"
#include "referee/rating/fit.hpp"
#include "referee/record/notation.hpp"
#include "referee/report/replays.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/host_list.hpp"
#include "referee/run/progress.hpp"
#include "referee/support/parallel.hpp"

namespace ebiri::run {

namespace {

// Sorts a journal's games into schedule order: games that finished early wait.
class InOrder {
 public:
  using Key = std::pair<int, int>;  // game and attempt
  using Take = std::function<void(match::GameRecord&&)>;

  InOrder(const match::GameList& games, Take take) : take_(std::move(take)) {
    for (const match::GameSummary& game : games) order_.emplace_back(game.game, game.attempt);
    std::ranges::sort(order_);
  }

  void add(match::GameRecord&& game) {
    const Key key{game.game, game.attempt};
    if (!due(key)) {
      waiting_.emplace(key, std::move(game));
      return;
    }
    take_(std::move(game));
    for (++next_; !waiting_.empty() && due(waiting_.begin()->first); ++next_)
      take_(std::move(waiting_.extract(waiting_.begin()).mapped()));
  }

 private:
  bool due(const Key& key) const { return next_ < order_.size() && key == order_[next_]; }

  Take take_;
  std::vector<Key> order_;
  std::size_t next_ = 0;
  std::map<Key, match::GameRecord> waiting_;
};

// Passes those games of the journal that are in `digest` to `take`, in order and in batches. Stops at the
// first problem.
Result<void> each_batch(const RunFolder& folder, const record::Digest& digest, Progress* progress,
                        const std::function<Result<void>(const std::vector<match::GameRecord>&)>& take) {
  constexpr std::size_t most = 32;  // some tens of kilobytes each
  Result<void> done;
  std::vector<match::GameRecord> batch;
  const auto hand_over = [&] {
    if (done && !batch.empty()) done = take(batch);
    batch.clear();
  };
  InOrder games{digest.games, [&](match::GameRecord&& game) {
                  batch.push_back(std::move(game));
                  if (batch.size() == most) hand_over();
                }};
  const auto read = record::read_journal(
      folder.journal(), [&](match::GameRecord&& game) { games.add(std::move(game)); },
      reading(progress, folder.journal()));
  hand_over();
  if (!read) return read.error();
  return done;
}

// A game in the form of the files.
struct Written {
  Result<report::Replay> replay{report::Replay{}};  // only its moves, unless the page replays the game
  std::string ogn;
};

// Formats a game of the journal for the files: its replay, and its notation if `with_ogn`.
Written written(const match::GameRecord& game, const report::Replays& replays, const record::RunInfo& run,
                const JournalAnalysis& analysis, bool replayed, bool with_ogn) {
  Written result;
  if (replayed) {
    result.replay = replays.of(game, analysis.of(game));
  } else if (with_ogn) {
    auto moves = record::scored(game, replays.rules());
    if (moves)
      result.replay->moves = std::move(*moves);
    else
      result.replay = moves.error();
  }
  if (with_ogn && result.replay)
    result.ogn = record::to_ogn(game, replays.rules(), result.replay->moves, run.name);
  return result;
}

// Passes the games of the journal to `take`, in one read.
Result<void> each_game(const RunFolder& folder, const Outcome& outcome, const rules::Rules& rules,
                       const report::PageGames& page, bool with_ogn, const TakeGame& take) {
  const record::Digest& digest = outcome.digest;
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

// Writes the page to `writer`, and the games' notation to `ogn` unless it is null. `exported` may be null.
Result<void> write_both(const RunFolder& folder, const Outcome& outcome, const report::PageLimits& limits,
                        GameExport* exported, report::PageOutput& writer, std::ostream* ogn) {
  const auto& [digest, standings, analysis, test, progress] = outcome;
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
  auto history = history_of_run(digest, standings, tally);
  tally.set_times(digest.thinking);
  report::Page rest{
      .standings = standings, .tally = tally, .digest = digest, .rules = **rules, .page_games = page_games};
  rest.explained = explain::rules_json(explain::rules_page(**rules));
  rest.machines = machines_of(folder.path / host_file);
  rest.history = std::move(history);
  rest.test = test;
  rest.analysis = analysis.for_page();
  writer.finish(rest);
  return {};
}

}  // namespace

std::vector<rating::HistoryPoint> history_of_run(const record::Digest& digest,
                                                 const report::Standings& standings, rating::Tally& tally) {
  const auto engines = static_cast<std::int64_t>(standings.rows.size());
  const std::int64_t moments = std::clamp<std::int64_t>(600 / std::max<std::int64_t>(1, engines), 10, 40);
  const auto filter = filter_of(digest);
  const match::GameList counted = filter ? counted_games(digest.games, filter->counts()) : match::GameList{};
  const match::GameList& games = filter ? counted : digest.games;
  const auto count = static_cast<std::int64_t>(games.size());
  return rating::history(games, std::max<std::int64_t>(1, count / moments),
                         quick(standings.meta.scoring.rating), tally);
}

std::optional<report::PageTest> test_of(const record::Digest& digest,
                                        const tournament::Tournament* tournament) {
  if (tournament == nullptr || !tournament->plan().sprt) return std::nullopt;
  const tournament::SequentialTest test{*tournament, digest.games};
  return report::PageTest{
      sprt_report(digest.run, *tournament, test, quick(scoring_or_default(digest).rating)),
      test.sprt().ratios()};
}

Result<void> write_games(const RunFolder& folder, const Outcome& outcome, GameExport* exported) {
  return write_file(folder.path / "games.ogn", [&](std::ostream& ogn) {
    return write_file(folder.path / "report.html", [&](std::ostream& page) {
      report::PageWriter writer{page};
      return write_both(folder, outcome, {}, exported, writer, &ogn);
    });
  });
}

Result<void> write_page_of(const PageOf& wanted, const RunFolder& folder, const Outcome& outcome) {
  return write_file(wanted.file, [&](std::ostream& page) {
    report::PageWriter writer{page};
    return write_both(folder, outcome, {.only = std::pair{wanted.first, wanted.last}}, nullptr, writer,
                      nullptr);
  });
}

Result<void> write_page_to(report::PageOutput& output, const RunFolder& folder, const record::Digest& digest,
                           Progress* progress) {
  const auto tournament = tournament_of(digest.plans, digest.games);
  const auto* plan = tournament ? &*tournament : nullptr;
  report::Standings standings = run_standings(digest, plan);
  const JournalAnalysis analysis{folder, digest};
  analysis.add_accuracy(standings);
  const auto test = test_of(digest, plan);
  return write_both(folder, {digest, standings, analysis, test, progress}, {}, nullptr, output, nullptr);
}

}  // namespace ebiri::run
