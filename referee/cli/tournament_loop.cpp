#include "referee/cli/tournament_loop.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>

#include "referee/cli/run_folder.hpp"
#include "referee/process/child.hpp"
#include "referee/process/machine.hpp"

namespace ebiri::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int redraw_ms = 100;
constexpr std::chrono::milliseconds rating_time{200};  // fits are not made more often

class Loop {
 public:
  Loop(LoopParts parts, int interrupt)
      : parts_(parts),
        interrupt_(interrupt),
        tally_(tally_of(parts.contents)) {}

  Result<Ending> run(tournament::Runner& runner) {
    while (true) {
      const bool ended = runner.ended();
      if (auto saved = collect(runner); !saved) return saved.error();
      if (ended) break;
      wait(runner);
      listen(runner);
      parts_.console.tick(std::chrono::floor<std::chrono::milliseconds>(Clock::now() - begin_));
    }
    return signals_ > 0 && !complete() ? Ending::interrupted : Ending::complete;
  }

 private:
  bool complete() const { return parts_.contents.games.size() >= schedule_of(parts_.contents.plans).size(); }

  Result<void> collect(tournament::Runner& runner) {
    for (match::GameRecord& record : runner.take()) {
      if (auto saved = parts_.journal.append(record); !saved) {
        runner.abort();
        give_up();
        return saved;
      }
      parts_.contents.games.push_back(record);
      tally_.add(record);
      parts_.events.game(record);
      if (Clock::now() - rated_ >= rating_time) {
        standings_ = standings_of(parts_.contents, tally_);
        parts_.events.rating(standings_);
        rated_ = Clock::now();
      }
      parts_.console.game(record, standings_);
    }
    return {};
  }

  void wait(const tournament::Runner& runner) const {
    pollfd watched[] = {{runner.ready(), POLLIN, 0}, {parts_.signals.descriptor(), POLLIN, 0}};
    ::poll(watched, 2, redraw_ms);
  }

  void listen(tournament::Runner& runner) {
    const int count = parts_.signals.take();
    if (count == 0) return;
    signals_ += count;
    if (signals_ == 1) {
      runner.finish();
      parts_.console.say("finishing the running games; once more to give them up");
    } else {
      runner.abort();
      give_up();
      parts_.console.say("giving up the running games; they will be played again");
    }
  }

  void give_up() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto ignored = ::write(interrupt_, &one, sizeof one);
  }

  LoopParts parts_;
  int interrupt_;
  int signals_ = 0;
  rating::Tally tally_;
  report::Standings standings_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point rated_{};
};

}  // namespace

Result<Ending> play_tasks(LoopParts parts, std::vector<tournament::Task> tasks) {
  const process::Descriptor interrupt{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  parts.arena.interrupt = interrupt.get();
  const Placement place = placement(parts.arena.settings);
  const Arena& arena = parts.arena;
  const tournament::SlotHooks hooks{
      .make_player = [&arena](const std::string& engine) { return make_player(arena, engine); },
      .enter =
          [&place](int slot) {
            if (!place.processors.empty())
              process::pin_thread(place.processors[static_cast<std::size_t>(slot) % place.processors.size()]);
          },
  };
  tournament::Runner runner{*arena.rules, std::move(tasks), place.slots, hooks};
  auto ending = Loop{parts, interrupt.get()}.run(runner);
  runner.join();
  return ending;
}

}  // namespace ebiri::cli
