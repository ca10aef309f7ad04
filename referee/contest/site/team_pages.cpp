// The private pages of a team and of the host.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ranges>
#include <utility>

#include "referee/contest/practice/practice.hpp"
#include "referee/contest/practice/practice_records.hpp"
#include "referee/contest/practice/practice_view.hpp"
#include "referee/contest/site/pages.hpp"
#include "referee/record/lock.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

constexpr std::size_t max_faults_shown = 10, longest_log_shown = 400'000;

// Why submissions are closed; empty if they are open.
std::string closed_words(const ContestView& view, Time now) {
  const auto& deadline = view.settings().deadline;
  if (view.state().locked) return "The contest is locked";
  return deadline && now > *deadline ? "The deadline has passed" : "";
}

// Games of the finals that were lost by a fault, with the engine's standard error.
PageData finals_faults(const ContestRun& run, const std::string& team) {
  PageData list = PageData::array();
  for (const match::GameRecord& game : run.faults_of(team, max_faults_shown))
    if (const auto& fault = game.verdict.fault)
      list.push_back({{"game", game.game},
                      {"detail", printable(fault->detail, 1000)},
                      {"line", printable(fault->line, 1000)},
                      {"errors", printable_lines(fault->errors, 4000)}});
  return list;
}

// Reports on practice games that a submission lost by a fault, for its team only, latest first.
PageData practice_faults(const ContestView& view, const Submitted& submitted) {
  PageData list = PageData::array();
  const auto records = practice_records(view.folder(), {submitted.team, submitted.number});
  if (!records) return list;
  const std::string engine = practice_name(submitted.team, submitted.number);
  for (const match::GameRecord& game : *records | std::views::reverse) {
    const auto own = game.south == engine ? rules::Side::south : rules::Side::north;
    if (list.size() == max_faults_shown) break;
    if (is_fault_of(game, own)) list.push_back({{"game", game.game}, {"report", fault_report(game)}});
  }
  return list;
}

std::string contest_command(const ContestView& view, const char* verb, const std::string& more = "") {
  return as_typed(fmt::format("contest {} {}{}", verb, shell_word(view.folder().root.string()), more));
}

// The submissions that wait for `qualify`, and whether it is running.
void add_queue(PageData& data, const ContestView& view) {
  std::vector<std::string> waiting;
  for (const Team& team : view.state().teams)
    if (const Submission* one = team.waiting())
      waiting.push_back(fmt::format("{} {}", team.name, one->submitted.number));
  const auto held = record::is_locked(view.folder().root / "work");
  const bool locked = view.state().locked.has_value(), busy = held && *held && !locked;
  data["waiting"] = locked            ? "nothing: the contest is locked"
                    : waiting.empty() ? "nothing"
                                      : join(waiting, ", ");
  data["busy"] = busy;
  const bool idle = busy || locked || waiting.empty();
  data["qualify"] = idle ? "" : contest_command(view, "qualify");
}

std::string disk_words(const std::filesystem::path& folder) {
  std::error_code problem;
  const auto space = std::filesystem::space(folder, problem);
  const auto in_megabytes = [](std::uintmax_t bytes) { return format_size(bytes / 1'000'000 * 1'000'000); };
  if (problem) return "unknown";
  return fmt::format("{} free of {}", in_megabytes(space.available), in_megabytes(space.capacity));
}

PageData tokens_data(const std::vector<Token>& tokens) {
  std::map<std::string, std::pair<int, Time>> bearers;  // number of tokens, and the time of the last one
  for (const Token& token : tokens) {
    auto& [count, last] = bearers[token.bearer.team];
    ++count;
    last = std::max(last, token.made);
  }
  PageData rows = PageData::array();
  for (const auto& [bearer, made] : bearers)
    rows.push_back({{"bearer", bearer}, {"count", made.first}, {"last", time_data(made.second)}});
  return rows;
}

// Commands for a terminal, with this contest's folder.
PageData commands_data(const ContestView& view) {
  const State& state = view.state();
  PageData list = PageData::array();
  const auto add = [&](const char* meaning, const std::string& command) {
    list.push_back({{"meaning", meaning}, {"command", command}});
  };
  if (state.locked) {
    add("Play or continue the finals", contest_command(view, "play"));
    add("Write the table and the signed manifest", contest_command(view, "finalize"));
    add("Check the contest", contest_command(view, "verify"));
    return list;
  }
  const std::string team = state.teams.empty() ? "TEAM" : shell_word(state.teams.front().name);
  add("Build and check new submissions", contest_command(view, "qualify"));
  add("Repeat all steps for one team", contest_command(view, "qualify", " " + team + " --again"));
  add("Check what this machine can build and enforce", as_typed("contest doctor"));
  add("Lock the entries and draw the seed", contest_command(view, "lock"));
  return list;
}

}  // namespace

PageData team_data(ContestView& view, const std::string& name, Time now) {
  PageData data{{"team", name},
                {"closed", closed_words(view, now)},
                {"size", format_size(view.settings().submission.bytes)},
                {"submissions", PageData::array()},
                {"faults", finals_faults(view.finals(), name)}};
  if (const Team* team = view.state().team(name))
    for (const Submission& one : team->submissions | std::views::reverse)
      data["submissions"].push_back(submission_row(*team, one));
  return data;
}

PageData submission_data(const ContestView& view, const Team& team, const Submission& submission) {
  PageData data = submission_row(team, submission);
  data["logs"] = PageData::array();
  constexpr std::pair<const char*, const char*> logs[] = {{"build.log", "Build"},
                                                          {"examination.txt", "Checks by ebiri probe"},
                                                          {"match.txt", "Match against random"}};
  for (const auto& [file, heading] : logs)
    if (const auto text = read_file(view.folder().team(team.name, submission.submitted.number) / file))
      data["logs"].push_back({{"heading", heading}, {"text", printable_lines(*text, longest_log_shown)}});
  data["faults"] = practice_faults(view, submission.submitted);
  return data;
}

PageData admin_data(const ContestView& view, const std::vector<Token>& tokens) {
  PageData data{{"disk", disk_words(view.folder().root)},
                {"entries", PageData::array()},
                {"tokens", tokens_data(tokens)},
                {"commands", commands_data(view)}};
  add_queue(data, view);
  for (const Team& team : view.state().teams) {
    PageData row = submission_row(team, team.submissions.back());
    row["can_go"] = !team.withdrawn && !view.state().locked;
    data["entries"].push_back(std::move(row));
  }
  return data;
}

}  // namespace ebiri::contest
