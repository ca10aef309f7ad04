#include <nlohmann/json.hpp>

#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* standings_format = "ebiri-standings/2";

Json run(const Standings& standings) {
  const RunMeta& meta = standings.meta;
  Json document{{"name", meta.name},
                {"format", meta.format},
                {"variant", meta.variant},
                {"ruleset", meta.ruleset},
                {"seed", meta.seed ? Json(*meta.seed) : Json(nullptr)},
                {"limit", meta.limit},
                {"openings", meta.openings},
                {"version", meta.version},
                {"config_hash", meta.config_hash},
                {"isolation", meta.isolation},
                {"games_planned", meta.games_planned},
                {"games", standings.games},
                {"unique_games", standings.unique_games},
                {"void_games", standings.voids},
                {"spoilt_by_the_machine", standings.voids_by_machine},
                {"voids_caused_by_engines", standings.voids_caused},
                {"pairs", standings.pairs},
                {"repeated_pairs", standings.repeated_pairs},
                {"plies", standings.plies}};
  if (!meta.left_out.empty()) document["left_out"] = meta.left_out;
  if (!meta.withdrawn.empty()) document["withdrawn"] = meta.withdrawn;
  if (!meta.analysis.empty()) document["analysis"] = meta.analysis;
  return document;
}

Json forfeits(const rating::Forfeits& lost) {
  return {{"time", lost.time}, {"crash", lost.crash}, {"illegal", lost.illegal}, {"other", lost.other}};
}

Json milliseconds(std::chrono::microseconds duration, std::int64_t moves) {
  return moves > 0 ? number(static_cast<double>(duration.count()) / 1000) : Json(nullptr);
}

double in_seconds(std::chrono::microseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

Json engine(const StandingsRow& row) {
  const auto rated = [&](Json value) { return row.rated ? std::move(value) : Json(nullptr); };
  Json document{{"name", row.name},
                {"group", row.group + 1},
                {"rank", rated({row.rank.best, row.rank.worst})},
                {"place", row.place ? Json{row.place->best, row.place->worst} : Json(nullptr)},
                {"elo", rated(number(row.elo))},
                {"error95", rated(number(row.error95))},
                {"low", rated(number(row.low))},
                {"high", rated(number(row.high))},
                {"prior", row.rated && row.marked},
                {"los_next", number(row.superiority)},
                {"games", row.games},
                {"bye_games", row.bye_games},
                {"points", number(row.points)},
                {"tie_breaks", mapped<Json>(row.tie_breaks, number)},
                {"score", number(row.score)},
                {"wins", row.results[2]},
                {"draws", row.results[1]},
                {"losses", row.results[0]},
                {"score_first", number(row.score_as_first)},
                {"score_second", number(row.score_as_second)},
                {"draw_rate", number(row.draws)},
                {"pairs", row.pairs},
                {"unique_games", row.unique_games},
                {"margin", number(row.margin)},
                {"margin_rating", number(row.margin_rating)},
                {"margin_error95", number(row.margin_error95)},
                {"moves", row.moves},
                {"ms_per_move", milliseconds(row.move_time, row.moves)},
                {"ms_per_move_p99", milliseconds(row.move_time_p99, row.moves)},
                {"forfeits", forfeits(row.forfeits)},
                {"spoilt_by_the_machine", row.conduct.voids_by_machine},
                {"voids_caused", row.conduct.voids_caused},
                {"pondered_seconds", number(in_seconds(row.conduct.pondered))},
                {"opponents_seconds", number(in_seconds(row.conduct.opponents_thinking))}};
  if (!row.judged) return document;
  document["accuracy"] = {{"percent", number(row.judged->accuracy())},
                          {"moves", row.judged->moves},
                          {"inaccuracies", row.judged->marks[1]},
                          {"mistakes", row.judged->marks[2]},
                          {"blunders", row.judged->marks[3]}};
  return document;
}

// The columns of the CSV table. A column shows the member of an engine's JSON that has its name, or the
// member at the path after `=`. An analysed run also has `csv_accuracy`.
constexpr std::string_view csv_columns =
    "rank_best=rank/0 rank_worst=rank/1 engine=name group elo error95 prior los_next games points score "
    "wins draws losses score_first score_second draw_rate pairs_0=pairs/0 pairs_1=pairs/1 "
    "pairs_2=pairs/2 pairs_3=pairs/3 pairs_4=pairs/4 unique=unique_games margin ms_per_move "
    "ms_per_move_p99 forfeits_time=forfeits/time forfeits_crash=forfeits/crash "
    "forfeits_illegal=forfeits/illegal forfeits_other=forfeits/other place_first=place/0 "
    "place_last=place/1 margin_rating margin_error95 low high format";
constexpr std::string_view csv_accuracy =
    "accuracy=accuracy/percent judged_moves=accuracy/moves inaccuracies=accuracy/inaccuracies "
    "mistakes=accuracy/mistakes blunders=accuracy/blunders";

std::string csv_cell(const Json& row, std::string_view column) {
  const Json::json_pointer place{"/" + std::string{split(column, '=').back()}};
  if (!row.contains(place)) return "";
  const Json& value = row.at(place);
  if (value.is_null()) return "";
  if (value.is_string()) return csv_text(value.get_ref<const std::string&>());
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  if (!value.is_number_float()) return value.dump();
  if (column == "points") return points_text(value.get<double>());
  return decimal(value.get<double>(), column.starts_with("ms_") ? 3 : 6);
}

// By `rating::Group::Method`.
constexpr const char* methods[] = {"unplayed", "maximum-likelihood", "jeffreys", "virtual-draws",
                                   "unbounded"};

Json scoring(const rating::Scoring& scoring) {
  const rating::Points& points = scoring.points;
  const auto name = [](rating::TieBreak one) { return rating::word_for(one, rating::tie_break_words()); };
  return {{"points",
           {{"win", points.win},
            {"draw", points.draw},
            {"loss", points.loss},
            {"forfeit", points.forfeit},
            {"akawumbi", points.akawumbi.value_or(points.win)}}},
          {"rank_by", scoring.rank_by == rating::RankBy::points ? "points" : "rating"},
          {"tie_breaks", mapped(scoring.tie_breaks, name)},
          {"repetitions", scoring.rating.repetitions == rating::Repetitions::once ? "once" : "all"}};
}

// The draw rate of equal engines; null in a model without draws.
Json draws(const Standings& standings, const rating::Group& group) {
  if (standings.meta.scoring.rating.model == rating::Model::logistic || !group.rated()) return nullptr;
  return {{"rate", number(group.draws.rate)}, {"fitted", group.draws.fitted}};
}

const char* relative_to(const rating::Fit& fit, const rating::Group& group) {
  if (group.anchored) return "anchors";
  return fit.partly_marked(group) ? "mean of the unmarked" : "mean";
}

Json group(const Standings& standings, const rating::Group& group) {
  const auto name = [&](std::size_t engine) { return standings.fit.engines[engine]; };
  const rating::Advantage& advantage = group.advantage;
  Json check = nullptr;
  if (group.check) {
    check = {{"chi_squared", number(group.check->chi_squared)}, {"degrees", group.check->degrees}};
  }
  return {{"engines", mapped(group.engines, name)},
          {"model", rating::word_for(standings.meta.scoring.rating.model, rating::model_words())},
          {"method", methods[static_cast<std::size_t>(group.method)]},
          {"errors", rating::word_for(group.errors, rating::errors_words())},
          {"relative_to", relative_to(standings.fit, group)},
          {"first_mover",
           {{"elo", number(advantage.elo)},
            {"error95", number(advantage.error95)},
            {"score", number(advantage.expected_score)},
            {"fitted", advantage.fitted},
            {"prior", advantage.marked},
            {"identifiable", advantage.identifiable}}},
          {"draws", draws(standings, group)},
          {"scale", number(group.scale)},
          {"log_likelihood", number(group.log_likelihood)},
          {"fit_check", check}};
}

// A matrix over the rows of the table. An element is null if its two engines cannot be compared.
template <class Value>
Json matrix(const Standings& standings, Value value) {
  Json rows = Json::array();
  for (const StandingsRow& a : standings.rows) {
    Json row = Json::array();
    for (const StandingsRow& b : standings.rows) {
      row.push_back(standings.fit.comparable(a.engine, b.engine) ? number(value(a.engine, b.engine))
                                                                 : Json(nullptr));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// Writes a line for each member, and for each element of an array.
std::string laid_out(const Json& document) {
  std::string text = "{\n";
  for (auto member = document.begin(); member != document.end(); ++member) {
    text += "  " + dumped(member.key()) + ": ";
    if (member->is_array() && !member->empty()) {
      text += "[\n";
      for (auto element = member->begin(); element != member->end(); ++element) {
        text += "    " + dumped(*element) + (std::next(element) == member->end() ? "\n" : ",\n");
      }
      text += "  ]";
    } else {
      text += dumped(*member);
    }
    text += std::next(member) == document.end() ? "\n" : ",\n";
  }
  return text + "}\n";
}

}  // namespace

std::string json_table(const Standings& standings) {
  const rating::Fit& fit = standings.fit;
  Json document{{"format", standings_format},
                {"run", run(standings)},
                {"scoring", scoring(standings.meta.scoring)},
                {"engines", mapped<Json>(standings.rows, engine)}};
  if (standings.match) document["two_engines"] = block_json(*standings.match);
  document["groups"] =
      mapped<Json>(fit.groups, [&](const rating::Group& members) { return group(standings, members); });
  document["forfeits"] = forfeits(standings.forfeits);
  document["repetitions"] = number(standings.repetitions());
  document["difference_error"] =
      matrix(standings, [&](std::size_t a, std::size_t b) { return fit.difference_error(a, b); });
  document["superiority"] =
      matrix(standings, [&](std::size_t a, std::size_t b) { return fit.superiority(a, b); });
  document["covariance"] =
      matrix(standings, [&](std::size_t a, std::size_t b) { return fit.covariance[a][b]; });
  return laid_out(document);
}

std::string csv_table(const Standings& standings) {
  std::vector<std::string_view> columns = words(csv_columns);
  if (!standings.meta.analysis.empty())
    for (const std::string_view column : words(csv_accuracy)) columns.push_back(column);
  std::string text;
  for (const std::string_view column : columns)
    text += (text.empty() ? "" : ",") + std::string{split(column, '=').front()};
  text += '\n';
  for (const StandingsRow& row : standings.rows) {
    Json cells = engine(row);
    cells["format"] = standings_format;
    if (!row.rated) cells.erase("prior");
    for (const std::string_view& column : columns)
      text += (&column == &columns.front() ? "" : ",") + csv_cell(cells, column);
    text += '\n';
  }
  return text;
}

}  // namespace ebiri::report
