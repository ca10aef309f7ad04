#include "referee/fleet/fleet_queue.hpp"

#include <fmt/format.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <utility>

#include "referee/fleet/expected.hpp"

namespace ebiri::fleet {

namespace {

using Clock = std::chrono::steady_clock;
using tournament::Task;

constexpr std::chrono::milliseconds patience{100};     // with the link, before it is asked again
constexpr std::chrono::milliseconds retry_after{500};  // when it failed
constexpr std::chrono::seconds quiet_time{2};          // without a result, before jobs are looked for
constexpr std::size_t most_untaken = 10'000;
constexpr std::size_t most_published = 4096;  // jobs
constexpr int most_complaints = 20;           // about a machine
constexpr std::size_t most_looked_for = 64;   // jobs, each time

}  // namespace

FleetQueue::FleetQueue(PlannerLink& link, const rules::Rules& rules, FleetSettings settings)
    : link_(link),
      rules_(rules),
      settings_(std::move(settings)),
      ready_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      quiet_since_(Clock::now()),
      thread_([this] { work(); }) {}

FleetQueue::~FleetQueue() {
  finish();
  thread_.join();
}

void FleetQueue::work() {
  while (true) {
    const auto done = step();
    if (!done && !std::exchange(in_trouble_, true)) say(done.error().message + "; trying again");
    if (done && std::exchange(in_trouble_, false)) say("the fleet's server answers again");
    std::unique_lock lock{mutex_};
    const auto over = [this] { return wish_ == Wish::finish; };
    if (over()) break;
    if (!done) changed_.wait_for(lock, retry_after, over);
    changed_.wait(lock, [&] { return over() || finished_.size() < most_untaken; });
  }
  const auto withdrawn = obey(Wish::finish);
  if (!withdrawn) say(withdrawn.error().message + "; workers may go on with jobs that nobody waits for");
  {
    const std::lock_guard lock{mutex_};
    ended_ = true;
  }
  signal();
}

Result<void> FleetQueue::step() {
  while (!begun_) {  // first of all what an earlier planner has not collected
    const auto earlier = link_.next_result(settings_.run, next_, std::chrono::milliseconds{0});
    if (!earlier) return earlier.error();
    begun_ = !*earlier;
    if (*earlier) take_next(**earlier);
  }
  if (alone_since_ == Clock::time_point{}) alone_since_ = Clock::now();
  Wish wish = Wish::play;
  {
    const std::lock_guard lock{mutex_};
    wish = wish_;
  }
  if (auto obeyed = obey(wish); !obeyed) return obeyed;
  admit();
  if (wish == Wish::play)
    if (auto published = publish(); !published) return published;
  if (auto invited = invite(); !invited) return invited;
  if (auto tidied = tidy_up(); !tidied) return tidied;
  const auto result = link_.next_result(settings_.run, next_, patience);
  if (!result) return result.error();
  if (*result) {
    alone_ = false;
    take_next(**result);
    return {};
  }
  if (wish != Wish::play || Clock::now() - quiet_since_ < quiet_time) return {};
  return reconcile();
}

// Says once that nobody is there to play what is published.
Result<void> FleetQueue::invite() {
  if (!alone_ || jobs_.empty() || Clock::now() - alone_since_ < settings_.invite_after) return {};
  const auto workers = link_.has_workers();
  if (!workers) return workers.error();
  alone_since_ = Clock::now();
  if (*workers) return {};
  alone_ = false;
  say("no worker has come yet" + (settings_.invitation.empty() ? "" : ": " + settings_.invitation));
  return {};
}

// The server need not keep what is in the journal, on the disk.
Result<void> FleetQueue::tidy_up() {
  std::optional<std::uint64_t> through;
  {
    const std::lock_guard lock{mutex_};
    through = kept_.due(Clock::now(), settings_.keep_results);
  }
  if (!through) return {};
  if (auto forgotten = link_.forget_results(settings_.run, *through); !forgotten) return forgotten;
  const std::lock_guard lock{mutex_};
  kept_.removed(*through);
  return {};
}

// Withdraws the jobs when the wish is not to play any more; what they have not brought is unpublished then.
Result<void> FleetQueue::obey(Wish wish) {
  if (wish == obeyed_) return {};
  if (wish != Wish::play) {
    if (auto withdrawn = link_.withdraw(settings_.run, session()); !withdrawn) return withdrawn;
    ++phase_;
    for (auto& [id, batch] : std::exchange(jobs_, {})) unpublished_.push_back(std::move(batch));
  }
  obeyed_ = wish;
  return {};
}

// What the ids of jobs begin with that are withdrawn together.
std::string FleetQueue::session() const { return fmt::format("{}p{}", settings_.session, phase_); }

// What was added is awaited; what came before it was added counts now.
void FleetQueue::admit() {
  std::vector<Task> tasks;
  {
    const std::lock_guard lock{mutex_};
    tasks = std::exchange(incoming_, {});
  }
  for (Task& task : tasks) {
    Batch batch;
    for (match::GameSetup& setup : task) {
      const int game = setup.game;
      highest_ = std::max(highest_, game);
      awaited_[game] = {.setup = std::move(setup)};
      const auto early = early_.extract(game);
      if (early)
        for (const auto& [record, host] : early.mapped()) {
          const auto found = awaited_.find(game);
          if (found != awaited_.end() && against(record, found->second.setup, rules_, scale_of(host)).empty())
            count(record, host);
        }
      if (awaited_.contains(game)) batch.games.push_back(game);
    }
    if (!batch.games.empty()) unpublished_.push_back(std::move(batch));
  }
  note_handed_over();
}

// Everything that has been read is handed over, unless a record waits for its game to be added.
void FleetQueue::note_handed_over() {
  if (!early_.empty()) return;
  const std::lock_guard lock{mutex_};
  kept_.handed_over(next_ - 1);
}

// Guided self-scheduling: large jobs while much is left, so that they cost little; small ones at the end, so
// that nobody is waited for.
std::size_t FleetQueue::job_size() const {
  constexpr std::size_t shares = 256, most = 10;
  if (settings_.job_pairs > 0) return static_cast<std::size_t>(settings_.job_pairs);
  return std::clamp<std::size_t>(awaited_.size() / 2 / shares, 1, most);
}

Result<void> FleetQueue::publish() {
  while (!unpublished_.empty() && jobs_.size() < most_published) {
    Job job{.run = settings_.run, .id = fmt::format("{}-{}", session(), last_job_ + 1)};
    Batch whole;
    std::size_t batches = 0;
    for (const std::size_t most = job_size(); batches < most && batches < unpublished_.size(); ++batches)
      for (const int game : unpublished_[batches].games)
        if (const auto found = awaited_.find(game); found != awaited_.end()) {
          job.games.push_back(job_game(found->second.setup));
          whole.games.push_back(game);
        }
    if (!job.games.empty()) {
      if (auto published = link_.publish(settings_.run, job.id, to_text(job)); !published) return published;
      for (const int game : whole.games) awaited_.at(game).job = job.id;
      jobs_[job.id] = std::move(whole);
      ++last_job_;
    }
    unpublished_.erase(unpublished_.begin(), unpublished_.begin() + static_cast<std::ptrdiff_t>(batches));
  }
  return {};
}

void FleetQueue::take_next(const StoredResult& stored) {
  next_ = stored.sequence + 1;
  take_in(stored);
  note_handed_over();
}

void FleetQueue::take_in(const StoredResult& stored) {
  quiet_since_ = Clock::now();
  const auto result = result_from(stored.text);
  if (!result) {
    complain("", fmt::format("the result of job {} is refused: {}", stored.job, result.error().message));
    return settle(stored.job, nullptr, result.error().message);
  }
  std::string problem = settings_.excluded.contains(run::machine_of(result->host.name))
                            ? "the host is excluded"
                            : first_problem(*result);
  const auto games = static_cast<int>(result->games.size());
  const auto voids = static_cast<int>(std::ranges::count_if(result->games, match::aborted));
  {
    const std::lock_guard lock{mutex_};
    HostTally& tally = hosts_[result->host.name];
    tally.host = result->host;
    if (problem.empty()) {
      tally.games += games;
      tally.voids += voids;
    } else {
      ++tally.refused;
    }
  }
  if (!problem.empty())
    complain(run::machine_of(result->host.name), fmt::format("the result of job {} from {} is refused: {}",
                                                             stored.job, result->host.name, problem));
  else
    for (const match::GameRecord& record : result->games)
      if (!count(record, result->host) && record.game > highest_ && !settings_.over(record.game))
        early_[record.game].push_back({record, result->host});
  settle(stored.job, &*result, problem);
}

// What is wrong with the first record that would count and must not; empty: all may count.
std::string FleetQueue::first_problem(const JobResult& result) const {
  std::map<int, match::GameSetup> next;
  for (const match::GameRecord& record : result.games) {
    const auto found = awaited_.find(record.game);
    if (found == awaited_.end()) continue;  // played already, or not known yet
    match::GameSetup& setup = next.try_emplace(record.game, found->second.setup).first->second;
    if (record.attempt < setup.attempt) continue;
    if (auto problem = against(record, setup, rules_, scale_of(result.host)); !problem.empty())
      return fmt::format("game {}: {}", record.game, problem);
    ++setup.attempt;
    setup.seed = settings_.seed(setup.game, setup.attempt);
  }
  return {};
}

// Of the time limits of a host's games; nothing if it must not play any.
std::optional<int> FleetQueue::scale_of(const run::Host& host) const {
  return settings_.core_speed ? match::time_scale(*settings_.core_speed, host.speed) : match::unscaled;
}

// Hands over a sound record, if it is the one that is awaited.
bool FleetQueue::count(const match::GameRecord& record, const run::Host& host) {
  const auto found = awaited_.find(record.game);
  if (found == awaited_.end()) return false;
  match::GameSetup& setup = found->second.setup;
  if (record.attempt != setup.attempt) return false;
  const bool again = match::aborted(record) && record.attempt <= settings_.max_replays;
  if (again) {
    ++setup.attempt;
    setup.seed = settings_.seed(setup.game, setup.attempt);
  } else {
    awaited_.erase(found);
  }
  settings_.counted(record, host, scale_of(host).value_or(match::unscaled));
  {
    const std::lock_guard lock{mutex_};
    finished_.push_back(record);
    if (!again) --open_;
  }
  signal();
  return true;
}

// A job has its result: what that lacks is played again, but not for ever.
void FleetQueue::settle(const std::string& id, const JobResult* result, const std::string& refusal) {
  const auto found = jobs_.extract(id);
  if (!found) return;
  Batch left;
  int tries = 0;
  for (const int game : found.mapped().games) {
    const auto awaited = awaited_.find(game);
    if (awaited == awaited_.end() || awaited->second.job != id) continue;
    left.games.push_back(game);
    const bool failed = !refusal.empty() || (result != nullptr && !result->trouble.empty());
    if (failed) tries = std::max(tries, ++awaited->second.tries);
  }
  if (left.games.empty()) return;
  const bool poison = result != nullptr && result->poison && refusal.empty();
  const std::string why = !refusal.empty() ? refusal : result != nullptr ? result->trouble : "";
  const std::string games =
      fmt::format("game{} {}", left.games.size() == 1 ? "" : "s", fmt::join(left.games, " "));
  if (!poison && tries < most_tries) {
    if (!why.empty() && refusal.empty())
      complain(result != nullptr ? run::machine_of(result->host.name) : "",
               fmt::format("job {}: {}; {} will be played again", id, why, games));
    unpublished_.push_front(std::move(left));
    return;
  }
  say(fmt::format("job {} is given up{}: {}; it had {}", id,
                  poison ? "" : fmt::format(" after {} results that were of no use, the last one", tries),
                  why, games));
  drop(left.games);
}

// Not without end about one machine.
void FleetQueue::complain(const std::string& machine, const std::string& sentence) {
  const int count = ++complaints_[machine];
  if (count <= most_complaints) say(sentence);
  if (count == most_complaints)
    say(fmt::format("what else is wrong with results of {} is not said any more",
                    machine.empty() ? "unknown machines" : machine));
}

void FleetQueue::drop(const std::vector<int>& games) {
  for (const int game : games) awaited_.erase(game);
  {
    const std::lock_guard lock{mutex_};
    open_ -= games.size();
  }
  signal();
}

// Jobs that are neither queued nor have a result were lost by the server: they are published again.
Result<void> FleetQueue::reconcile() {
  std::vector<std::string> ids;
  auto job = jobs_.upper_bound(looked_for_);
  for (std::size_t i = 0; i < std::min(most_looked_for, jobs_.size()); ++i) {
    if (job == jobs_.end()) job = jobs_.begin();
    ids.push_back((job++)->first);
  }
  if (!ids.empty()) looked_for_ = ids.back();
  for (const std::string& id : ids) {
    const auto there = link_.has_job(settings_.run, id);
    if (!there) return there.error();
    if (*there) continue;
    const auto result = link_.result_of(settings_.run, id);
    if (!result) return result.error();
    if (!*result) {
      settle(id, nullptr, "");
      continue;
    }
    if ((*result)->sequence < next_) {  // a server that lost its last results numbers them anew
      next_ = (*result)->sequence;
      const std::lock_guard lock{mutex_};
      kept_.lower(next_ - 1);
    }
    take_in(**result);
  }
  quiet_since_ = Clock::now();
  return {};
}

}  // namespace ebiri::fleet
