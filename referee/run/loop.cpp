#include "referee/run/loop.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <system_error>
#include <utility>

#include "referee/support/pace.hpp"

namespace ebiri::run {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int redraw_ms = 100;
constexpr std::chrono::milliseconds rating_interval{200};
constexpr int rating_pause_factor = 9;  // so that fits take at most a tenth of the time

class Loop : LoopParts {
 public:
  explicit Loop(const LoopParts& parts) : LoopParts(parts) {}

  Result<Ending> run() {
    show_test();
    while (true) {
      queue.acknowledge();
      const bool ended = queue.ended();
      const std::size_t pending = queue.pending();
      if (auto collected = collect(); !collected) return collected.error();
      if (!ending_)
        if (auto advanced = advance(pending); !advanced) return advanced.error();
      refresh();
      if (ended) break;
      wait();
      listen();
      show();
    }
    if (source.complete()) return Ending::complete;
    return quits_ > 0 ? Ending::interrupted : Ending::incomplete;
  }

 private:
  // Writes all games to the journal before any observer gets one, because an observer may be slow.
  Result<void> collect() {
    observers.warn(queue.news());
    std::vector<FinishedGame> games;
    std::uint64_t begin = journal.size();
    for (match::GameRecord& finished : queue.take()) {
      auto record = source.record(std::move(finished));
      if (!record) return record.error();
      if (auto saved = journal.append(*record); !saved) return saved;
      const std::uint64_t end = journal.size();
      games.push_back({std::make_shared<const match::GameRecord>(std::move(*record)), begin, end});
      begin = end;
    }
    if (auto saved = journal.sync_if_due(); !saved) return saved;
    if (journal.on_disk()) queue.saved();
    for (const FinishedGame& game : games) {
      state.add(*game.record);
      if (auto taken = source.take(state.digest().games.back()); !taken) return taken;
      observers.notify(&Observer::game, game);
    }
    unrated_ = unrated_ || !games.empty();
    return {};
  }

  Result<void> advance(std::size_t pending) {
    auto step = source.next(queue, pending);
    if (!step) return step.error();
    for (const std::string& sentence : step->sentences) observers.say(sentence);
    unrated_ = unrated_ || step->new_standings;
    if (!step->tasks.empty()) queue.add(std::move(step->tasks));
    using Then = Step::Then;
    if (step->then == Then::drain && pending == 0) queue.close();
    if (step->then == Then::finish || step->then == Then::abort) finish();
    if (step->then == Then::abort) queue.abort();
    return {};
  }

  void finish() {
    ending_ = true;
    queue.finish();
  }

  // Updates the standings, but not after every game if games are short.
  void refresh() {
    if (!unrated_ || !rating_pace_.due()) return;
    unrated_ = false;
    rating_pace_.run([this] {
      observers.notify(&Observer::standings, source.standings());
      show_test();
    });
  }

  void show_test() const {
    if (const auto report = source.test()) observers.notify(&Observer::test, *report);
  }

  void wait() const {
    std::vector<pollfd> watched{{queue.ready(), POLLIN, 0}};
    for (const int descriptor : control.descriptors()) watched.push_back({descriptor, POLLIN, 0});
    ::poll(watched.data(), watched.size(), redraw_ms);
  }

  void listen() {
    const Control::Requests requests = control.take();
    for (int count = requests.quits; count > 0; --count) quit();
    if (requests.pause && quits_ == 0) queue.pause(paused_ = !paused_);
  }

  void quit() {
    if (++quits_ == 1) {
      finish();
      observers.warn("finishing the running games; q or Ctrl-C again aborts them");
    } else if (quits_ == 2) {
      queue.abort();
      observers.warn("aborting the running games; they will be played again");
    }
  }

  void show() {
    const int playing = queue.playing();
    const auto moment = Clock::now();
    if (plays_) elapsed_ += moment - since_;
    since_ = moment;
    plays_ = !paused_ || quits_ > 0 || playing > 0;
    const LoopState now{.elapsed = std::chrono::floor<std::chrono::milliseconds>(elapsed_),
                        .playing = playing,
                        .paused = paused_,
                        .ending = ending_,
                        .idle = source.idle()};
    observers.notify(&Observer::tick, now, queue);
  }

  int quits_ = 0;
  bool paused_ = false;
  bool ending_ = false;   // no more games begin
  bool unrated_ = false;  // the standings have changed since they were shown
  Pace rating_pace_{rating_interval, rating_pause_factor};

  // The time in which games are played.
  bool plays_ = true;
  Clock::time_point since_ = Clock::now();
  Clock::duration elapsed_{};
};

// The number of pairs per slot that a run with a test or with withdrawals may be ahead of the judged pairs.
// It is small, because pairs after the deciding one are wasted.
constexpr std::int64_t pairs_ahead_per_slot = 4;

}  // namespace

const char* word(Ending ending) {
  static constexpr const char* words[] = {"complete", "interrupted", "incomplete"};
  return words[static_cast<std::size_t>(ending)];
}

Result<std::string> Observers::open(bool left) const {
  std::string address;
  for (Observer* one : all_) {
    auto opened = one->open(left);
    if (!opened) return opened;
    if (address.empty()) address = std::move(*opened);
  }
  return address;
}

Result<Ending> play_games(const LoopParts& parts) {
  const auto give_up = [&](Error error) {
    parts.queue.abort();
    return error;
  };
  try {
    auto ending = Loop{parts}.run();
    return ending ? ending : give_up(ending.error());
  } catch (const std::system_error& error) {
    return give_up({fmt::format("cannot start a slot: {}", error.what())});
  }
}

// The tournament has taken the game already.
Result<void> ScheduleSource::take(const match::GameSummary&) {
  const auto& orphans = state_.tournament()->orphans();
  if (orphans.empty()) return {};
  return Error{fmt::format("game {} of the journal does not follow from the results of earlier games",
                           orphans.front())};
}

// Queues enough games whose pairing is known to keep the slots busy, but not much more than a test may need.
Result<Step> ScheduleSource::next(const tournament::GameQueue& queue, std::size_t) {
  if (state_.test_over())
    return Step{.then = Step::Then::finish,
                .sentences = {report::headline(*state_.test()) + "; finishing the running games"}};
  const tournament::Tournament& tournament = *state_.tournament();
  if (handed_out_ == tournament.schedule().size()) return Step{.then = Step::Then::drain};
  if (queue.waiting() >= queue.wanted_waiting()) return Step{};
  auto most = static_cast<std::int64_t>(queue.wanted_waiting());
  if (const auto judged = state_.pairs_judged(); judged) {
    const auto bound = *judged + pairs_ahead_per_slot * static_cast<std::int64_t>(queue.at_a_time());
    most = std::min(most, bound - (tournament.schedule()[handed_out_].pair - 1));
    // With nothing pending, a pair that cannot be judged has a game that was skipped.
    if (most <= 0) return Step{.then = Step::Then::drain};
  }
  return Step{.tasks = tasks_for(arena_, tournament, handed_out_, static_cast<std::size_t>(most))};
}

}  // namespace ebiri::run
