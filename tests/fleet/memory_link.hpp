// A message server in memory that behaves as nats_link.hpp specifies. A lease expires when a test says so.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "referee/fleet/link.hpp"

namespace ebiri::tests {

class MemoryLink final : public fleet::PlannerLink, public fleet::WorkerLink {
 public:
  using Key = std::pair<std::string, std::string>;  // run and job

  bool closed() const override { return gone; }

  Result<void> create_streams() override { return {}; }

  Result<void> store_file(const std::string& sha256, const std::string& bytes) override {
    const std::lock_guard lock{mutex_};
    files_.try_emplace(sha256, bytes);
    return {};
  }

  Result<void> announce(const std::string& run, const std::string& text) override {
    const std::lock_guard lock{mutex_};
    orders_[run] = text;
    return {};
  }

  Result<void> publish(const std::string& run, const std::string& job, const std::string& text) override {
    const std::lock_guard lock{mutex_};
    if (broken) return Error{"the server is away"};
    jobs_.try_emplace({run, job}, Queued{.text = text});
    ++published;
    changed_.notify_all();
    return {};
  }

  Result<bool> has_job(const std::string& run, const std::string& job) override {
    const std::lock_guard lock{mutex_};
    return jobs_.contains({run, job});
  }

  Result<bool> has_workers() override {
    const std::lock_guard lock{mutex_};
    return asking_ > 0 || std::ranges::any_of(jobs_, [](const auto& job) { return job.second.leased; });
  }

  Result<std::optional<fleet::StoredResult>> next_result(const std::string& run, std::uint64_t sequence,
                                                         std::chrono::milliseconds timeout) override {
    std::unique_lock lock{mutex_};
    const auto next = [&]() -> const fleet::StoredResult* {
      for (const auto& [of, result] : results_)
        if (of == run && result.sequence >= sequence) return &result;
      return nullptr;
    };
    changed_.wait_for(lock, timeout, [&] { return next() != nullptr; });
    return next() == nullptr ? std::nullopt : std::optional{*next()};
  }

  Result<std::optional<fleet::StoredResult>> result_of(const std::string& run,
                                                       const std::string& job) override {
    const std::lock_guard lock{mutex_};
    for (const auto& [of, result] : results_)
      if (of == run && result.job == job) return std::optional{result};
    return std::optional<fleet::StoredResult>{};
  }

  Result<void> withdraw(const std::string& run, const std::string& prefix) override {
    const std::lock_guard lock{mutex_};
    std::erase_if(jobs_, [&](const auto& job) { return job.first.first == run; });
    stopped_[run] = prefix;
    return {};
  }

  Result<void> forget_results(const std::string& run, std::uint64_t through) override {
    const std::lock_guard lock{mutex_};
    std::erase_if(results_, [&](const auto& result) {
      return result.first == run && result.second.sequence <= through;
    });
    changed_.notify_all();
    return {};
  }

  std::size_t results() {
    const std::lock_guard lock{mutex_};
    return results_.size();
  }

  Result<void> forget(const std::string& run) override {
    const std::lock_guard lock{mutex_};
    orders_.erase(run);
    std::erase_if(results_, [&](const auto& result) { return result.first == run; });
    return {};
  }

  Result<std::optional<fleet::Lease>> lease(int, std::chrono::milliseconds timeout) override {
    std::unique_lock lock{mutex_};
    const auto next = [&] {
      return std::ranges::find_if(jobs_, [](const auto& job) { return !job.second.leased; });
    };
    ++asking_;
    changed_.wait_for(lock, timeout, [&] { return next() != jobs_.end(); });
    --asking_;
    const auto job = next();
    if (job == jobs_.end()) return std::optional<fleet::Lease>{};
    job->second.leased = true;
    return std::optional{fleet::Lease{.run = job->first.first,
                                      .job = job->first.second,
                                      .text = job->second.text,
                                      .deliveries = ++job->second.deliveries}};
  }

  void extend(const fleet::Lease&) override { ++extended; }

  void acknowledge(const fleet::Lease& lease) override {
    const std::lock_guard lock{mutex_};
    jobs_.erase({lease.run, lease.job});
  }

  void give_back(const fleet::Lease& lease) override { expire(lease); }

  Result<bool> store_result(const std::string& run, const std::string& job,
                            const std::string& text) override {
    const std::lock_guard lock{mutex_};
    for (const auto& [of, result] : results_)
      if (of == run && result.job == job) return false;
    if (text.size() > largest + 256) ++oversized;  // the head line is short
    results_.push_back({run, {.sequence = ++last_, .job = job, .text = text}});
    changed_.notify_all();
    return true;
  }

  Result<bool> has_result(const std::string& run, const std::string& job) override {
    const auto found = result_of(run, job);
    return found->has_value();
  }

  std::size_t max_bytes() const override { return largest; }

  Result<std::optional<std::string>> order(const std::string& run) override {
    const std::lock_guard lock{mutex_};
    return orders_.contains(run) ? std::optional{orders_.at(run)} : std::nullopt;
  }

  Result<std::optional<std::string>> file(const std::string& sha256, std::uint64_t) override {
    const std::lock_guard lock{mutex_};
    return files_.contains(sha256) ? std::optional{files_.at(sha256)} : std::nullopt;
  }

  bool withdrawn(const std::string& run, const std::string& job) override {
    const std::lock_guard lock{mutex_};
    const auto stopped = stopped_.find(run);
    return stopped != stopped_.end() && job.starts_with(stopped->second + "-");
  }

  /// Expires a lease, as if its worker had died.
  void expire(const fleet::Lease& lease) {
    const std::lock_guard lock{mutex_};
    const auto job = jobs_.find({lease.run, lease.job});
    if (job != jobs_.end()) job->second.leased = false;
    changed_.notify_all();
  }

  /// Loses all results, and numbers new ones from 1.
  void lose_results() {
    const std::lock_guard lock{mutex_};
    results_.clear();
    last_ = 0;
  }

  /// Loses a job.
  void lose(const fleet::Lease& lease) { acknowledge(lease); }

  std::atomic<bool> broken = false, gone = false;
  std::atomic<int> published = 0, extended = 0, oversized = 0;
  std::size_t largest = std::size_t{1} << 20;

 private:
  struct Queued {
    std::string text;
    bool leased = false;
    int deliveries = 0;
  };

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::string> files_, orders_, stopped_;
  std::map<Key, Queued> jobs_;
  std::vector<std::pair<std::string, fleet::StoredResult>> results_;
  std::uint64_t last_ = 0;
  int asking_ = 0;
};

}  // namespace ebiri::tests
