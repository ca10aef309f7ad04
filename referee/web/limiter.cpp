#include "referee/web/limiter.hpp"

#include <algorithm>

namespace ebiri::web {

namespace {

constexpr std::size_t most_kept = 10'000;

}  // namespace

bool Limiter::allows(const std::string& who, Clock::time_point now) {
  const std::lock_guard guard{mutex_};
  if (done_.size() >= most_kept && now >= worth_forgetting_) forget(now);
  if (done_.size() >= most_kept && !done_.contains(who))
    return false;  // a flood: only known clients continue
  auto& times = done_[who];
  while (!times.empty() && now - times.front() >= window_) times.pop_front();
  if (times.size() >= most_) return false;
  times.push_back(now);
  return true;
}

void Limiter::forget(Clock::time_point now) {
  worth_forgetting_ = now + window_;
  std::erase_if(done_, [&](const auto& one) {
    const Clock::time_point over = one.second.empty() ? now : one.second.back() + window_;
    if (over > now) worth_forgetting_ = std::min(worth_forgetting_, over);
    return over <= now;
  });
}

}  // namespace ebiri::web
