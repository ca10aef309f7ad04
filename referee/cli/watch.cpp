// `ebiri watch`: a run that another process plays, as its journal grows.
#include <fmt/format.h>
#include <poll.h>

#include <chrono>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/command.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/live/watched_run.hpp"
#include "referee/record/follow.hpp"
#include "referee/record/lock.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/keys.hpp"
#include "referee/terminal/signals.hpp"

namespace ebiri::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int look_ms = 100;
constexpr std::chrono::milliseconds watch_rating_time{200};  // fits are not made more often

struct WatchArguments {
  std::string run;
  std::string results = "results";
  std::string format = "table";
};

constexpr const char* watch_footer = R"(Examples:
  ebiri watch results/quickstart
  ebiri watch quickstart              the same: a run in the folder of results
  ebiri watch quickstart 2>/dev/null  nothing until it ends, then the table

Shows a run that is being played in another terminal, as its own live view does. It follows the journal, writes nothing
and does not disturb the games. q or Ctrl-C leaves the view, and the run continues; t prints the whole table.
Where standard error is no terminal, there is a line for each game from now on. When the run ends, or if no
referee plays it, the table is printed.
Exit code 0: the run has ended, no referee plays it, or q was typed; 3: no such run, its first line is invalid, or a
system error; 130: interrupted.)";

class Watch {
 public:
  explicit Watch(const WatchArguments& arguments)
      : arguments_(arguments),
        folder_(run::named_run(arguments.run, arguments.results)),
        follower_(folder_.journal()) {}

  int operator()() {
    while (true) {
      // Asked before the news: what a referee wrote before it let go is in them.
      const auto held = record::is_locked(folder_.journal());
      if (!held) return fail(machine_error, held.error());
      if (auto taken = take_news(); !taken) return fail(machine_error, taken.error());
      if (!*held) return run_.begun() ? conclude() : fail(machine_error, nothing_there());
      watched_ = true;
      show();
      if (left_) return leave();
      wait();
    }
  }

 private:
  Error nothing_there() const {
    const char* what = follower_.is_there() ? "nothing was recorded in" : "there is no";
    return Error{fmt::format("{} `{}`; expected the folder of a run", what, folder_.journal().string())};
  }

  Result<void> take_news() {
    while (true) {
      auto news = follower_.poll();
      if (!news) return news.error();
      if (news->begins_again) {
        run_ = {};
        console_.reset();
      }
      if (console_)
        for (const record::FollowedGame& game : news->games) console_->game(*game.record);
      unrated_ = unrated_ || !news->empty();
      const bool more = news->more;
      run_.take(std::move(*news), console_ ? std::nullopt : record::locked_since(folder_.journal()));
      listen();
      if (!more || left_) return {};
    }
  }

  void show() {
    if (!run_.begun()) return;
    if (!console_) {
      console_.emplace(terminal::Verbosity::live, run_.live_state());
      run_.recall(*console_);
      if (!keys_) keys_.emplace(console_->live() ? terminal::Typing::read : terminal::Typing::ignored);
      if (!console_->live())
        console_->say(fmt::format("{} games are played already", run_.digest().games.size()));
      begin_ = Clock::now();
      rated_ = begin_;
      unrated_ = false;
    }
    if (unrated_ && Clock::now() - rated_ >= watch_rating_time) {
      unrated_ = false;
      rated_ = Clock::now();
      console_->standings(run_.standings());
      if (auto test = run_.test()) console_->test(*test);
    }
    console_->hint(keys_->active() ? "watching   q quit  t table" : "watching   Ctrl-C stops");
    const auto seen = std::chrono::floor<std::chrono::milliseconds>(Clock::now() - begin_);
    console_->tick(run_.elapsed_before() + seen);
  }

  void wait() {
    pollfd watched[] = {{signals_.descriptor(), POLLIN, 0}, {keys_ ? keys_->descriptor() : -1, POLLIN, 0}};
    ::poll(watched, std::size(watched), look_ms);
    listen();
  }

  void listen() {
    if (signals_.take() > 0) left_ = interrupted_code;
    if (!keys_) return;
    for (const char key : keys_->take()) {
      if (key == 'q' && !left_) left_ = 0;
      if (key == 't' && console_) console_->table();
    }
  }

  int leave() {
    keys_.reset();
    console_.reset();
    if (run_.begun()) fmt::print("{}", run_.final_text(arguments_.format));
    fmt::print(stderr, "ebiri: the run goes on; to see more: ebiri watch {}\n", arguments_.run);
    return *left_;
  }

  int conclude() {
    keys_.reset();
    console_.reset();
    fmt::print("{}", run_.final_text(arguments_.format));
    fmt::print(stderr, "ebiri: {}{}\n", run_.progress_text(),
               run_.over() ? ""
               : watched_  ? "; its referee has stopped"
                           : "; no referee works on it now");
    return 0;
  }

  const WatchArguments& arguments_;
  run::RunFolder folder_;
  record::JournalFollower follower_;
  terminal::Signals signals_;
  live::WatchedRun run_;
  std::optional<terminal::Console> console_;  // once the run has begun
  std::optional<terminal::Keys> keys_;
  std::optional<int> left_;  // the exit code of who stopped watching
  bool watched_ = false;     // while a referee worked
  bool unrated_ = false;     // games have come since the last rating
  Clock::time_point begin_{}, rated_{};
};

int watch(const WatchArguments& arguments) { return Watch{arguments}(); }

}  // namespace

void add_watch(CLI::App& app, int& exit_code) {
  auto [command, arguments] = add_command(app, exit_code, "watch",
                                          "Follow a run that is being played elsewhere", watch_footer, watch);
  command
      .add_option("RUN", arguments.run, "A run folder, its games.jsonl, or a name in the folder of results")
      ->type_name("RUN")
      ->required();
  add_results_option(command, arguments.results);
  add_format_option(command, arguments.format);
}

}  // namespace ebiri::cli
