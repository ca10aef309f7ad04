#include "referee/report/replays.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"
#include "referee/report/page_json.hpp"
#include "referee/report/retelling.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;
using match::GameRecord;
using match::Ply;

// One column of the plies: null where it says nothing at all.
template <class Value>
void add_column(Json& json, const char* name, std::span<const Ply> plies, Value value) {
  Json column = Json::array();
  bool any = false;
  for (const Ply& ply : plies) {
    column.push_back(value(ply.thought));
    any = any || !column.back().is_null();
  }
  if (any) json[name] = std::move(column);
}

template <class T>
Json nullable(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

double rounded_to_hundredths(double value) { return std::round(value * 100) / 100; }

// Hundredths of a seed.
Json score_of(const player::Thought& thought) {
  if (!thought.score || !std::isfinite(*thought.score)) return nullptr;
  return std::round(thought.score_in_seeds ? *thought.score * 100 : *thought.score);
}

// South's leads from the end of the opening on, a letter for each ply after it, and what was better than
// marked plies, by their numbers.
Json judged_json(const analysis::GameAnalysis& game, const analysis::Scale& scale) {
  Json values = Json::array(), better = Json::object();
  for (const analysis::Position& position : game.positions)
    values.push_back(position.value ? Json(rounded_to_hundredths(position.value->seeds)) : Json(nullptr));
  std::string marks;
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const analysis::Mark mark = analysis::mark(game.plies[i].loss, scale);
    marks += analysis::letter(mark);
    if (mark != analysis::Mark::none)
      better[std::to_string(game.opening + static_cast<int>(i) + 1)] = {
          game.positions[i].best, rounded_to_hundredths(game.plies[i].loss.seeds)};
  }
  return {{"values", std::move(values)}, {"marks", std::move(marks)}, {"better", std::move(better)}};
}

Json verdict_json(const match::Verdict& verdict) {
  Json json{{"cause", record::word(verdict.cause)}, {"reason", verdict.reason}};
  if (!verdict.detail.empty()) json["detail"] = verdict.detail;
  if (!verdict.special.empty()) json["special"] = verdict.special;
  if (verdict.loser) json["loser"] = name(*verdict.loser);
  if (const auto& fault = verdict.fault) {
    json["fault"] = {{"kind", word(fault->kind)}, {"detail", fault->detail}, {"line", fault->line},
                     {"exit", fault->exit},       {"stderr", fault->errors}, {"asked", fault->asked}};
  }
  return json;
}

}  // namespace

void add_thoughts(Json& json, std::span<const Ply> plies) {
  add_column(json, "wall_us", plies, [](const auto& thought) { return Json(thought.wall.count()); });
  add_column(json, "score", plies, score_of);
  add_column(json, "depth", plies, [](const auto& thought) { return nullable(thought.depth); });
  add_column(json, "nodes", plies, [](const auto& thought) { return nullable(thought.nodes); });
}

Replays::Replays(const rules::Rules& rules)
    : rules_(rules),
      shape_(rules.shape()),
      frame_(report::position_frame(rules)) {}

Result<std::string> Replays::line(const GameRecord& record, const analysis::GameAnalysis* judged) const {
  auto game =
      match::open_game(rules_, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  Json json{{"game", record.game}, {"attempt", record.attempt}};
  if (record.opening.base) json["base"] = scene_json((*game)->scene());
  Retelling retelling{shape_, frame_, **game};
  const auto refused = [&](const std::string& move) -> std::optional<Error> {
    const auto error = retelling.play(**game, move);
    if (!error) return std::nullopt;
    return Error{fmt::format("game {}: {}", record.game, error->message)};
  };
  for (const std::string& move : record.opening.moves)
    if (auto error = refused(move)) return *error;
  for (const Ply& ply : record.plies)
    if (auto error = refused(ply.move)) return *error;
  json["opening"] = record.opening.moves.size();
  Told told = retelling.take();
  json["moves"] = std::move(told.moves);
  json["sides"] = std::move(told.sides);
  json["traces"] = std::move(told.traces);
  if (!told.changes.empty()) json["changes"] = std::move(told.changes);
  json["positions"] = std::move(told.positions);
  if (const auto counting = retelling.counting())
    json["counts"] = *counting;
  else
    json["counts"] = told.counts;
  add_thoughts(json, record.plies);
  if (judged != nullptr) json["judged"] = judged_json(*judged, analysis::scale_of(rules_.variant()));
  json["limits"] = {record.south_limit, record.north_limit};
  json["seed"] = std::to_string(record.seed);  // more than a number holds, if it comes from elsewhere
  json["started"] = record::format_time(record.started);
  json["duration_ms"] = record.duration.count();
  json["verdict"] = verdict_json(record.verdict);
  return script_safe(json);
}

}  // namespace ebiri::report
