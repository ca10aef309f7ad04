// `ebiri watch`: a run that another process plays, as its journal grows.
#include <fmt/format.h>
#include <poll.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/table_format.hpp"
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

Shows a run that is being played in another terminal, as its own live view does: the journal is followed, nothing
is written and the games are not disturbed. q or Ctrl-C ends the watching, not the run; t prints the whole table.
Where standard error is no terminal, there is a line for each game from now on. When the run ends, or if no
referee works on it, the table is printed.
Exit code 0: the run has ended, or nobody works on it, or q was typed; 3: no such run, its first line is not sound, or the machine said no;
130: interrupted.)";

int refuse_watch(const Error& error) {
  fmt::print(stderr, "ebiri: {}\n", error.message);
  return 3;
}

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
      if (!held) return refuse_watch(held.error());
      if (auto taken = take_news(); !taken) return refuse_watch(taken.error());
      if (!*held) return run_.begun() ? conclude() : refuse_watch(nothing_there());
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
    if (signals_.take() > 0) left_ = 130;
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

}  // namespace

void add_watch(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("watch", "Follow a run that is being played elsewhere");
  const auto arguments = std::make_shared<WatchArguments>();
  command
      ->add_option("RUN", arguments->run, "A run folder, its games.jsonl, or a name in the folder of results")
      ->type_name("RUN")
      ->required();
  command->add_option("--results", arguments->results, "Folder that holds the run folders")
      ->type_name("FOLDER")
      ->capture_default_str()
      ->envname("EBIRI_RESULTS");
  add_format_option(*command, arguments->format);
  command->footer(watch_footer);
  command->callback([arguments, &exit_code] { exit_code = Watch{*arguments}(); });
}

}  // namespace ebiri::cli
