#include "referee/live/watched_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/run/rounds.hpp"
#include "referee/terminal/table_text.hpp"

namespace ebiri::live {

void WatchedRun::take(record::JournalNews&& news, std::optional<Time> since) {
  if (news.run) digest_.run = std::move(*news.run);
  for (record::PlanInfo& plan : news.plans) digest_.plans.push_back(std::move(plan));
  if (!news.plans.empty()) plan_anew();
  if (since) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    elapsed_before_ = std::max(now - *since, std::chrono::milliseconds{0});
  }
  for (record::FollowedGame& game : news.games) {
    const match::GameRecord& record = *game.record;
    digest_.add(record);
    tally_.add(digest_.games.back());
    if (tournament_) tournament_->take(digest_.games.back());
    if (test_) test_->look_at(*tournament_, record.game);
    if (since && record.started >= *since) ++counted_;
    if (record.verdict.fault) last_forfeit_ = game.record;
    last_ = std::move(game.record);
  }
  tally_.set_times(digest_.thinking);
}

// A plan that comes later may add engines and games.
void WatchedRun::plan_anew() {
  tally_ = run::tally_of(digest_);
  test_.reset();
  tournament_.reset();
  auto tournament = run::tournament_of(digest_.plans, digest_.games);
  if (tournament) tournament_.emplace(std::move(*tournament));
  meta_ = run::run_meta(digest_, tournament_ ? &*tournament_ : nullptr);
  if (tournament_ && tournament_->plan().sprt) test_.emplace(*tournament_);
}

report::RunMeta WatchedRun::meta() const {
  report::RunMeta meta = meta_;
  if (!tournament_) return meta;
  meta.games_planned = games_planned();
  meta.byes = run::byes_of(*tournament_);
  return meta;
}

std::int64_t WatchedRun::games_planned() const {
  return tournament_ ? static_cast<std::int64_t>(tournament_->total().value_or(0)) : 0;
}

terminal::LiveState WatchedRun::live_state() const {
  return {.standings = standings(),
          .pairs = digest_.plans.back().open ? 0 : digest_.plans.back().pairs,
          .finished_now = counted_,
          .elapsed = elapsed_before_,
          .sprt = test()};
}

void WatchedRun::recall(terminal::Console& console) const {
  if (last_forfeit_) console.recall(*last_forfeit_);
  if (last_) console.recall(*last_);
}

report::Standings WatchedRun::standings() const { return run::quick_standings(meta(), tally_); }

std::optional<report::SprtReport> WatchedRun::test() const {
  if (!test_) return std::nullopt;
  return run::sprt_report(digest_.run, *tournament_, *test_);
}

bool WatchedRun::over() const {
  return (tournament_ && tournament_->complete()) || (test_ && test_->decided());
}

std::string WatchedRun::progress_text() const {
  const auto total = tournament_ ? tournament_->total() : std::nullopt;
  if (test_ && test_->decided())
    return fmt::format("the test is decided after {} games", tournament_->over());
  if (over()) return fmt::format("all {} games are played", tournament_->over());
  if (total) return fmt::format("{} of {} games are played", tournament_->over(), *total);
  return fmt::format("{} games are played", digest_.games.size());
}

std::string WatchedRun::final_text(const std::string& format) const {
  std::string text = terminal::table_text(run::standings_of(meta(), tally_), format);
  if (format != "table" || !tournament_) return text;
  const auto report = test();
  return text + (report ? "\n" + report::sprt_text(*report) : run::rounds_text(*tournament_));
}

}  // namespace ebiri::live
