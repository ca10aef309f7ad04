#include "referee/cli/common/play_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "referee/cli/common/build_server.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/forecast.hpp"
#include "referee/cli/common/table_format.hpp"
#include "referee/config/load.hpp"
#include "referee/fleet/fleet_run.hpp"
#include "referee/fleet/left_out.hpp"
#include "referee/live/events.hpp"
#include "referee/live/feed.hpp"
#include "referee/live/serving.hpp"
#include "referee/process/machine.hpp"
#include "referee/report/table.hpp"
#include "referee/run/chunks.hpp"
#include "referee/run/core_speed.hpp"
#include "referee/run/host_list.hpp"
#include "referee/run/identity.hpp"
#include "referee/run/isolation.hpp"
#include "referee/run/kept_analysis.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/rounds.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/slots.hpp"
#include "referee/run/told_games.hpp"
#include "referee/run/tournament_loop.hpp"
#include "referee/support/shell.hpp"
#include "referee/terminal/controls.hpp"
#include "referee/terminal/table_text.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

// A path that cannot be looked at counts as absent: what is done next says why.
bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// One run of the command, step by step; each step returns an exit code if it ends here.
class Run {
 public:
  explicit Run(const RunArguments& arguments) : arguments_(arguments) {}

  int operator()() {
    if (auto code = load()) return *code;
    folder_ = {fs::path{arguments_.results} / run::folder_name(arena_.settings)};
    if (arguments_.dry_run) return dry_run();
    if (auto code = confine()) return *code;
    if (auto code = open_folder()) return *code;
    if (auto code = open_events()) return *code;
    if (auto code = plan()) return *code;
    return play();
  }

 private:
  std::optional<int> load() {
    const auto search = config::search_path_for(arguments_.config);
    auto overrides = arguments_.overrides;
    if (!arguments_.chunk.empty()) overrides.push_back("chunk=" + arguments_.chunk);
    auto loaded = arguments_.text
                      ? config::load_text({arguments_.config, *arguments_.text}, overrides, &search)
                      : config::load_file(arguments_.config, overrides, search);
    if (const auto* problems = std::get_if<config::Diagnostics>(&loaded)) {
      fmt::print(stderr, "{}", config::format(*problems));
      return 2;
    }
    tournament::Settings& settings = std::get<config::Loaded>(loaded).settings;
    const bool asks_for_test = arguments_.needs_test || !arguments_.junit.empty();
    if (asks_for_test && !settings.sprt)
      return fail(2, fmt::format("{} has no `sprt`; `ebiri options sprt` explains it", arguments_.config));
    if (const auto why = fleet::against_fleet(settings); arguments_.fleet.wanted() && !why.empty())
      return fail(2, why);
    auto arena = run::make_arena(std::move(settings), search);
    if (!arena) return fail(2, arena.error().message);
    arena_ = std::move(*arena);
    return std::nullopt;
  }

  std::optional<int> confine() {
    const auto missing = find_means(arena_);
    const bool refuse_it = !missing.empty() && arena_.settings.isolation_required;
    for (const std::string& what : missing)
      fmt::print(stderr, "ebiri: {}{}\n", refuse_it ? "" : "warning: ", what);
    if (!refuse_it) return std::nullopt;
    return fail(3, "nothing was played, as `isolation-required` is true; `ebiri doctor` says what to do");
  }

  int dry_run() {
    find_means(arena_);
    std::vector<record::PlanInfo> plans;
    match::GameList games;
    if (is_there(folder_.journal()) && !arguments_.force_new) {
      const auto digest = record::read_digest(folder_.journal());
      if (!digest) return fail(3, digest.error().message);
      say_rejected(folder_, *digest, "left out");
      if (const auto fit = fits(*digest, arena_); !fit) return refuse(fit.error());
      plans = digest->plans;
      games = digest->games;
    }
    run::complete_cores(arena_.settings, plans);
    plans.push_back(plan_info(arena_));
    const auto tournament = run::tournament_of(plans, games);
    if (!tournament) return fail(3, tournament.error().message);
    print_forecast(arena_, *tournament);
    return 0;
  }

  // Games of machines that are not trusted any more.
  std::optional<int> exclude_hosts() {
    fleet::finish_leaving_out(folder_);
    if (arguments_.fleet.excluded.empty() || !is_there(folder_.journal())) return std::nullopt;
    const auto digest = record::read_digest(folder_.journal());
    if (!digest) return fail(3, digest.error().message);
    if (const auto fit = fits(*digest, arena_); !fit) return refuse(fit.error());
    const auto machines = run::machines_of(folder_.path / run::host_file);
    for (const std::string& name : arguments_.fleet.excluded)
      if (std::ranges::find(machines, name, &run::MachineTally::machine) == machines.end())
        fmt::print(stderr, "ebiri: no game here was played by machine `{}`\n", name);
    const auto games = fleet::games_to_leave_out(folder_, *digest, arguments_.fleet.excluded);
    if (!games) return fail(3, games.error().message);
    if (games->empty()) return std::nullopt;
    if (const auto left_out = fleet::leave_out(folder_, *digest, *games); !left_out)
      return fail(3, left_out.error().message);
    fmt::print(stderr, "ebiri: games that excluded machines had a hand in, and that are played again: {}\n",
               games->size());
    return std::nullopt;
  }

  std::optional<int> open_folder() {
    if (arguments_.force_new && is_there(folder_.path))
      if (const auto moved = set_aside(folder_); !moved) return fail(3, moved.error().message);
    if (auto code = exclude_hosts()) return code;
    std::error_code problem;
    fs::create_directories(folder_.path, problem);
    if (problem)
      return fail(3, fmt::format("cannot create `{}`: {}", folder_.path.string(), problem.message()));
    auto opened = record::Journal::open(folder_.journal(), arena_.settings.sync);
    if (!opened) return fail(3, opened.error().message);
    journal_.emplace(std::move(opened->journal));
    if (opened->digest) {
      digest_ = std::move(*opened->digest);
      if (const auto fit = fits(digest_, arena_); !fit) return refuse(fit.error());
    } else {
      digest_.run = run_info(arena_);
      begins_ = true;
      run::complete_cores(arena_.settings, {});
    }
    if (const auto repaired = journal_->repair(); !repaired) return fail(3, repaired.error().message);
    say_rejected(folder_, digest_,
                 fmt::format("moved to {}, their games are played again",
                             record::rejected_file(folder_.journal()).string()));
    return std::nullopt;
  }

  int refuse(const Error& reason) const {
    return fail(
        2, fmt::format("{} cannot go on: {}\nGive the config another `name`, or add --force-new to set the "
                       "old run aside.",
                       folder_.path.string(), reason.message));
  }

  std::optional<int> open_events() {
    if (arguments_.events.empty()) return std::nullopt;
    std::error_code ignored;
    if (fs::equivalent(arguments_.events, folder_.journal(), ignored))
      return fail(2, "`--events` names the run's own journal; give it another file");
    auto events = live::Events::open(arguments_.events);
    if (!events) return fail(3, events.error().message);
    events_ = std::move(*events);
    return std::nullopt;
  }

  std::optional<int> open_server() {
    if (!arguments_.serve) return std::nullopt;
    auto address = live::served_address(*arguments_.serve);
    if (!address) return fail(2, address.error().message);
    address->names = arguments_.serve_names;
    auto serving = live::Serving::open(*address, folder_);
    if (!serving) return fail(3, serving.error().message);
    serving_ = std::move(*serving);
    return std::nullopt;
  }

  // Writes the plan if it is new, and finds what is left to play.
  std::optional<int> plan() {
    record::PlanInfo plan = plan_info(arena_);
    auto plans = digest_.plans;
    plans.push_back(plan);
    auto tournament = run::tournament_of(plans, digest_.games);
    if (!tournament) return fail(3, tournament.error().message);
    tournament_.emplace(std::move(*tournament));
    if (tournament_->plan().sprt) test_.emplace(*tournament_);
    if (over()) {  // nobody is greeted
      if (!digest_.plans.empty()) plan.announced = digest_.plans.back().announced;
    } else {
      if (auto code = open_server()) return code;
      if (auto code = greet(plan)) return code;
    }
    const bool known = !digest_.plans.empty() && digest_.plans.back() == plan;
    if (begins_)
      if (const auto saved = journal_->append(digest_.run); !saved) return fail(3, saved.error().message);
    if (!known) {
      if (const auto saved = journal_->append(plan); !saved) return fail(3, saved.error().message);
      digest_.plans.push_back(plan);
    }
    events_.started(digest_.run, plan, digest_.games.size(), tournament_->total().value_or(0));
    return std::nullopt;
  }

  // Where games are played, and on what terms: the slots of this machine, or a fleet.
  std::optional<int> find_slots() {
    if (!arguments_.fleet.wanted()) return fit_to_machine();
    auto fleet = fleet::FleetRun::begin(arguments_.fleet, arena_, *tournament_, folder_);
    if (!fleet) return fail(3, fleet.error().message);
    fleet_ = std::move(*fleet);
    return std::nullopt;
  }

  std::optional<int> fit_to_machine() {
    if (const auto crowd = run::crowding(arena_.settings); !crowd.empty())
      fmt::print(stderr, "ebiri: warning: {}\n", crowd);
    if (!run::scales_time(arena_.settings)) return std::nullopt;
    const run::CoreSpeed speed = run::measure_core_speed(run::placement(arena_.settings));
    if (const auto fit = fit_time_limits(arena_, speed); !fit) return fail(3, fit.error().message);
    fmt::print(stderr,
               "ebiri: cores here have speed {}, and limits are for {}: times are multiplied by {:g}\n",
               core_speed_text(speed), *arena_.settings.core_speed,
               static_cast<double>(arena_.time_scale) / match::unscaled);
    return std::nullopt;
  }

  // Learns what the engines call themselves, if they start.
  std::optional<int> greet(record::PlanInfo& plan) const {
    run::Greetings greetings = greet_engines(arena_);
    for (const std::string& complaint : greetings.complaints) fmt::print(stderr, "ebiri: {}\n", complaint);
    const bool stop = arena_.settings.on_failed_start == tournament::FailedStart::stop;
    if (!greetings.complaints.empty() && stop)
      return fail(3, "nothing was played; `on-failed-start: forfeit` plays all the same");
    plan.announced = std::move(greetings.announced);
    record::PlanInfo last = plan;
    if (!digest_.plans.empty()) last = digest_.plans.back();
    last.fingerprints.clear();  // those were compared when the run was opened
    run::say_changed({last, {.engines = plan.engines, .announced = plan.announced}});
    return std::nullopt;
  }

  // Whether nothing is left to play.
  bool over() const { return tournament_->complete() || (test_ && test_->decided()); }

  terminal::Verbosity verbosity() const {
    return arguments_.quiet ? terminal::Verbosity::quiet : terminal::Verbosity::live;
  }

  int play() {
    if (over()) {
      const bool all = tournament_->complete();
      fmt::print(stderr, "ebiri: all {}games of {} are played\n",
                 all ? fmt::format("{} ", digest_.games.size()) : "needed ", folder_.path.string());
      if (arguments_.serve)
        fmt::print(stderr, "ebiri: so nothing is served; to see it: {}\n",
                   launched("serve " + shell_word(folder_.path.string())));
      return conclude(run::Ending::complete);
    }
    terminal::Signals signals;  // before any thread, which takes its mask over
    if (const auto code = find_slots()) return *code;
    const auto planned = tournament_->total();
    process::give_memory_back();
    if (digest_.games.empty() && (!planned || *planned <= report::PageLimits{}.replayed))
      told_.emplace(folder_.path, *arena_.rules, digest_.run.name);
    Result<run::Ending> ending = run::Ending::complete;
    if (serving_) fmt::print(stderr, "ebiri: {} is at {}\n", folder_.path.string(), serving_->url());
    {
      terminal::Console console{verbosity(),
                                {.standings = standings_now(),
                                 .pairs = arena_.settings.pairs,
                                 .slots = fleet_ ? 0 : run::placement(arena_.settings).slots,
                                 .address = serving_ ? serving_->url() : ""}};
      terminal::Keys keys{console.live() ? terminal::Typing::read : terminal::Typing::ignored};
      terminal::Controls controls{signals, keys, console};
      if (!digest_.games.empty())
        console.say(fmt::format("{} games are played already; going on", digest_.games.size()));
      live::Feed feed{folder_.path};
      if (serving_) serving_->begin();
      std::vector<run::Observer*> observers{&events_, &console, &feed};
      if (told_) observers.push_back(&*told_);
      if (serving_) observers.push_back(serving_.get());
      const auto slots = fleet_ ? nullptr : queue_of_slots(arena_);
      ending = run::play_rest({arena_, fleet_ ? fleet_->queue() : *slots, *journal_, digest_, *tournament_,
                               run::Observers{observers}, controls, test_ ? &*test_ : nullptr});
      if (serving_) serving_->end();
    }
    if (fleet_) fleet_->end(arguments_.quiet);
    if (!ending)
      return fail(3, fmt::format("{}\nWhat was written before is kept; to go on: {}", ending.error().message,
                                 arguments_.resume));
    return conclude(*ending);
  }

  int conclude(run::Ending ending) {
    if (const auto saved = journal_->sync(); !saved) return fail(3, saved.error().message);
    if (fleet_ && ending == run::Ending::complete) fleet_->forget();
    if (told_) told_->finish();
    std::exchange(arena_.openings, {});  // nothing is played any more
    process::give_memory_back();
    const auto written = write_reports(folder_, digest_, &*tournament_, told_ ? &*told_ : nullptr);
    if (!written)
      return fail(3, fmt::format("{}\nThe games are safe in the journal; to write the tables: {}",
                                 written.error().message, arguments_.resume));
    const auto& [standings, analysis_problem] = *written;
    if (!analysis_problem.empty() && !arguments_.quiet) fmt::print(stderr, "ebiri: {}\n", analysis_problem);
    const auto test = final_test();
    if (test) events_.test(*test);
    events_.finished(standings, word(ending));
    if (arguments_.events != "-") print_results(standings, test);
    if (!arguments_.quiet) fmt::print(stderr, "ebiri: tables and games are in {}\n", folder_.path.string());
    if (test)
      if (const auto told = tell_build_server(*test, test_end(ending), arguments_.junit); !told)
        return fail(3, told.error().message);
    return exit_code(ending, test);
  }

  report::Standings standings_now() const {
    return run::standings_of(run::run_meta(digest_, &*tournament_), run::tally_of(digest_));
  }

  std::optional<report::SprtReport> final_test() const {
    if (!test_) return std::nullopt;
    return run::sprt_report(digest_.run, *tournament_, *test_);
  }

  static report::TestEnd test_end(run::Ending ending) {
    return ending == run::Ending::complete ? report::TestEnd::regular : report::TestEnd::broken_off;
  }

  void print_results(const report::Standings& standings,
                     const std::optional<report::SprtReport>& test) const {
    if (arguments_.verdict_only && arguments_.format == "json")
      return fmt::print("{}\n", report::sprt_json(*test));
    fmt::print("{}", terminal::table_text(standings, arguments_.format));
    if (arguments_.format != "table") return;
    fmt::print("{}", test ? "\n" + report::sprt_text(*test) : run::rounds_text(*tournament_));
  }

  int exit_code(run::Ending ending, const std::optional<report::SprtReport>& test) const {
    if (ending == run::Ending::incomplete)
      return fail(3,
                  fmt::format("games could not be played: the machine failed three times, or the referee was "
                              "stopped; to go on: {}",
                              arguments_.resume));
    if (ending == run::Ending::complete) return test ? exit_code_of(test->verdict) : 0;
    fmt::print(stderr, "ebiri: interrupted; to go on: {}\n", arguments_.resume);
    return 130;
  }

  const RunArguments& arguments_;
  run::Arena arena_;
  run::RunFolder folder_;
  std::optional<record::Journal> journal_;
  bool begins_ = false;  // its first line is still to be written
  record::Digest digest_;
  live::Events events_;
  std::optional<run::ToldGames> told_;                // if this process plays all games
  std::unique_ptr<live::Serving> serving_;            // if it is asked for
  std::unique_ptr<fleet::FleetRun> fleet_;            // if it is asked for, and something is left to play
  std::optional<tournament::Tournament> tournament_;  // once the plan is known
  std::optional<tournament::SequentialTest> test_;    // if the plan has one
};

}  // namespace

int exit_code_of(rating::Verdict verdict) {
  switch (verdict) {
    case rating::Verdict::h1:
      return 0;
    case rating::Verdict::h0:
      return 1;
    case rating::Verdict::undecided:
      return 4;
  }
  return 5;
}

int play_run(const RunArguments& arguments) { return Run{arguments}(); }

}  // namespace ebiri::cli
