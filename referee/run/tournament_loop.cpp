#include "referee/run/tournament_loop.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <chrono>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/rating/fit.hpp"
#include "referee/run/rounds.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int redraw_ms = 100;
constexpr std::chrono::milliseconds rating_time{200};  // fits are not made more often

// How long it has been running.
class Stopwatch {
 public:
  // From now on it runs, or stands.
  void run(bool running) {
    const auto now = Clock::now();
    if (running_) elapsed_ += now - since_;
    since_ = now;
    running_ = running;
  }

  std::chrono::milliseconds elapsed() const {
    return std::chrono::floor<std::chrono::milliseconds>(elapsed_);
  }

 private:
  bool running_ = true;
  Clock::time_point since_ = Clock::now();
  Clock::duration elapsed_{};
};

class Loop {
 public:
  explicit Loop(LoopParts parts)
      : parts_(parts),
        queue_(parts.queue),
        meta_(run_meta(parts.digest, &parts.tournament)),
        tally_(tally_of(parts.digest)) {}

  Result<Ending> run() {
    show_test();
    while (true) {
      queue_.acknowledge();
      const bool ended = queue_.ended();
      const bool idle = queue_.idle();
      if (auto saved = collect(); !saved) return saved.error();
      if (decided())
        stop();
      else if (!hand_out() && idle)
        queue_.close();
      refresh();
      if (ended) break;
      wait();
      listen();
      show();
    }
    if (parts_.tournament.complete() || decided()) return Ending::complete;
    return quits_ > 0 ? Ending::interrupted : Ending::incomplete;
  }

 private:
  // Some of what the results have determined, so that the slots do not run dry; false: that was all.
  bool hand_out() {
    const std::size_t determined = parts_.tournament.schedule().size();
    if (determined == handed_out_) return false;
    if (queue_.waiting() >= queue_.ahead()) return true;
    queue_.add(tasks_for(parts_.arena, parts_.tournament, handed_out_, queue_.ahead()));
    meta_.games_planned = static_cast<std::int64_t>(parts_.tournament.total().value_or(0));
    meta_.byes = byes_of(parts_.tournament);
    return true;
  }

  bool decided() const { return parts_.test != nullptr && parts_.test->decided(); }

  // The verdict is there: running games are finished, as what was begun is recorded.
  void stop() {
    if (std::exchange(stopped_, true)) return;
    queue_.finish();
    say(report::headline(sprt_report(parts_.digest.run, parts_.tournament, *parts_.test)) +
        "; finishing the running games");
  }

  void show_test() {
    if (parts_.test == nullptr) return;
    const auto report = sprt_report(parts_.digest.run, parts_.tournament, *parts_.test);
    parts_.observers.tell(&Observer::test, report);
  }

  // The journal first, and everything in it, before anybody is told: telling may take its time.
  Result<void> collect() {
    for (const std::string& sentence : queue_.news()) parts_.observers.tell(&Observer::warn, sentence);
    auto records = queue_.take();
    std::vector<std::uint64_t> ends{parts_.journal.size()};  // of their lines, behind where the first begins
    for (const match::GameRecord& record : records) {
      if (auto saved = parts_.journal.append(record); !saved) {
        queue_.abort();
        return saved;
      }
      ends.push_back(parts_.journal.size());
    }
    if (auto saved = parts_.journal.sync_soon(); !saved) return saved;
    if (parts_.journal.on_disk()) queue_.kept();
    for (const match::GameRecord& record : records) {
      parts_.digest.add(record);
      tally_.add(parts_.digest.games.back());
      parts_.tournament.take(parts_.digest.games.back());
      if (parts_.test != nullptr) parts_.test->look_at(parts_.tournament, record.game);
      parts_.observers.tell(&Observer::game, record);
    }
    unrated_ = unrated_ || !records.empty();
    for (std::size_t k = 0; k < records.size(); ++k) {
      const auto shared = std::make_shared<const match::GameRecord>(std::move(records[k]));
      parts_.observers.tell(&Observer::line, shared, ends[k], ends[k + 1]);
    }
    if (parts_.tournament.orphans().empty()) return {};
    queue_.abort();
    return Error{
        fmt::format("game {} of the journal is another one than the results of the games before it ask for",
                    parts_.tournament.orphans().front())};
  }

  // New standings, but not for every game where games are short.
  void refresh() {
    if (!unrated_ || Clock::now() - rated_ < rating_time) return;
    unrated_ = false;
    rated_ = Clock::now();
    tally_.set_times(parts_.digest.thinking);
    parts_.observers.tell(&Observer::standings, quick_standings(meta_, tally_));
    show_test();
  }

  void wait() const {
    std::vector<pollfd> watched{{queue_.ready(), POLLIN, 0}};
    for (const int descriptor : parts_.control.descriptors()) watched.push_back({descriptor, POLLIN, 0});
    ::poll(watched.data(), watched.size(), redraw_ms);
  }

  void listen() {
    const Control::Wishes wishes = parts_.control.take();
    for (int count = wishes.quits; count > 0; --count) quit();
    if (wishes.pause && quits_ == 0) queue_.pause(paused_ = !paused_);
  }

  void quit() {
    if (++quits_ == 1) {
      queue_.finish();
      say("finishing the running games; once more to give them up");
    } else if (quits_ == 2) {
      queue_.abort();
      say("giving up the running games; they will be played again");
    }
  }

  void show() {
    const int playing = queue_.playing();
    clock_.run(!paused_ || quits_ > 0 || playing > 0);
    const LoopState state{
        .elapsed = clock_.elapsed(), .playing = playing, .paused = paused_, .ending = quits_ > 0 || stopped_};
    parts_.observers.tell(&Observer::tick, state, queue_);
  }

  void say(const std::string& sentence) const { parts_.observers.tell(&Observer::say, sentence); }

  LoopParts parts_;
  tournament::GameQueue& queue_;
  int quits_ = 0;
  bool paused_ = false;
  bool stopped_ = false;        // because the test is decided
  std::size_t handed_out_ = 0;  // games of the schedule
  report::RunMeta meta_;
  rating::Tally tally_;
  bool unrated_ = false;  // games have come since the last rating
  Stopwatch clock_;
  Clock::time_point rated_{};
};

}  // namespace

const char* word(Ending ending) {
  switch (ending) {
    case Ending::complete:
      return "complete";
    case Ending::interrupted:
      return "interrupted";
    case Ending::incomplete:
      break;
  }
  return "incomplete";
}

Result<Ending> play_rest(LoopParts parts) {
  try {
    return Loop{parts}.run();
  } catch (const std::system_error& error) {
    parts.queue.abort();
    return Error{fmt::format("cannot start a slot: {}", error.what())};
  }
}

}  // namespace ebiri::run
