#include "referee/web/limiter.hpp"

#include <algorithm>

namespace ebiri::web {

namespace {

constexpr std::size_t max_clients = 10'000;

}  // namespace

bool Limiter::allows(const std::string& client, Clock::time_point now) {
  const std::lock_guard guard{mutex_};
  if (actions_.size() >= max_clients && now >= next_expiry_) {
    next_expiry_ = now + window_;
    std::erase_if(actions_, [&](const auto& one) {
      const Clock::time_point over = one.second.empty() ? now : one.second.back() + window_;
      if (over > now) next_expiry_ = std::min(next_expiry_, over);
      return over <= now;
    });
  }
  if (actions_.size() >= max_clients && !actions_.contains(client))
    return false;  // in a flood, only known clients are served
  auto& times = actions_[client];
  while (!times.empty() && now - times.front() >= window_) times.pop_front();
  if (times.size() >= most_) return false;
  times.push_back(now);
  return true;
}

}  // namespace ebiri::web
