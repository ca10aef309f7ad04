// `ebiri contest build`, `qualify` and `doctor`: building and examining submissions.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "referee/cli/contest/commands.hpp"
#include "referee/contest/build/build.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* build_footer = R"(Examples:
  ebiri contest build friday                  build every team's last submission

Builds run in a sandbox: without network, with the entry's files only, with limits on time, memory, processes and disk
(`build` in contest.yaml). Submissions that are already built are skipped. `ebiri contest qualify` builds, too.
Exit code 0: all are built; 1: at least one does not build; 2: a team is not found, or the contest is not open or
already locked; 3: a system error, or a team was withdrawn meanwhile.)";

constexpr const char* qualify_footer = R"(Examples:
  ebiri contest qualify friday                build, check and test-play new submissions

An entry qualifies if `ebiri probe` finds no fault and the entry loses no game of a short match against `random` by a
fault, all in the sandbox of the finals. The command ends when all are checked. Run it again after an interruption, and
for later submissions, including those from the page. Each team plays with its last qualified submission.
Exit code 0: all qualify; 1: at least one does not; 2: a team is not found, or the contest is not open or already
locked; 3: an entry was not judged: a system error, or its team was withdrawn meanwhile.)";

constexpr const char* contest_doctor_footer = R"(Examples:
  ebiri contest doctor

Builds and runs a small program in each language, in the same sandbox as entries. `ebiri doctor` checks the machine.
Exit code 0: entries in at least one language can be built and played here; 3: none can.)";

int do_work(const contest::LoadedContest& contest, const contest::WorkOrder& order) {
  bool any = false, failed = false, broken = false;
  const auto report = [&](const std::string& team, int number, const Result<contest::Outcome>& outcome) {
    any = true;
    if (!outcome) {
      broken = true;
      print_error("ebiri: {} {}: {}\n", team, number, outcome.error().message);
      return;
    }
    failed = failed || !outcome->reasons.empty();
    fmt::print("{} {}: {}\n", team, number, outcome->verdict);
    for (const std::string& reason : outcome->reasons) fmt::print("  {}\n", printable(reason, 1000));
    std::fflush(stdout);
  };
  if (const auto done = contest::qualify(contest, order, report); !done) return fail(done.error());
  if (!any) fmt::print("there are no new submissions\n");
  const bool over = contest::deadline_passed(contest.settings);
  if (failed)
    say_next(over ? "show a team its log" : "show a team its log, so that it can submit again",
             contest_command(contest.folder, "log", " TEAM"));
  if (broken)
    say_next("continue", contest_command(contest.folder, order.examine ? "qualify" : "build"));
  else if (any && !order.examine && !failed)
    say_next("check it", contest_command(contest.folder, "qualify"));
  else if (any && order.examine && over)
    say_next("freeze the entries", lock_command(contest.folder, contest.settings));
  else if (const auto state = contest::read_history(contest.folder); any && order.examine && state) {
    const bool alone = state->finalists().size() < 2;
    say_next(alone ? "invite another team, because practice needs two entries" : "let the entries practise",
             contest_command(contest.folder, alone ? "token" : "practice", alone ? " TEAM" : ""));
  }
  return broken ? system_error : failed ? expectation_failed : 0;
}

int try_languages(const bool& as_json) {
  const auto capabilities = process::Capabilities::find();
  const std::string problem = contest::sandbox_problem(*capabilities);
  if (!problem.empty() && !as_json)
    fmt::print("NO  sandbox     {}; `ebiri doctor` says what to do\n", problem);
  auto list = nlohmann::ordered_json::array();
  bool any = false;
  for (const contest::Language& language : contest::languages()) {
    // `problem` does not say whether there is a sandbox: it is also set if only limits are missing.
    if (!capabilities->sandbox_problem.empty()) break;
    const auto tried = contest::try_language(language, capabilities);
    const std::string& detail = tried ? *tried : tried.error().message;
    any = any || tried;
    list.push_back({{"language", language.name},
                    {"good", static_cast<bool>(tried)},
                    {"detail", detail},
                    {"build", language.build},
                    {"run", language.run}});
    if (!as_json) fmt::print("{} {:<11} {}\n", tried ? "yes" : "no ", language.name, printable(detail, 300));
    std::fflush(stdout);
  }
  if (as_json) fmt::print("{}\n", nlohmann::ordered_json{{"problem", problem}, {"languages", list}}.dump(2));
  return any && problem.empty() ? 0 : system_error;
}

}  // namespace

void add_contest_work(Command contest, int& exit_code) {
  const auto add = [&](const char* name, const char* meaning, const char* footer, bool examine) {
    auto [command, order] = add_contest_command(contest, exit_code, name, meaning, footer, do_work);
    order.examine = examine;
    command.add_option("TEAM", order.teams, "Only submissions of these teams");
    command.add_flag("--again", order.again,
                     examine ? "Repeat for submissions that were checked before"
                             : "Repeat for submissions that were built before; they must qualify again");
    command.add_option("--jobs", order.jobs, "Number of entries at a time; default: 1").range(1, 1000);
  };
  add("build", "Build new submissions in a sandbox", build_footer, false);
  add("qualify", "Build and check new submissions, and test-play them against `random`", qualify_footer,
      true);
}

void add_contest_doctor(Command contest, int& exit_code) {
  auto [command, as_json] =
      add_command(contest, exit_code, "doctor", "Test which languages entries can use on this machine",
                  contest_doctor_footer, try_languages);
  command.add_flag("--json", as_json, "Print one JSON document");
}

}  // namespace ebiri::cli
