#include "referee/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <tuple>

#include "referee/record/game_json.hpp"
#include "referee/report/numbers.hpp"
#include "referee/report/replays.hpp"
#include "referee/report/table.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_ratios = 2000;

Json rounded(double value, double unit) {
  return std::isfinite(value) ? Json(std::round(value / unit) * unit) : Json(nullptr);
}

Json history_json(const Page& page, const Rows& row) {
  return mapped<Json>(page.history, [&](const rating::HistoryPoint& moment) {
    Json ratings = Json::array();
    for (std::size_t engine = 0; engine < moment.fit.engines.size(); ++engine)
      if (moment.fit.group_of(engine).rated())
        ratings.push_back({row(moment.fit.engines[engine]), std::lround(moment.fit.elo[engine]),
                           std::lround(moment.fit.error95(engine))});
    return Json{moment.games, ratings};
  });
}

// By engine: a histogram of move times, as pairs: the start of a step, and the number of moves in it. Each
// step begins at 1.25 times the start of the previous one. The first one has the start 50 us, but also holds
// all shorter moves.
Json times_json(const Page& page) {
  constexpr double shortest = 50, growth = 1.25;
  return mapped<Json>(page.standings.rows, [&](const StandingsRow& row) {
    std::map<int, std::int64_t> steps;
    page.digest.thinking.of(row.name).moves.each([&](std::int64_t microseconds, std::int64_t count) {
      const double ratio = std::max(1.0, static_cast<double>(microseconds) / shortest);
      steps[static_cast<int>(std::log(ratio) / std::log(growth) + 1e-9)] += count;
    });
    return mapped<Json>(steps, [&](const auto& step) {
      return Json{std::lround(shortest * std::pow(growth, step.first)), step.second};
    });
  });
}

Json lengths_json(const Page& page) {
  std::map<int, std::int64_t> lengths;
  for (const match::GameSummary& game : page.digest.games)
    if (game.result != match::Verdict::Result::void_game) ++lengths[game.plies];
  return Json(std::vector<std::pair<int, std::int64_t>>(lengths.begin(), lengths.end()));
}

Json analysis_json(const PageAnalysis& analysis, const Rows& row) {
  return {{"by", analysis.by},
          {"games", analysis.games},
          {"inaccuracy", analysis.scale.inaccuracy},
          {"mistake", analysis.scale.mistake},
          {"blunder", analysis.scale.blunder},
          {"worst", mapped<Json>(analysis.worst, [&](const analysis::Slip& slip) {
             return Json{row(slip.engine),
                         slip.game,
                         slip.attempt,
                         slip.ply,
                         slip.move,
                         slip.better,
                         rounded(slip.loss.seeds, 1e-2),
                         rounded(slip.loss.points, 1e-3),
                         std::string(1, analysis::letter(analysis::mark(slip.loss, analysis.scale)))};
           })}};
}

Json test_json(const PageTest& test) {
  Json json = Json::parse(sprt_json(test.report));
  json["headline"] = headline(test.report);
  json["text"] = sprt_text(test.report);
  const std::size_t step = std::max<std::size_t>(1, (test.ratios.size() + max_ratios - 1) / max_ratios);
  Json ratios = Json::array();
  for (std::size_t k = 0; k < test.ratios.size(); ++k)
    if ((k + 1) % step == 0 || k + 1 == test.ratios.size())
      ratios.push_back({k + 1, rounded(test.ratios[k], 1e-3)});
  json["path"] = std::move(ratios);
  return json;
}

std::string data_block(std::string_view id, std::string_view bytes) {
  if (bytes.empty()) return {};
  return fmt::format("<script type=\"application/octet-stream\" id=\"{}\">{}</script>\n", id, base64(bytes));
}

}  // namespace

std::vector<bool> chosen(const std::vector<bool>& faulty, std::size_t most) {
  const auto faults = static_cast<std::size_t>(std::ranges::count(faulty, true));
  const std::size_t others = faulty.size() - faults;
  std::size_t faulty_left = std::min(faults, most);
  const std::size_t wanted = std::min(most - faulty_left, others);  // games without a fault
  std::vector<bool> taken(faulty.size());
  for (std::size_t i = 0, seen = 0, kept = 0; i < faulty.size(); ++i) {
    if (faulty[i] && faulty_left > 0) {
      taken[i] = true;
      --faulty_left;
    } else if (!faulty[i]) {  // spreads the choice: takes those with index k * others / wanted, k < wanted
      taken[i] = kept < wanted && seen++ == kept * others / wanted;
      if (taken[i]) ++kept;
    }
  }
  return taken;
}

PageGames::PageGames(const match::GameList& games, const PageLimits& limits) {
  const auto order = match::in_order(games);
  std::vector<bool> faulty;
  for (const std::size_t index : order) faulty.push_back(games[index].cause == match::Verdict::Cause::fault);
  // A game with a replay is listed, even if the choice for the list omits it.
  std::vector<bool> listed(games.size(), true), replayed(games.size());
  if (games.size() > limits.listed) listed = chosen(faulty, limits.listed);
  if (!limits.only) replayed = chosen(faulty, std::min(limits.replayed, limits.listed));
  for (std::size_t i = 0; i < games.size(); ++i) {
    const match::GameSummary& game = games[order[i]];
    const bool with_replay = limits.only ? game.game >= limits.only->first && game.game <= limits.only->second
                                         : static_cast<bool>(replayed[i]);
    if (!listed[i] && !with_replay) continue;
    places_.emplace(Key{game.game, game.attempt}, listed_.size());
    listed_.push_back({order[i], std::nullopt, with_replay});
  }
}

std::optional<std::size_t> PageGames::place_of(const match::GameRecord& record) const {
  const auto found = places_.find({record.game, record.attempt});
  return found == places_.end() ? std::nullopt : std::optional{found->second};
}

void PageGames::finish() {
  std::erase_if(listed_, [](const ListedGame& game) { return !game.ending; });
  places_.clear();
}

bool PageGames::replays(const match::GameRecord& record) const {
  if (all_) return true;
  const auto place = place_of(record);
  return place && listed_[*place].replayed;
}

std::size_t PageGames::ending_of(const match::GameRecord& record) {
  const auto cause = record::word(record.verdict.cause);
  auto found = std::ranges::find_if(endings_, [&](const EndingCount& one) {
    return one.cause == cause && one.reason == record.verdict.reason;
  });
  if (found == endings_.end())
    found = endings_.insert(found, {.cause = std::string{cause}, .reason = record.verdict.reason});
  ++found->games;
  return static_cast<std::size_t>(found - endings_.begin());
}

std::uint32_t PageGames::opening_of(const match::GameSummary& game) const {
  const auto found = opening_index_.find(game.opening);
  return found == opening_index_.end() ? max_openings : found->second;
}

void PageGames::note_opening(const match::GameRecord& record) {
  const std::uint64_t opening = match::fingerprint(record.opening);
  auto found = opening_index_.find(opening);
  if (found == opening_index_.end()) {
    if (openings_.size() == max_openings) return;
    found = opening_index_.emplace(opening, static_cast<std::uint32_t>(openings_.size())).first;
    std::string moves = record.opening.base ? "position " + *record.opening.base : "";
    for (const std::string& move : record.opening.moves) moves += (moves.empty() ? "" : " ") + move;
    openings_.push_back({.name = record.opening.name, .moves = std::move(moves)});
  }
  OpeningResults& results = openings_[found->second];
  results.south_wins += record.verdict.result == match::Verdict::Result::south_wins ? 1 : 0;
  results.draws += record.verdict.result == match::Verdict::Result::draw ? 1 : 0;
  results.north_wins += record.verdict.result == match::Verdict::Result::north_wins ? 1 : 0;
}

void PageGames::add(const match::GameRecord& record) {
  const std::size_t ending = ending_of(record);
  note_opening(record);
  for (const auto& [engine, limit] :
       {std::tie(record.south, record.south_limit), std::tie(record.north, record.north_limit)}) {
    auto& limits = engine_limits_[engine];
    if (std::ranges::find(limits, limit) == limits.end()) limits.push_back(limit);
  }
  const Time end = record.started + record.duration;
  if (!played_) played_.emplace(record.started, end);
  played_ = {std::min(played_->first, record.started), std::max(played_->second, end)};
  if (all_)
    listed_.push_back({listed_.size(), ending, true});
  else if (const auto place = place_of(record))
    listed_[*place].ending = ending;
}

Rows::Rows(const Standings& standings) {
  for (std::size_t row = 0; row < standings.rows.size(); ++row) rows_.emplace(standings.rows[row].name, row);
}

std::size_t Rows::operator()(const std::string& engine) const {
  const auto found = rows_.find(engine);
  return found == rows_.end() ? rows_.size() : found->second;
}

Json page_document(const Page& page) {
  const Rows row{page.standings};
  const auto plan = page.digest.plans.empty() ? record::PlanInfo{} : page.digest.plans.back();
  Json json = Json::parse(json_table(page.standings));
  json.erase("difference_error");
  json.erase("covariance");
  json["format"] = "ebiri-page/1";
  json["notes"] = text_table(page.standings, {});  // format 1 has this name for the text of standings.txt
  json["match"] = match_text(page.standings);
  json["shape"] = shape_json(page.rules.shape());
  json["start"] = scene_json(page.rules.start()->scene());
  json["position_frame"] = position_separators(page.rules);
  const PageGames& games = page.page_games;
  json["announced"] = mapped<Json>(page.standings.rows, [&](const StandingsRow& engine) {
    const auto found = std::ranges::find(plan.engines, engine.name);
    const auto index = static_cast<std::size_t>(found - plan.engines.begin());
    return Json(index < plan.announced.size() ? plan.announced[index] : "");
  });
  json["limits"] = mapped<Json>(page.standings.rows, [&](const StandingsRow& engine) {
    const auto found = games.limits().find(engine.name);
    return found == games.limits().end() ? Json::array() : Json(found->second);
  });
  json["meetings"] = mapped<Json>(page.tally.meetings(), [&](const auto& met) {
    const auto& [names, meeting] = met;
    return Json{row(names.first), row(names.second), meeting.first_south.results,
                meeting.second_south.results};
  });
  json["history"] = history_json(page, row);
  json["times"] = times_json(page);
  json["lengths"] = lengths_json(page);
  json["openings"] = mapped<Json>(games.openings(), [](const OpeningResults& opening) {
    return Json{opening.name, opening.moves, opening.south_wins, opening.draws, opening.north_wins};
  });
  const std::size_t openings = games.openings().size();
  const bool has_all = openings < PageGames::max_openings;
  json["openings_in_all"] = has_all ? openings : match::count_openings(page.digest.games);
  json["endings"] = mapped<Json>(games.endings(), [](const EndingCount& ending) {
    return Json{ending.cause, ending.reason, ending.games};
  });
  json["games_in_all"] = page.digest.games.size();
  json["played"] = nullptr;  // first and last moment of play, in milliseconds since 1970
  if (games.played())
    json["played"] = {games.played()->first.time_since_epoch().count(),
                      games.played()->second.time_since_epoch().count()};
  json["config"] = plan.config;
  if (!page.explained.empty()) json["rules"] = Json::parse(page.explained);
  if (!page.machines.empty()) json["machines"] = Json::parse(page.machines);
  json["sprt"] = page.test ? test_json(*page.test) : Json(nullptr);
  if (page.analysis) json["analysis"] = analysis_json(*page.analysis, row);
  return json;
}

std::string games_columns(const PageGames& page_games, std::span<const ListedGame> listed,
                          const match::GameList& games, const Rows& row) {
  record::JsonWriter out;
  out.begin();
  const auto column = [&](std::string_view name, const auto& value) {
    out.field(name).list(listed, [&](const ListedGame& entry) { return value(entry, games[entry.game]); });
  };
  column("game", [](const auto&, const auto& game) { return game.game; });
  column("pair", [](const auto&, const auto& game) { return game.pair; });
  column("attempt", [](const auto&, const auto& game) { return game.attempt; });
  column("south", [&](const auto&, const auto& game) { return row(game.south); });
  column("north", [&](const auto&, const auto& game) { return row(game.north); });
  column("result", [](const auto&, const auto& game) { return static_cast<int>(game.result); });
  column("ending", [](const auto& entry, const auto&) { return entry.ending.value_or(0); });
  column("opening", [&](const auto&, const auto& game) { return page_games.opening_of(game); });
  column("south_seeds", [](const auto&, const auto& game) { return game.south_seeds; });
  column("north_seeds", [](const auto&, const auto& game) { return game.north_seeds; });
  column("plies", [](const auto&, const auto& game) { return game.plies; });
  int next = 0;  // index of the next line in #replays
  column("replay", [&](const auto& entry, const auto&) { return entry.replayed ? next++ : -1; });
  out.end();
  return std::move(out).text();
}

std::string document_text(const Page& page, const Json& document) {
  const std::string rest = script_safe(document);
  return fmt::format(
      "{{\"games\":{},{}",
      games_columns(page.page_games, page.page_games.listed(), page.digest.games, Rows{page.standings}),
      std::string_view{rest}.substr(1));
}

std::string script_safe(std::string json) { return replaced(std::move(json), "<", "\\u003c"); }

std::string script_safe(const Json& json) { return script_safe(dumped(json)); }

Json shape_json(const rules::BoardShape& shape) {
  return {{"pits_per_side", shape.pits_per_side},
          {"rows_per_side", shape.rows_of_side()},
          {"stores", shape.stores},
          {"pit_names", shape.pit_names},
          {"tracks", shape.tracks}};
}

Json scene_json(const rules::Scene& scene) {
  return {{"cells", scene.cells},
          {"norths", scene.norths},
          {"houses", scene.houses},
          {"mover", scene.mover == rules::Side::south ? "S" : "N"}};
}

PageWriter::PageWriter(std::ostream& output) : output_(output) {
  output_ << plain_frame.head << plain_frame.begin
          << "<script type=\"application/x-ndjson\" id=\"replays\">\n";
}

void PageWriter::replay(std::string_view line) { output_ << line << '\n'; }

void PageWriter::finish(const Page& page) {
  output_ << "</script>\n<script type=\"application/json\" id=\"run\">"
          << document_text(page, page_document(page)) << "</script>\n"
          << "<noscript>The standings are also in the standings.txt of the run.</noscript>\n"
          << plain_frame.end;
}

std::string head_with_scripts(const Frame& frame) {
  constexpr std::string_view scripts = "script-src ";
  const std::size_t at = frame.head.find(scripts) + scripts.size();
  return fmt::format("{}'self' file: {}", frame.head.substr(0, at), frame.head.substr(at));
}

Result<std::string> interactive_page(std::string_view page, const Module& module) {
  const std::string plain_begin = std::string(plain_frame.head) + std::string(plain_frame.begin);
  if (!page.starts_with(plain_begin) || !page.ends_with(plain_frame.end))
    return Error{"report.html is not a page that this version wrote"};
  page.remove_prefix(plain_begin.size());
  page.remove_suffix(plain_frame.end.size());
  const auto& [head, begin, end] = interactive_frame;
  return fmt::format("{}{}{}{}{}{}", head, begin, page, data_block("module", module.gzip),
                     data_block("book", module.described_game), end);
}

std::string live_page(const Frame& frame) {
  return fmt::format(
      "{}; connect-src 'self'{}<script type=\"application/json\" id=\"live\">{{}}</script>\n{}", frame.head,
      frame.begin, frame.end);
}

}  // namespace ebiri::report
