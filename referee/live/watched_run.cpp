#include "referee/live/watched_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/record/lock.hpp"

namespace ebiri::live {

WatchedRun::WatchedRun(run::RunFolder folder) : folder_(std::move(folder)), follower_(folder_.journal()) {}

Result<void> WatchedRun::look() {
  const auto held = record::is_locked(folder_.journal());
  if (!held) return held.error();
  if (*held && !held_) {
    since_.reset();
    finished_ = 0;
  }
  if (*held && !since_) since_ = record::locked_since(folder_.journal());
  held_ = *held;
  return {};
}

Result<record::JournalNews> WatchedRun::poll(std::size_t most) {
  auto news = follower_.poll(most);
  if (!news) return news;
  if (news->begins_again) {
    state_ = {};
    finished_ = 0;
  }
  if (news->run) state_.set_run(*news->run);
  if (!news->plans.empty()) state_.add(news->plans);
  for (const record::FollowedGame& game : news->games) {
    state_.add(*game.record);
    if (since_ && game.record->started >= *since_) ++finished_;
  }
  return news;
}

std::optional<std::chrono::milliseconds> WatchedRun::elapsed() const {
  if (!held_ || !since_) return std::nullopt;
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return std::max(now - *since_, std::chrono::milliseconds{0});
}

std::string WatchedRun::progress_text() const {
  const tournament::Tournament* tournament = state_.tournament();
  if (tournament == nullptr) return fmt::format("{} games are played", state_.digest().games.size());
  if (state_.test_over())
    return fmt::format("the test is {} after {} games", state_.test()->decided() ? "decided" : "over",
                       tournament->games_over());
  const auto total = tournament->total();
  if (state_.over() && total) return fmt::format("all {} games are played", *total);
  if (total) return fmt::format("{} of {} games are played", *total - *tournament->left(), *total);
  return fmt::format("{} games are played", state_.digest().games.size());
}

}  // namespace ebiri::live
