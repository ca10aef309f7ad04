#include "referee/run/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "referee/explain/lesson.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/process/machine.hpp"
#include "referee/record/notation.hpp"
#include "referee/report/crosstable.hpp"
#include "referee/report/replays.hpp"
#include "referee/report/table.hpp"
#include "referee/run/host_list.hpp"
#include "referee/run/stored_analysis.hpp"
#include "referee/support/files.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

using Json = nlohmann::ordered_json;
using tournament::MeetingScore;
using tournament::Round;
using tournament::Tournament;

// The text of crosstable.csv, or nothing. With more engines it would be larger than the games.
std::string crosstable_file(const report::Standings& standings, const rating::Tally& tally) {
  const std::size_t engines = standings.rows.size();
  if (engines < 3 || engines > 100) return "";
  return crosstable_text(report::Crosstable{standings, tally}, "csv", {});
}

const std::string& name(const Tournament& tournament, tournament::Engine engine) {
  return tournament.plan().engines[engine].name;
}

std::string meeting_line(const Tournament& tournament, const MeetingScore& score) {
  std::string line = fmt::format("  {} {} : {} {}", name(tournament, score.meeting.first),
                                 tournament::points_text(score.first), tournament::points_text(score.second),
                                 name(tournament, score.meeting.second));
  if (score.over < score.games) line += fmt::format("  ({} of {} games)", score.over, score.games);
  return line + "\n";
}

Json meeting(const Tournament& tournament, const MeetingScore& score) {
  return {{"engines", {name(tournament, score.meeting.first), name(tournament, score.meeting.second)}},
          {"points", {score.first / 2.0, score.second / 2.0}},
          {"games", score.games},
          {"over", score.over}};
}

// The same as `rounds_text` as JSON, `"format": "ebiri-rounds/1"`.
std::string rounds_json(const Tournament& tournament) {
  const tournament::Course& course = tournament.course();
  Json rounds = Json::array();
  for (const Round& round : course.rounds) {
    Json meetings = Json::array();
    for (const MeetingScore& score : round.meetings) meetings.push_back(meeting(tournament, score));
    rounds.push_back({{"title", round.title}, {"meetings", meetings}, {"decisions", round.decisions}});
  }
  const Json document{{"format", "ebiri-rounds/1"},
                      {"tournament", describe(tournament.plan())},
                      {"complete", tournament.complete()},
                      {"rounds", rounds},
                      {"outcome", course.outcome}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The machines of a fleet for the page (report/html/README.md); empty without any.
std::string machines_json(const std::vector<MachineTally>& machines) {
  nlohmann::json list;
  const auto rounded = [](double value) { return std::round(value * 100) / 100; };
  for (const MachineTally& one : machines)
    list.push_back({one.machine, one.cpu, one.games, one.voids, has_too_many_voids(one, machines),
                    rounded(one.load), rounded(one.speed)});
  return list.empty() ? "" : list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Passes those games of the journal that are in `digest` to `take`, in schedule order and in batches. Games
// that finished early wait. After the first problem passes no more games, and returns it.
Result<void> each_batch(const RunFolder& folder, const record::Digest& digest, Progress* progress,
                        const std::function<Result<void>(const std::vector<match::GameRecord>&)>& take) {
  constexpr std::size_t most = 32;  // some tens of kilobytes each
  constexpr auto number_of = [](const auto& game) { return std::pair(game.game, game.attempt); };
  auto order = mapped<std::pair<int, int>>(digest.games, number_of);
  std::ranges::sort(order);
  std::size_t next = 0;
  std::map<std::pair<int, int>, match::GameRecord> waiting;
  Result<void> done;
  std::vector<match::GameRecord> batch;
  const auto hand_over = [&] {
    if (done && !batch.empty()) done = take(batch);
    batch.clear();
  };
  const auto add = [&](match::GameRecord&& game) {
    waiting.emplace(number_of(game), std::move(game));
    for (; next < order.size() && !waiting.empty() && waiting.begin()->first <= order[next];
         waiting.erase(waiting.begin())) {
      if (waiting.begin()->first != order[next]) continue;
      ++next;
      batch.push_back(std::move(waiting.begin()->second));
      if (batch.size() == most) hand_over();
    }
  };
  const auto read = record::read_journal(folder.journal(), add, reading(progress, folder.journal()));
  hand_over();
  if (!read) return read.error();
  return done;
}

// The results of a run, from which its page and games.ogn are written.
struct Outcome {
  const RunState& state;
  const report::Standings& standings;  // final
  const JournalAnalysis& analysis;
  Progress* progress;  // may be null
};

// A game in the form of the files.
struct Written {
  std::string replay;  // empty unless the page replays the game
  std::string ogn;
};

// Formats a game of the journal for the files; its notation only if `with_ogn`.
Result<Written> written(const match::GameRecord& game, const report::Replays& replays, const Outcome& outcome,
                        bool replayed, bool with_ogn) {
  const std::string& event = outcome.state.digest().run.name;
  if (replayed) {
    auto replay = replays.of(game, outcome.analysis.of(game));
    if (!replay) return replay.error();
    return Written{std::move(replay->line),
                   with_ogn ? record::to_ogn(game, replays.rules(), replay->scores, event) : ""};
  }
  if (!with_ogn) return Written{};
  auto ogn = record::to_ogn(game, replays.rules(), event);
  if (!ogn) return ogn.error();
  return Written{.ogn = std::move(*ogn)};
}

// Passes the games of the journal to the page, and to `ogn` unless it is null, in one read.
Result<void> write_games(const RunFolder& folder, const Outcome& outcome, const rules::Rules& rules,
                         report::PageGames& page_games, report::PageOutput& page, std::ostream* ogn) {
  const report::Replays replays{rules};
  std::vector<Result<Written>> batch;
  const auto take = [&](const std::vector<match::GameRecord>& games) -> Result<void> {
    batch.assign(games.size(), Written{});
    parallel_for(games.size(), processor_count(), [&](std::size_t i) {
      batch[i] = written(games[i], replays, outcome, page_games.replays(games[i]), ogn != nullptr);
    });
    for (std::size_t i = 0; i < games.size(); ++i) {
      if (!batch[i]) return batch[i].error();
      if (ogn != nullptr) *ogn << batch[i]->ogn;
      page.game(games[i]);
      if (!batch[i]->replay.empty()) page.replay(batch[i]->replay);
      page_games.add(games[i]);
    }
    return {};
  };
  return each_batch(folder, outcome.state.digest(), outcome.progress, take);
}

// Writes the page, and the games' notation to `ogn` unless it is null.
Result<void> write_page(const RunFolder& folder, const Outcome& outcome, const report::PageLimits& limits,
                        report::PageOutput& page, std::ostream* ogn) {
  const auto& [state, standings, analysis, progress] = outcome;
  const record::Digest& digest = state.digest();
  const auto rules = rules_of(digest.run);
  if (!rules) return rules.error();
  report::PageGames page_games{digest.games, limits};
  if (auto done = write_games(folder, outcome, **rules, page_games, page, ogn); !done) return done;
  if (progress != nullptr) progress->doing("writing the page");
  page_games.finish();
  process::return_free_memory();  // the memory of the journal's text
  rating::Tally tally;
  auto history = history_of_run(state, standings, tally);
  tally.set_times(digest.thinking);
  report::Page rest{
      .standings = standings, .tally = tally, .digest = digest, .rules = **rules, .page_games = page_games};
  rest.explained = explain::rules_json(explain::rules_page(**rules));
  rest.machines = machines_json(machines_of(folder.path / host_file));
  rest.history = std::move(history);
  if (const auto& test = standings.meta.test)
    rest.test = report::PageTest{*test, state.sequential_test()->sprt().ratios()};
  rest.analysis = analysis.for_page();
  page.finish(rest);
  return {};
}

}  // namespace

Result<Reported> write_reports(const RunFolder& folder, const RunState& state, Progress* progress) {
  if (progress != nullptr) progress->doing("rating");
  const record::Digest& digest = state.digest();
  std::string crosstable;
  report::Standings standings;
  {
    const rating::Tally tally = state.counted_tally();  // it is large
    standings = state.final_standings(tally);
    crosstable = crosstable_file(standings, tally);
  }
  const JournalAnalysis analysis{folder, digest};
  analysis.add_accuracy(standings);
  std::vector<std::pair<const char*, std::string>> files{
      {"standings.txt", report::text_table(standings, {})},
      {"standings.md", report::markdown_table(standings)},
      {"standings.csv", report::csv_table(standings)},
      {"standings.json", report::json_table(standings)},
      {"errors.csv", report::differences_table(standings)},
  };
  if (!digest.plans.empty()) files.emplace_back("config.yaml", digest.plans.back().config);
  if (!crosstable.empty()) files.emplace_back("crosstable.csv", std::move(crosstable));
  if (const auto hosts = folder.path / host_file; exists(status_of(hosts)))
    files.emplace_back("machines.csv", machines_table(machines_of(hosts)));
  if (auto rounds = rounds_text(state.tournament()); !rounds.empty()) {
    files.emplace_back("rounds.txt", std::move(rounds));
    files.emplace_back("rounds.json", rounds_json(*state.tournament()));
  }
  if (const auto& test = standings.meta.test) {
    files.emplace_back("sprt.txt", report::sprt_text(*test));
    files.emplace_back("sprt.json", report::sprt_json(*test) + "\n");
  }
  for (const auto& [name, text] : files)
    if (const auto written = write_file(folder.path / name, text); !written) return written.error();
  const auto written = write_file(folder.path / "games.ogn", [&](std::ostream& ogn) {
    return write_file(folder.path / "report.html", [&](std::ostream& output) {
      report::PageWriter page{output};
      return write_page(folder, {state, standings, analysis, progress}, {}, page, &ogn);
    });
  });
  if (!written) return written.error();
  return Reported{std::move(standings), analysis.problem()};
}

Result<Reported> write_page_to(report::PageOutput& output, const RunFolder& folder, const RunState& state,
                               Progress* progress, const report::PageLimits& limits) {
  report::Standings standings = state.final_standings(state.counted_tally());
  const JournalAnalysis analysis{folder, state.digest()};
  analysis.add_accuracy(standings);
  const auto written = write_page(folder, {state, standings, analysis, progress}, limits, output, nullptr);
  if (!written) return written.error();
  return Reported{std::move(standings), analysis.problem()};
}

std::string rounds_text(const Tournament* tournament) {
  if (tournament == nullptr) return "";
  const tournament::Course& course = tournament->course();
  std::string text;
  for (const Round& round : course.rounds) {
    text += round.title + "\n";
    for (const MeetingScore& score : round.meetings) text += meeting_line(*tournament, score);
    for (const std::string& decision : round.decisions) text += "  " + decision + "\n";
  }
  for (const std::string& sentence : course.outcome) text += sentence + "\n";
  return text;
}

std::vector<rating::HistoryPoint> history_of_run(const RunState& state, const report::Standings& standings,
                                                 rating::Tally& tally) {
  const auto engines = static_cast<std::int64_t>(standings.rows.size());
  const std::int64_t moments = std::clamp<std::int64_t>(600 / std::max<std::int64_t>(1, engines), 10, 40);
  const match::GameList& all = state.digest().games;
  const Counts counts = state.counts();
  const match::GameList counted = counts ? counted_games(all, counts) : match::GameList{};
  const match::GameList& games = counts ? counted : all;
  const auto count = static_cast<std::int64_t>(games.size());
  return rating::history(games, std::max<std::int64_t>(1, count / moments),
                         quick(standings.meta.scoring.rating), tally);
}

}  // namespace ebiri::run
