// `ebiri watch`: follows the journal of a run that another process plays.
#include <fmt/format.h>
#include <poll.h>

#include <chrono>
#include <iterator>
#include <optional>
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/live/watched_run.hpp"
#include "referee/record/line_file.hpp"
#include "referee/run/reports.hpp"
#include "referee/support/pace.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/shell.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/user_input.hpp"

namespace ebiri::cli {

namespace {

constexpr int poll_interval_ms = 100;
constexpr std::chrono::milliseconds rating_interval{200};
constexpr int rating_pause_factor = 9;  // fits take at most a tenth of the time

struct WatchArguments {
  std::string run;
  std::string results = "results";
  std::string format = "table";
};

constexpr const char* watch_footer = R"(Examples:
  ebiri watch results/quickstart
  ebiri watch quickstart              the same: a run in the folder of results
  ebiri watch quickstart 2>/dev/null  print only the final table

Shows the live view of a run that another process plays. It follows the journal, writes nothing and does not disturb the
games. q or Ctrl-C leaves the view, and the run continues; t prints the table. If standard error is not a terminal, each
new game is one line. The command ends when the run ends, or if no referee plays it. On exit it prints the table.
Exit code 0: the run has ended, no referee plays it, or q was typed; 2: RUN is a file of games; 3: the run is not found,
its first line is invalid, or a system error; 130: interrupted.)";

class Watch {
 public:
  explicit Watch(const WatchArguments& arguments)
      : arguments_(arguments),
        run_(run::run_folder(arguments.run, arguments.results)) {}

  int operator()() {
    while (true) {
      // Looks for the referee before it reads the news: a referee that has stopped adds no games, so the news
      // is then complete.
      if (auto looked = run_.look(); !looked) return fail(looked.error());
      const bool has_referee = run_.has_referee();
      if (auto taken = take_news(); !taken) return fail(taken.error());
      if (!has_referee) return run_.begun() ? conclude() : fail(not_found());
      watched_ = true;
      show();
      if (left_) return leave();
      wait();
    }
  }

 private:
  Error not_found() const {
    const auto journal = record::LineFile::open(run_.folder().journal());
    if (!journal)
      return run::explain_missing(journal.error(), arguments_.run, "watch", 0, arguments_.results);
    return Error{fmt::format("`{}` is empty; expected the folder of a run", journal->path().string())};
  }

  Result<void> take_news() {
    while (true) {
      const auto news = run_.poll();
      if (!news) return news.error();
      if (news->begins_again) {
        console_.reset();
        last_ = last_forfeit_ = nullptr;
      }
      for (const record::FollowedGame& game : news->games) {
        if (console_) console_->print_game(*game.record);
        if (game.record->verdict.fault) last_forfeit_ = game.record;
        last_ = game.record;
      }
      unrated_ = unrated_ || !news->empty();
      listen();
      if (!news->more || left_) return {};
    }
  }

  void show() {
    if (!run_.begun()) return;
    if (!console_) begin();
    if (unrated_ && rating_pace_.due()) show_standings();
    console_->hint(keys_->active() ? "watching   q quit  t table"
                                   : "watching   Ctrl-C leaves, the run continues");
    console_->redraw(run_.elapsed().value_or(std::chrono::milliseconds{}));
  }

  void begin() {
    const record::PlanInfo& plan = run_.state().digest().plans.back();
    console_.emplace(terminal::Verbosity::live);
    console_->begin({.pairs = plan.open ? 0 : plan.pairs, .finished = run_.finished()});
    for (const auto& game : {last_forfeit_, last_})
      if (game) console_->recall(*game);
    if (!keys_) keys_.emplace(console_->live());
    if (!console_->live())
      console_->say(fmt::format("{} games are played already", run_.state().digest().games.size()));
    show_standings();
  }

  void show_standings() {
    unrated_ = false;
    rating_pace_.run([this] {
      console_->standings(run_.state().standings());
      if (const auto test = run_.state().test()) console_->test(*test);
    });
  }

  void wait() {
    pollfd watched[] = {{signals_.descriptor(), POLLIN, 0}, {keys_ ? keys_->descriptor() : -1, POLLIN, 0}};
    ::poll(watched, std::size(watched), poll_interval_ms);
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

  void print_table() {
    keys_.reset();
    console_.reset();
    const run::RunState& state = run_.state();
    if (run_.begun())
      fmt::print("{}", table_text(state.final_standings(state.counted_tally()), arguments_.format,
                                  run::rounds_text(state.tournament())));
  }

  int leave() {
    print_table();
    const bool elsewhere = arguments_.results != WatchArguments{}.results;
    print_error("ebiri: the run continues; to watch it again: {}{}\n",
                as_typed("watch " + shell_word(arguments_.run)),
                elsewhere ? " --results " + shell_word(arguments_.results) : "");
    return *left_;
  }

  int conclude() {
    print_table();
    print_error("ebiri: {}{}\n", run_.progress_text(),
                run_.state().over() ? ""
                : watched_          ? "; its referee has stopped"
                                    : "; no referee plays it now");
    return 0;
  }

  const WatchArguments& arguments_;
  terminal::Signals signals_;
  live::WatchedRun run_;
  match::SharedRecord last_, last_forfeit_;
  std::optional<terminal::Console> console_;  // once the run has begun
  std::optional<terminal::Keys> keys_;
  std::optional<int> left_;  // the exit code, set by a signal or the key q
  bool watched_ = false;     // whether a referee has played since this command started
  bool unrated_ = false;     // whether games are missing in the standings
  Pace rating_pace_{rating_interval, rating_pause_factor};
};

int watch(const WatchArguments& arguments) { return Watch{arguments}(); }

}  // namespace

void add_watch(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "watch", "Follow a run that another process plays", watch_footer, watch);
  command
      .add_option("RUN", arguments.run,
                  "A run: its folder, its games.jsonl, or its name in the folder of --results")
      .required();
  add_results_option(command, arguments.results);
  add_format_option(command, arguments.format);
}

}  // namespace ebiri::cli
