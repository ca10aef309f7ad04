#include "referee/report/replays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
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
using record::JsonWriter;

// One column of the plies: no column where it says nothing at all.
template <class Value>
void write_column(JsonWriter& out, std::string_view name, std::span<const Ply> plies, const Value& value) {
  const auto of_ply = [&](const Ply& ply) { return value(ply.thought); };
  if (std::ranges::any_of(plies, [&](const Ply& ply) { return of_ply(ply).has_value(); }))
    out.field(name).list(plies, of_ply);
}

double rounded_to_hundredths(double value) { return std::round(value * 100) / 100; }

// Hundredths of a seed.
std::optional<double> score_of(const player::Thought& thought) {
  if (!thought.score || !std::isfinite(*thought.score)) return std::nullopt;
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

// The result and the seeds stand in the list of games.
Json verdict_json(const match::Verdict& verdict) {
  Json json = Json::parse(record::verdict_text(verdict));
  json.erase("result");
  json.erase("seeds");
  return json;
}

// Of a whole game: how much each mover's score grew.
std::vector<record::Scored> scored_moves(const Told& told) {
  std::vector<record::Scored> moves;
  moves.reserve(told.sides.size());
  const int* before = told.counts.data();
  for (const char letter : told.sides) {
    const auto side = letter == 'S' ? rules::Side::south : rules::Side::north;
    const auto score = static_cast<std::size_t>(side);
    moves.push_back({side, before[2 + score] - before[score]});
    before += 2;
  }
  return moves;
}

}  // namespace

void write_thoughts(JsonWriter& out, std::span<const Ply> plies) {
  using player::Thought;
  write_column(out, "wall_us", plies, [](const Thought& thought) { return std::optional{thought.wall}; });
  write_column(out, "score", plies, score_of);
  write_column(out, "depth", plies, [](const Thought& thought) { return thought.depth; });
  write_column(out, "nodes", plies, [](const Thought& thought) { return thought.nodes; });
}

Replays::Replays(const rules::Rules& rules)
    : rules_(rules),
      shape_(rules.shape()),
      frame_(report::position_frame(rules)) {}

Result<Replay> Replays::of(const GameRecord& record, const analysis::GameAnalysis* judged) const {
  auto game =
      match::open_game(rules_, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  JsonWriter out;
  out.reserve(1024 + 40 * record.plies.size());  // roughly, in bytes
  out.begin();
  out.field("game")(record.game);
  out.field("attempt")(record.attempt);
  if (record.opening.base) out.field("base").json(scene_json((*game)->scene()).dump());
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
  out.field("opening")(record.opening.moves.size());
  const Told told = retelling.take();
  out.field("moves")(told.moves);
  out.field("sides")(told.sides);
  out.field("traces")(told.traces);
  if (!told.changes.empty()) out.field("changes").json(told.changes.dump());
  out.field("positions")(told.positions);
  if (const auto counting = retelling.counting())
    out.field("counts")(*counting);
  else
    out.field("counts").list(told.counts, std::identity{});
  write_thoughts(out, record.plies);
  if (judged != nullptr)
    out.field("judged").json(script_safe(judged_json(*judged, analysis::scale_of(rules_.variant()))));
  out.field("limits").pair(record.south_limit, record.north_limit);
  out.field("seed")(std::to_string(record.seed));  // more than a number holds, if it comes from elsewhere
  out.field("started")(record::format_time(record.started));
  out.field("duration_ms")(record.duration.count());
  out.field("verdict").json(script_safe(verdict_json(record.verdict)));
  out.end();
  return Replay{script_safe(std::move(out).text()), scored_moves(told)};
}

}  // namespace ebiri::report
