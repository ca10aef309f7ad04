// The private pages of a team and of the host.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ranges>
#include <utility>

#include "referee/contest/practice/field.hpp"
#include "referee/contest/practice/results.hpp"
#include "referee/contest/site/pages.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/lock.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

constexpr std::size_t max_faults_shown = 10, max_games_shown = 20, longest_log_shown = 400'000;

// Why submissions are closed; empty if they are open.
std::string closed_words(const ContestView& view, Time now) {
  const auto& deadline = view.settings().deadline;
  if (view.state().locked) return "The contest is locked";
  return deadline && now > *deadline ? "The deadline has passed" : "";
}

// The lines of a log that explain a failure: the faults that the probe found, otherwise the lines that name
// an error, otherwise the last lines.
std::string decisive_lines(std::string_view log) {
  constexpr std::size_t most = 8;
  constexpr std::string_view marks[] = {"error", "Error", "Exception", "undefined", "not found"};
  const auto all = split(trim(log), '\n');
  std::vector<std::string> lines;
  for (const std::string_view line : all)
    if (line.starts_with("FAULT ")) lines.emplace_back(line);
  if (!lines.empty()) return printable_lines(join(lines, "\n"), 4000);
  for (const std::string_view line : all)
    if (std::ranges::any_of(marks, [&](auto mark) { return line.find(mark) != line.npos; }))
      lines.emplace_back(line);
  if (lines.empty())
    lines.assign(all.end() - static_cast<std::ptrdiff_t>(std::min(most, all.size())), all.end());
  lines.resize(std::min(most, lines.size()));
  return printable_lines(join(lines, "\n"), 4000);
}

// The latest submission, with the decisive lines of the last log if it failed.
PageData latest_data(const ContestView& view, const Team& team) {
  const Submission& latest = team.submissions.back();
  PageData data = submission_row(team, latest);
  data["waits"] = team.waiting() == &latest;
  data["log"] = nullptr;
  if (latest.is_decided() && !latest.is_qualified() && !latest.is_withdrawn())
    for (const auto& [file, heading] : logs)
      if (const auto text = read_file(view.folder().team(team.name, latest.submitted.number) / file))
        data["log"] = {{"heading", heading}, {"text", decisive_lines(*text)}};
  return data;
}

// Adds the latest games of these engines, latest first.
void add_latest_games(PageData& list, const live::ServedRun& run, const char* path,
                      const std::vector<std::string>& engines) {
  const auto own = [&](std::string_view name) { return std::ranges::count(engines, name) > 0; };
  for (const match::GameSummary& game : run.digest().games | std::views::reverse) {
    const std::string south{game.south}, north{game.north};
    const auto side = own(south) ? rules::Side::south : rules::Side::north;
    if (list.size() == max_games_shown) return;
    if (!own(south) && !own(north)) continue;
    const bool won = game.result == (side == rules::Side::south ? match::Verdict::Result::south_wins
                                                                : match::Verdict::Result::north_wins);
    const bool undecided =
        game.result == match::Verdict::Result::draw || game.result == match::Verdict::Result::void_game;
    std::string how{record::word(game.cause)};
    if (game.fault)
      how = fmt::format("{} fault: {}", game.loser == side ? "your" : "the opponent's",
                        player::word(*game.fault));
    list.push_back({{"run", path},
                    {"game", game.game},
                    {"opponent", side == rules::Side::south ? north : south},
                    {"result", undecided ? std::string{record::word(game.result)}
                               : won     ? "won"
                                         : "lost"},
                    {"how", how}});
  }
}

// A plot of the team's place among the latest rated submissions of all teams. It may differ from the ladder,
// because these ratings include games of replaced entries. Null if the team has no rating.
PageData places_data(ContestView& view, const std::string& team) {
  if (!view.practice().begun()) return nullptr;
  const auto players = all_practice_players(view.state());
  struct Point {
    std::int64_t games;
    std::ptrdiff_t place, teams;
  };
  std::vector<Point> points;
  for (const rating::HistoryPoint& moment : view.practice().history()) {
    std::map<std::string, std::pair<int, double>> latest;  // number and rating of a submission, by team
    for (std::size_t i = 0; i < moment.fit.engines.size(); ++i)
      if (const auto found = players.find(moment.fit.engines[i]);
          found != players.end() && moment.fit.group_of(i).rated())
        latest[found->second.team] =
            std::max(latest[found->second.team], {found->second.number, moment.fit.elo[i]});
    const auto own = latest.find(team);
    if (own == latest.end()) continue;
    const auto better = std::ranges::count_if(
        latest, [&](const auto& other) { return other.second.second > own->second.second; });
    points.push_back({moment.games, better + 1, std::ssize(latest)});
  }
  if (points.empty()) return nullptr;
  constexpr double width = 600, height = 120;
  const auto most = std::ranges::max(points, {}, &Point::teams).teams;
  std::string line;
  for (const Point& point : points)
    line += fmt::format("{:.0f},{:.0f} ",
                        width * static_cast<double>(point.games) / static_cast<double>(points.back().games),
                        height * static_cast<double>(point.place - 1) /
                            static_cast<double>(std::max<std::ptrdiff_t>(1, most - 1)));
  const Point& last = points.back();
  return {{"line", line},
          {"last", most},
          {"words",
           fmt::format("Place {} of {} after {} games of the ladder. The best place so far: {}.", last.place,
                       last.teams, last.games, std::ranges::min(points, {}, &Point::place).place)}};
}

// Games of the finals that were lost by a fault, with the engine's standard error.
PageData finals_faults(const live::ServedRun& run, const std::string& team) {
  PageData list = PageData::array();
  for (const match::GameRecord& game : run.faults_of(team, max_faults_shown))
    if (const auto& fault = game.verdict.fault)
      list.push_back({{"game", game.game},
                      {"detail", printable(fault->detail, 1000)},
                      {"line", printable(fault->line, 1000)},
                      {"errors", printable_lines(fault->errors, 4000)}});
  return list;
}

// Reports on practice games that a submission lost by a fault, for its team and the host, latest first.
PageData practice_faults(const ContestView& view, const Submitted& submitted) {
  PageData list = PageData::array();
  const auto records = practice_records(view.folder(), submitted.team, submitted.number);
  if (!records) return list;
  const std::string engine = practice_name(submitted.team, submitted.number);
  for (const match::GameRecord& game : *records | std::views::reverse) {
    const auto own = game.south == engine ? rules::Side::south : rules::Side::north;
    if (list.size() == max_faults_shown) break;
    if (is_fault_of(game, own)) list.push_back({{"game", game.game}, {"report", fault_report(game)}});
  }
  return list;
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
  const bool nothing_to_start = busy || locked || waiting.empty();
  data["qualify"] = nothing_to_start ? "" : contest_command(view.folder(), "qualify");
}

std::string disk_words(const std::filesystem::path& folder) {
  std::error_code problem;
  const auto space = std::filesystem::space(folder, problem);
  if (problem) return "unknown";
  constexpr double gigabyte = 1e9;
  return fmt::format("{:.1f} GB free of {:.1f} GB", static_cast<double>(space.available) / gigabyte,
                     static_cast<double>(space.capacity) / gigabyte);
}

PageData tokens_data(const std::vector<Token>& tokens) {
  std::map<std::string, std::pair<int, Time>> bearers;  // the number of tokens, and the time of the last one
  for (const Token& token : tokens) {
    auto& [count, last] = bearers[token.bearer.team];
    ++count;
    last = std::max(last, token.made);
  }
  PageData rows = PageData::array();
  for (const auto& [bearer, info] : bearers)
    rows.push_back({{"bearer", bearer}, {"count", info.first}, {"last", time_data(info.second)}});
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
    add("Play or continue the finals", contest_command(view.folder(), "play"));
    add("Write the table and the signed manifest", contest_command(view.folder(), "finalize"));
    add("Check the contest", contest_command(view.folder(), "verify"));
    return list;
  }
  const std::string team = state.teams.empty() ? "TEAM" : shell_word(state.teams.front().name);
  add("Build and check new submissions", contest_command(view.folder(), "qualify"));
  add("Check a team's latest submission again",
      contest_command(view.folder(), "qualify", " " + team + " --again"));
  add("Check what this machine can build and enforce", as_typed("contest doctor"));
  add("Lock the entries and draw the seed", lock_command(view.folder(), view.settings()));
  return list;
}

}  // namespace

PageData team_data(ContestView& view, const std::string& name, Time now) {
  PageData data{{"team", name},
                {"closed", closed_words(view, now)},
                {"size", size_words(view.settings().submission.bytes)},
                {"latest", nullptr},
                {"submissions", PageData::array()},
                {"games", PageData::array()},
                {"places", places_data(view, name)},
                {"faults", finals_faults(view.finals(), name)},
                {"practice_faults", PageData::array()}};
  add_latest_games(data["games"], view.finals(), "finals", {name});
  const Team* team = view.state().team(name);
  if (team == nullptr) return data;
  data["latest"] = latest_data(view, *team);
  std::vector<std::string> engines;
  for (const Submission& one : team->submissions | std::views::reverse) {
    data["submissions"].push_back(submission_row(*team, one));
    engines.push_back(practice_name(name, one.submitted.number));
  }
  add_latest_games(data["games"], view.practice(), "practice", engines);
  if (const Submission* plays = team->finalist())
    data["practice_faults"] = practice_faults(view, plays->submitted);
  return data;
}

PageData submission_data(const ContestView& view, const Team& team, const Submission& submission) {
  PageData data = submission_row(team, submission);
  data["logs"] = PageData::array();
  for (const auto& [file, heading] : logs)
    if (const auto text = read_file(view.folder().team(team.name, submission.submitted.number) / file))
      data["logs"].push_back({{"heading", heading}, {"text", printable_lines(*text, longest_log_shown)}});
  data["practice_faults"] = practice_faults(view, submission.submitted);
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
    row["can_withdraw"] = !team.withdrawn && !view.state().locked;
    data["entries"].push_back(std::move(row));
  }
  return data;
}

}  // namespace ebiri::contest
