#include "referee/contest/site/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <tuple>

#include "referee/config/yaml.hpp"
#include "referee/contest/entries/signature.hpp"
#include "referee/contest/practice/field.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/lock.hpp"
#include "referee/report/numbers.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

constexpr std::size_t max_faults_shown = 10, max_games_shown = 20, longest_log_shown = 400'000;
constexpr const char* none = "–";  // in a cell of a table

// `100 ms` for `100ms`, the form in configs.
std::string spaced(std::string text) {
  return text.insert(std::min(text.find_first_not_of("0123456789"), text.size()), " ");
}

std::string duration_words(std::chrono::milliseconds duration) { return spaced(format_duration(duration)); }

// `20 MB`.
std::string size_words(std::uint64_t bytes) { return spaced(format_size(bytes)); }

PageData time_data(Time time) {
  const std::string iso = record::format_time(time);  // 2026-11-27T18:00:00.000Z
  return {{"iso", iso}, {"minute", iso.substr(0, 10) + " " + iso.substr(11, 5)}};
}

PageData submission_row(const Team& team, const Submission& submission) {
  const Submission* finalist = team.finalist();
  PageData row = json_of(team, submission, "");
  row.erase("receipt");  // the page of a submission has it
  row["at"] = time_data(submission.at);
  for (PageData& reason : row["reasons"]) reason = printable(reason.get<std::string>(), 1000);
  row["finalist"] = finalist != nullptr ? std::to_string(finalist->submitted.number) : none;
  row["short_tree"] = submission.submitted.tree.substr(0, 12);
  return row;
}

// `in 3 days`, `2 hours ago`.
std::string distance_words(Time from, Time to) {
  const auto seconds = std::chrono::round<std::chrono::seconds>(to - from).count();
  const auto apart = std::abs(seconds);
  const auto words = [&](long long unit, const char* name) {
    return counted(std::llround(static_cast<double>(apart) / static_cast<double>(unit)), name);
  };
  if (apart < 60) return to > from ? "in less than a minute" : "a moment ago";
  const std::string text = apart < 90 * 60     ? words(60, "minute")
                           : apart < 36 * 3600 ? words(3600, "hour")
                                               : words(86400, "day");
  return seconds >= 0 ? "in " + text : text + " ago";
}

// A time, and its distance.
PageData moment_data(Time time, Time now) {
  PageData data = time_data(time);
  data["distance"] = distance_words(now, time);
  return data;
}

// Sets one of `watch`, `open_until` and `sentence`. The template has the sentences of the first two, which
// contain a link or a time.
void add_next_step(PageData& data, ContestView& view, Time now) {
  const State& state = view.state();
  const auto& deadline = view.settings().deadline;
  data["watch"] = state.locked && !state.finalized && !view.finals().over() && view.finals().begun();
  const bool open = deadline && now <= *deadline && !state.locked;
  data["open_until"] = open ? moment_data(*deadline, now) : PageData{};
  if (data["watch"] == true || open) return;
  data["sentence"] =
      state.finalized ? "The contest is over. The table is signed, and anyone can check it."
      : state.locked && view.finals().over()
          ? "All games of the finals have been played. Next, the host makes and signs the table."
      : state.locked ? "The entries are locked and the seed is drawn. Next, the finals are played."
      : deadline     ? "The deadline has passed. Next, the host locks the entries and draws the finals' seed."
                     : "Submissions are open until the host locks the entries.";
}

PageData finals_data(ContestView& view) {
  const ContestResult* result = view.result();
  if (result == nullptr) return nullptr;
  PageData rows = PageData::array();
  for (const FinalPlace& each : result->places) {
    const auto row = std::ranges::find(result->standings.rows, each.team, &report::StandingsRow::name);
    const bool counts = row != result->standings.rows.end() && row->games > 0;
    rows.push_back(
        {{"place", each.place.empty() ? "withdrawn" : each.place},
         {"name", each.team},
         {"linked", view.state().team(each.team) != nullptr},
         {"points", counts ? fmt::format("{:.1f}", row->points) : none},
         {"games", counts ? std::to_string(row->games) : none},
         {"results",
          counts ? fmt::format("{}-{}-{}", row->results[2], row->results[1], row->results[0]) : none},
         {"elo", counts && row->rated ? fmt::format("{:+.0f} ± {:.0f}", row->elo, row->error95) : none},
         {"faults", each.faults}});
  }
  const auto planned = result->standings.meta.games_planned;
  return {{"games", view.finals().games()},
          {"planned", planned > 0 ? PageData(planned) : PageData{}},
          {"over", view.finals().over()},
          {"rows", rows}};
}

PageData practice_data(ContestView& view) {
  if (!view.practice().begun()) return nullptr;
  PageData rows = PageData::array();
  for (const PracticeRow& row : view.ladder()) {
    const char* mark = row.marked ? "*" : "";
    rows.push_back({{"place", row.rated ? report::range_text(row.place.best, row.place.worst) : none},
                    {"name", row.team},
                    {"number", row.number},
                    {"elo", row.rated ? fmt::format("{:+.0f} ± {:.0f}{}", row.elo, row.error95, mark) : none},
                    {"games", row.games},
                    {"results", fmt::format("{}-{}-{}", row.wins, row.draws, row.losses)},
                    {"faults", row.faults}});
  }
  return {{"games", view.practice().games()}, {"rows", rows}};
}

// The steps of the contest, with their times or a description of them.
PageData timetable_data(ContestView& view, Time now) {
  const State& state = view.state();
  const Settings& settings = view.settings();
  PageData rows = PageData::array();
  const auto add = [&](const char* step, const std::optional<Time>& time, const std::string& words = "") {
    PageData row{{"step", step}, {"time", nullptr}, {"words", words}};
    if (time) row["time"] = moment_data(*time, now);
    rows.push_back(std::move(row));
  };
  const auto if_done = [](bool done, Time time) { return done ? std::optional{time} : std::nullopt; };
  const auto locked = if_done(state.locked.has_value(), state.locked_at);
  const live::ServedRun& finals = view.finals();
  add("Submissions close", settings.deadline ? settings.deadline : locked, "when the host locks the entries");
  add("Entries are locked, and the seed of the finals is drawn", locked,
      settings.beacon.empty() ? "after that" : "when this is known: " + printable(settings.beacon, 500));
  add("Finals, live on this site", {},
      state.finalized || finals.over() ? "played"
      : finals.games() > 0             ? "now"
      : locked                         ? "next"
                                       : "after the lock");
  add("Final table, signed", if_done(state.finalized.has_value(), state.finalized_at), "after the last game");
  return rows;
}

// How to take part; null when submissions are closed.
PageData steps_data(const ContestView& view, Time now) {
  if (view.state().locked || now > view.settings().deadline.value_or(now)) return nullptr;
  PageData steps{{"templates", PageData::array()},
                 {"other_game", view.settings().finals_settings.variant.variant != template_variant}};
  static const auto templates = entry_templates();  // read once, for the first visitor
  for (const EntryTemplate& one : templates)
    if (view.settings().accepts(one.language)) steps["templates"].push_back({{"language", one.language}});
  const auto& accepted = view.settings().languages;
  steps["other_languages"] = accepted.empty() || accepted.size() > steps["templates"].size();
  return steps;
}

void add_verification(PageData& data, const ContestView& view) {
  const State& state = view.state();
  data["commitment"] = state.opened->commitment;
  data["public_key"] = state.opened->public_key;
  data["beacon"] = printable(state.locked ? state.locked->beacon : view.settings().beacon, 500);
  data["rules"] = state.opened->rules;
  const auto rules_now = sha256_of_file(view.folder().settings());
  data["rules_changed"] = rules_now && *rules_now != state.opened->rules;
  data["lines"] = counted(state.lines.size(), "line");
  data["head"] = state.last_hash();
  data["locked"] = nullptr;
  if (state.locked) data["locked"] = {{"secret", state.locked->secret}, {"seed", state.locked->seed}};
  PageData files = PageData::array();
  const std::vector<std::string> names = published_files(view);
  for (const std::string& name : names) files.push_back({{"name", name}, {"comma", !files.empty()}});
  data["files"] = std::move(files);
  data["check"] = nullptr;  // the commands that check everything, once the contest is over
  if (state.finalized)
    data["check"] = {{"folder", shell_word(view.settings().name)}, {"names", join(names, " ")}};
}

std::string limit_words(const match::Limit& limit) {
  std::vector<std::string> parts;
  if (limit.move) parts.push_back(duration_words(*limit.move) + " for each move");
  if (limit.base) parts.push_back(duration_words(*limit.base) + " for a game");
  if (limit.increment) parts.push_back(duration_words(*limit.increment) + " added after each move");
  if (limit.nodes) parts.push_back(fmt::format("{} nodes for each move", *limit.nodes));
  if (limit.depth) parts.push_back(fmt::format("depth {} plies", *limit.depth));
  return parts.empty() ? "none" : join(parts, ", ");
}

// The link to an entry's games, if that run has the entry.
void add_games(PageData& games, const live::ServedRun& run, const char* path, const std::string& name) {
  const auto has_it = [&](const record::PlanInfo& plan) {
    return std::ranges::count(plan.engines, name) > 0;
  };
  if (run.begun() && std::ranges::any_of(run.digest().plans, has_it))
    games.push_back({{"run", path}, {"engine", name}});
}

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

// Adds a list of reports on these games, which a team lost by a fault, for that team and the host.
void add_fault_reports(PageData& lists, const char* heading, const char* run,
                       const std::vector<match::GameRecord>& games) {
  PageData reports = PageData::array();
  for (const match::GameRecord& game : games)
    if (game.verdict.fault) reports.push_back({{"game", game.game}, {"report", fault_report(game)}});
  if (reports.empty()) return;
  lists.push_back({{"heading", heading}, {"run", run}, {"reports", std::move(reports)}});
}

// Adds reports on the practice games that a submission lost by a fault, latest first. The games are those of
// the journal, because the team's records may have more.
void add_practice_faults(PageData& lists, ContestView& view, const Submitted& submitted) {
  if (!view.practice().begun()) return;
  auto lost = view.practice().faults_of(practice_name(submitted.team, submitted.number), max_faults_shown);
  const auto records = practice_records(view.folder(), submitted.team, submitted.number, true);
  if (!records) return;
  for (match::GameRecord& game : lost)
    for (const match::GameRecord& own : *records)
      if (own.game == game.game && public_view(own) == game) game = own;
  add_fault_reports(lists, "Latest practice games lost by a fault", "practice", lost);
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
  std::map<std::string, std::pair<int, Time>> owners;  // the number of tokens, and the time of the last one
  for (const Token& token : tokens) {
    auto& [count, last] = owners[token.owner];
    ++count;
    last = std::max(last, token.made);
  }
  PageData rows = PageData::array();
  for (const auto& [owner, info] : owners)
    rows.push_back({{"bearer", owner}, {"count", info.first}, {"last", time_data(info.second)}});
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

ContestView::ContestView(LoadedContest contest)
    : contest_(std::move(contest)),
      finals_({contest_.folder.finals()}),
      practice_({contest_.folder.practice()}) {
  finals_.belong_to("../");
  practice_.belong_to("../");
}

void ContestView::look() {
  const FileStamp settings_stamp = stamp_of(folder().settings());
  const FileStamp history_stamp = stamp_of(folder().history());
  if (settings_stamp == settings_stamp_ && history_stamp == history_stamp_) return;
  auto settings = read_settings(folder().settings());
  auto state = read_history(folder());
  if (settings) contest_.settings = std::move(*settings);
  explained_.clear();
  if (state) contest_.state = std::move(*state);
  settings_stamp_ = settings_stamp;
  history_stamp_ = history_stamp;
  const std::string why = !settings ? settings.error().message : !state ? state.error().message : "";
  if (std::exchange(complaint_, why) != why && !why.empty())
    print_error("ebiri: the pages show an older state: {}\n", why);
}

const ContestResult* ContestView::result() {
  if (!finals_.begun()) return nullptr;
  if (!result_ || (result_games_ != finals_.games() && result_pace_.due()))
    result_pace_.run([&] {
      result_games_ = finals_.games();
      if (auto result = contest_result(settings(), finals_.digest())) result_ = *std::move(result);
    });
  return result_ ? &*result_ : nullptr;
}

const std::vector<PracticeRow>& ContestView::ladder() {
  const std::pair current{state().lines.size(), practice_.games()};
  if (!practice_.begun() || current == ladder_of_ || !ladder_pace_.due()) return ladder_;
  ladder_of_ = current;
  ladder_pace_.run([&] { ladder_ = practice_table(state(), practice_.digest()); });
  return ladder_;
}

const std::string& ContestView::explained() {
  if (explained_.empty())
    if (const auto rules = rules::make_rules(settings().finals_settings.variant))
      explained_ = explain::rules_html(explain::rules_page(**rules));
  return explained_;
}

const Entry* ContestView::entry(const Submission& submission) {
  const auto [found, is_new] = entries_.try_emplace(submission.submitted.tree);
  if (is_new)
    if (auto read = entry_of(folder(), submission.submitted.tree)) found->second = std::move(*read);
  return found->second ? &*found->second : nullptr;
}

std::string ContestView::receipt(const Submission& submission) {
  const auto key = SigningKey::open(folder().key(), state().opened->public_key);
  if (key) return receipt_text(state().opened->name, submission, *key);
  print_error("ebiri: {}\n", key.error().message);
  return {};
}

std::vector<std::string> published_files(const ContestView& view) {
  const auto& state = view.state();
  std::vector<std::string> names{"contest.yaml"};
  if (state.locked) {
    names.emplace_back("finals.yaml");
    if (const auto openings = view.settings().public_openings()) names.push_back(*openings);
  }
  if (state.finalized)
    names.insert(names.end(), {"history.jsonl", "final.txt", "final.json", "manifest.json", "manifest.sig",
                               "finals/games.jsonl"});
  return names;
}

PageData overview_data(ContestView& view, Time now) {
  const State& state = view.state();
  const auto& finals = view.settings().finals_settings;
  PageData data{{"timetable", timetable_data(view, now)},
                {"steps", steps_data(view, now)},
                {"locked", state.locked.has_value()},
                {"finalized", state.finalized.has_value()},
                {"teams", state.teams.size()},
                {"finalists", state.finalists().size()},
                {"game", finals.variant.variant},
                {"limit", limit_words(finals.limit)},
                {"finals", finals_data(view)},
                {"practice", state.locked ? PageData{} : practice_data(view)},
                {"entries", PageData::array()}};
  add_next_step(data, view, now);
  if (state.finalized)
    if (const auto text = read_file(view.folder().root / "final.txt"))
      data["final_table"] = printable_lines(*text, 1'000'000);
  for (const Team& team : state.teams) {
    PageData row = submission_row(team, team.submissions.back());
    const Entry* entry = view.entry(team.submissions.back());
    row["language"] = entry != nullptr ? entry->language : none;
    data["entries"].push_back(std::move(row));
  }
  add_verification(data, view);
  return data;
}

PageData rules_data(ContestView& view) {
  const Settings& settings = view.settings();
  const auto& [submission, build, qualification, faults] =
      std::tie(settings.submission, settings.build, settings.qualification, settings.faults);
  const auto words_or = [](auto limit, const std::string& words, const char* any) {
    return limit == 0 ? any : words;
  };
  return {{"deadline", settings.deadline ? time_data(*settings.deadline) : PageData{}},
          {"languages", join(settings.languages.empty() ? language_names() : settings.languages, ", ")},
          {"size", size_words(submission.bytes)},
          {"files", submission.files},
          {"depth", submission.depth},
          {"build_time", duration_words(build.time)},
          {"build_memory", words_or(build.memory, size_words(build.memory), "any amount")},
          {"build_processes", words_or(build.processes, std::to_string(build.processes), "any number of")},
          {"build_disk", size_words(build.disk)},
          {"start_limit", duration_words(qualification.start_limit)},
          {"probe", qualification.probe},
          {"pairs", qualification.pairs > 0 ? PageData(counted(qualification.pairs, "opening")) : PageData{}},
          {"most_faults", faults.most ? PageData(counted(*faults.most, "game")) : PageData{}},
          {"faulty_games", faults.games_count ? "count" : "are omitted"},
          {"beacon", settings.beacon},
          {"game", settings.finals_settings.variant.variant},
          {"explained", view.explained()},
          {"finals", config::emit_yaml(settings.finals)}};
}

PageData entry_data(ContestView& view, const Team& team) {
  PageData data{{"entry", nullptr}, {"plays", nullptr}, {"games", PageData::array()}};
  if (const Entry* entry = view.entry(team.submissions.back()))
    data["entry"] = {{"authors", printable(join(entry->authors, ", "), 1000)},
                     {"several", entry->authors.size() > 1},
                     {"language", entry->language},
                     {"native", entry->dialect == player::native_dialect}};
  add_games(data["games"], view.finals(), "finals", team.name);
  if (const Submission* plays = team.finalist()) {
    data["plays"] = plays->submitted.number;
    add_games(data["games"], view.practice(), "practice", practice_name(team.name, plays->submitted.number));
  }
  data["submissions"] = PageData::array();
  for (const Submission& one : team.submissions | std::views::reverse)
    data["submissions"].push_back(submission_row(team, one));
  return data;
}

PageData team_data(ContestView& view, const std::string& name, Time now) {
  PageData data{{"team", name},
                {"closed", closed_words(view, now)},
                {"size", size_words(view.settings().submission.bytes)},
                {"latest", nullptr},
                {"submissions", PageData::array()},
                {"games", PageData::array()},
                {"places", places_data(view, name)},
                {"fault_lists", PageData::array()}};
  add_latest_games(data["games"], view.finals(), "finals", {name});
  add_fault_reports(data["fault_lists"], "Games of the finals lost by a fault", "finals",
                    view.finals().faults_of(name, max_faults_shown));
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
    add_practice_faults(data["fault_lists"], view, plays->submitted);
  return data;
}

PageData submission_data(ContestView& view, const Team& team, const Submission& submission) {
  PageData data = submission_row(team, submission);
  data["logs"] = PageData::array();
  for (const auto& [file, heading] : logs)
    if (const auto text = read_file(view.folder().team(team.name, submission.submitted.number) / file))
      data["logs"].push_back({{"heading", heading}, {"text", printable_lines(*text, longest_log_shown)}});
  data["fault_lists"] = PageData::array();
  add_practice_faults(data["fault_lists"], view, submission.submitted);
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
