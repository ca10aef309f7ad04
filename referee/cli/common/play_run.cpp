#include "referee/cli/common/play_run.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/config/load.hpp"
#include "referee/fleet/fleet_run.hpp"
#include "referee/live/events.hpp"
#include "referee/live/feed.hpp"
#include "referee/live/served_run.hpp"
#include "referee/run/chunks.hpp"
#include "referee/run/play.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/shell.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/render.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

// Reads the config and makes its arena. An error is about the config or the arguments.
Result<run::Arena> load(const RunArguments& arguments) {
  const auto search = config::search_path_for(arguments.config);
  auto overrides = arguments.overrides;
  if (!arguments.chunk.empty()) overrides.push_back("chunk=" + arguments.chunk);
  auto loaded = arguments.text ? config::load_text({arguments.config, *arguments.text}, overrides, &search)
                               : config::load_file(arguments.config, overrides, search);
  if (!loaded) return loaded.error();
  tournament::Settings& settings = *loaded;
  if ((arguments.needs_test || !arguments.junit.empty()) && !settings.sprt)
    return Error{fmt::format("{} has no `sprt`, which {} needs; `ebiri options sprt` explains it",
                             arguments.config, arguments.needs_test ? "this command" : "--junit")};
  if (const auto why = fleet::fleet_problem(settings); arguments.fleet.wanted() && !why.empty())
    return Error{why};
  return run::make_arena(std::move(settings), search);
}

// Whether two paths name the same file, which need not exist.
bool same_file(const fs::path& one, const fs::path& other) {
  std::error_code problem;
  return fs::equivalent(one, other, problem) ||
         fs::weakly_canonical(one, problem) == fs::weakly_canonical(other, problem);
}

int dry_run(run::Arena& arena, const run::RunFolder& folder, const RunArguments& arguments,
            terminal::Console& console) {
  const auto games = arguments.force_new ? run::PlayedBefore::ignored : run::PlayedBefore::counted;
  const auto text = run::forecast(arena, folder, games, {{&console}});
  if (!text) return fail(text.error());
  fmt::print("{}", *text);
  return 0;
}

int exit_code_after(const run::Played& played, const std::string& resume, bool time_over) {
  switch (played.ending) {
    case run::Ending::complete:
      if (played.precise == false)
        return fail(not_decided, "the precision is not reached; to continue, raise `stop.max-pairs`");
      if (!played.test) return 0;
      if (played.test->decided()) return exit_code_of(played.test->test().decision);
      return fail(not_decided, report::headline_without_verdict(*played.test));
    case run::Ending::interrupted:
      if (!time_over) return fail(interrupted_code, "interrupted; to resume: " + resume);
      if (played.test) return fail(not_decided, "no verdict: the time is over; to resume: " + resume);
      print_error("ebiri: the match has ended because its time is over\n");
      return 0;
    case run::Ending::incomplete:
      break;
  }
  return fail(
      system_error,
      "some games have no result, because of system errors or because ebiri was stopped; to resume: " +
          resume);
}

int conclude(const RunArguments& arguments, const run::RunFolder& folder, run::Played& played,
             bool time_over) {
  for (auto* test : {&played.test, &played.standings.meta.test})
    if (*test) (*test)->faults_fail = arguments.fail_on_fault;
  const bool verdict_only = arguments.verdict_only && arguments.format == "json";
  if (arguments.events != "-")
    fmt::print("{}", verdict_only ? report::sprt_json(*played.test) + "\n"
                                  : table_text(played.standings, arguments.format, played.rounds));
  if (!arguments.quiet) print_error("ebiri: tables and games are in {}\n", folder.path.string());
  if (played.test) {
    played.test->interrupted = played.ending != run::Ending::complete;
    if (const auto reported = run::report_to_build_server(*played.test, arguments.junit); !reported)
      return fail(reported.error());
  }
  const int code = exit_code_after(played, arguments.resume, time_over);
  if (!arguments.fail_on_fault || (code != 0 && code != not_decided)) return code;
  const auto faults = run::losses_by_faults(played);
  say(faults);
  return faults.empty() ? code : expectation_failed;
}

int play(run::Arena& arena, const run::RunFolder& folder, const RunArguments& arguments,
         terminal::Console& console) {
  terminal::Controls controls{console, arguments.time};
  fleet::FleetRun fleet{arguments.fleet, folder, arguments.quiet};
  live::Feed feed{folder.path};
  std::vector<run::Observer*> observers{&console, &feed, &fleet};
  std::unique_ptr<live::Events> events;
  if (!arguments.events.empty()) {
    if (same_file(arguments.events, folder.journal()))
      return fail(usage_error, "`--events` is the run's own journal; use another file");
    events = std::make_unique<live::Events>(arguments.events, console);
    observers.push_back(events.get());
  }
  std::unique_ptr<live::Serving> serving;
  if (arguments.serve) {
    auto address = live::served_address(*arguments.serve);
    if (!address) return fail(usage_error, address.error().message);
    address->names = arguments.serve_names;
    serving = std::make_unique<live::Serving>(std::move(*address), folder);
    observers.push_back(serving.get());
  }
  run::PlaySettings settings{.folder = folder, .force_new = arguments.force_new, .resume = arguments.resume};
  settings.same_engines = arguments.same_engines;
  settings.prepare = std::bind_front(&fleet::FleetRun::exclude, &fleet);
  if (arguments.fleet.wanted()) settings.open_queue = std::bind_front(&fleet::FleetRun::open_queue, &fleet);
  fleet::finish_exclusion(folder);  // of an earlier command that was killed
  auto played = run::play(arena, settings, {observers}, controls);
  if (!played) return fail(played.error());
  if (serving && !serving->serves())
    print_error("ebiri: the run is not served; to serve it: {}\n",
                as_typed("serve " + shell_word(folder.path.string())));
  const int code = conclude(arguments, folder, *played, controls.time_over());
  // The message about the first fault follows the results.
  if (std::fflush(stdout) != 0 && errno != EPIPE) throw fmt::system_error(errno, "cannot print");
  if (console.first_forfeit() && (!arguments.quiet || arguments.fail_on_fault))
    print_error("{}", terminal::fault_text(*console.first_forfeit(), folder.path.string()));
  return code;
}

}  // namespace

int exit_code_of(rating::TestDecision verdict) {
  if (verdict == rating::TestDecision::undecided) return not_decided;
  return verdict == rating::TestDecision::h1 ? 0 : expectation_failed;
}

int play_run(const RunArguments& given) {
  RunArguments arguments = given;
  if (arguments.resume.empty()) arguments.resume = as_typed(arguments.command->typed_without("--force-new"));
  auto arena = load(arguments);
  if (!arena) return fail_usage(arena.error());
  const run::RunFolder folder{fs::path{arguments.results} / run::folder_name(arena->settings)};
  terminal::Console console{arguments.quiet ? terminal::Verbosity::quiet : terminal::Verbosity::live};
  return arguments.dry_run ? dry_run(*arena, folder, arguments, console)
                           : play(*arena, folder, arguments, console);
}

}  // namespace ebiri::cli
