#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"
#include "referee/report/page_games.hpp"
#include "referee/report/page_json.hpp"
#include "referee/report/page_trace.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;
using match::GameRecord;
using match::Ply;
using rules::Scene;
using rules::Side;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// A position's text, taken apart: what stands before the cells that it begins with, and the rest.
struct Framed {
  std::vector<std::string> before;
  std::string rest;
};

Framed framed(const std::string& text, const std::vector<int>& cells) {
  Framed framed;
  std::size_t at = 0;
  for (const int cell : cells) {
    const std::size_t begin = at + (at > 0 && at < text.size() ? 1 : 0);
    const std::string number = std::to_string(cell);
    if (text.compare(begin, number.size(), number) != 0) break;
    if (begin + number.size() < text.size() && is_digit(text[begin + number.size()])) break;
    framed.before.push_back(text.substr(at, begin - at));
    at = begin + number.size();
  }
  framed.rest = text.substr(at);
  return framed;
}

// What counts for both sides after each ply, as the rules say: often the stores, or all that a side has.
class Scores {
 public:
  Scores(const rules::BoardShape& shape) : shape_(shape) {}

  void add(const rules::Game& game, const Scene& scene) {
    for (const Side side : {Side::south, Side::north}) {
      const int score = game.score(side);
      const int store = scene.cells[static_cast<std::size_t>(shape_.store(side))];
      int all = store;
      for (int pit = 0; pit < shape_.pits_per_side; ++pit)
        all += scene.cells[static_cast<std::size_t>(shape_.first_pit(side) + pit)];
      are_stores_ = are_stores_ && score == store;
      are_all_ = are_all_ && score == all;
      values_.push_back(score);
    }
  }

  Json json() const {
    if (are_stores_) return "stores";
    if (are_all_) return "all";
    return values_;
  }

 private:
  const rules::BoardShape& shape_;
  bool are_stores_ = true, are_all_ = true;
  std::vector<int> values_;
};

// One column of the plies: null where it says nothing at all.
template <class Value>
void add_column(Json& json, const char* name, const std::vector<Ply>& plies, Value value) {
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

// Hundredths of a seed.
Json score_of(const player::Thought& thought) {
  if (!thought.score || !std::isfinite(*thought.score)) return nullptr;
  return std::round(thought.score_in_seeds ? *thought.score * 100 : *thought.score);
}

Json verdict_json(const match::Verdict& verdict) {
  Json json{{"cause", record::word(verdict.cause)}, {"reason", verdict.reason}};
  if (!verdict.detail.empty()) json["detail"] = verdict.detail;
  if (!verdict.special.empty()) json["special"] = verdict.special;
  if (verdict.loser) json["loser"] = name(*verdict.loser);
  if (const auto& fault = verdict.fault) {
    json["fault"] = {{"kind", word(fault->kind)},
                     {"detail", fault->detail},
                     {"line", fault->line},
                     {"exit", fault->exit},
                     {"stderr", fault->errors}};
  }
  return json;
}

// The plies of a game while they are played again.
class Retelling {
 public:
  Retelling(const rules::BoardShape& shape, std::vector<std::string>& frame, const rules::Game& game)
      : shape_(shape),
        frame_(frame),
        scene_(game.scene()),
        scores_(shape) {
    add_position(game);
  }

  std::optional<Error> play(rules::Game& game, const std::string& move) {
    if (game.outcome()) return Error{"a move after its end"};
    const Scene before = scene_;
    sides_ += before.mover == Side::south ? 'S' : 'N';
    const auto trace = game.trace(move);  // nothing of a stolen turn
    if (const auto refused = rules::advance(game, move)) return Error{refused->message};
    scene_ = game.scene();
    const bool redrawn = trace && trace->redrawn;
    if (plies_ > 0) traces_ += ';', moves_ += ' ';
    if (trace) traces_ += trace_text(shape_, before, trace->transfers);
    moves_ += move;
    ++plies_;
    Json change = Json::object();
    if (redrawn) change["cells"] = scene_.cells;
    if (scene_.norths != before.norths) change["norths"] = scene_.norths;
    if (scene_.houses != before.houses) change["houses"] = scene_.houses;
    if (!change.empty()) changes_[std::to_string(plies_)] = std::move(change);
    add_position(game);
    return std::nullopt;
  }

  void write(Json& json) const {
    json["moves"] = moves_;
    json["sides"] = sides_;
    json["traces"] = traces_;
    if (!changes_.empty()) json["changes"] = changes_;
    json["positions"] = positions_;
    json["counts"] = scores_.json();
  }

 private:
  void add_position(const rules::Game& game) {
    scores_.add(game, scene_);
    const std::string text = game.position();
    const Framed parts = framed(text, scene_.cells);
    if (frame_.empty() && parts.before.size() >= static_cast<std::size_t>(shape_.pits()))
      frame_ = parts.before;
    if (plies_ > 0) positions_ += ';';
    if (!frame_.empty() && parts.before == frame_)
      positions_ += parts.rest;
    else
      positions_ += '=' + text;
  }

  const rules::BoardShape& shape_;
  std::vector<std::string>& frame_;
  Scene scene_;
  Scores scores_;
  int plies_ = 0;
  std::string moves_, sides_, traces_, positions_;
  Json changes_ = Json::object();
};

}  // namespace

Replays::Replays(const rules::Rules& rules) : rules_(rules), shape_(rules.shape()) {}

Result<std::string> Replays::line(const GameRecord& record) {
  auto game =
      match::open_game(rules_, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  Json json{{"game", record.game}, {"attempt", record.attempt}};
  if (record.opening.base) json["base"] = scene_json((*game)->scene());
  Retelling retelling{shape_, frame_, **game};
  const auto play = [&](const std::string& move) { return retelling.play(**game, move); };
  for (const std::string& move : record.opening.moves)
    if (const auto error = play(move)) return Error{fmt::format("game {}: {}", record.game, error->message)};
  for (const Ply& ply : record.plies)
    if (const auto error = play(ply.move))
      return Error{fmt::format("game {}: {}", record.game, error->message)};
  json["opening"] = record.opening.moves.size();
  retelling.write(json);
  const auto& plies = record.plies;
  add_column(json, "wall_us", plies, [](const auto& thought) { return Json(thought.wall.count()); });
  add_column(json, "score", plies, score_of);
  add_column(json, "depth", plies, [](const auto& thought) { return nullable(thought.depth); });
  add_column(json, "nodes", plies, [](const auto& thought) { return nullable(thought.nodes); });
  json["limits"] = {record.south_limit, record.north_limit};
  json["seed"] = std::to_string(record.seed);  // more than a number holds, if it comes from elsewhere
  json["started"] = record::format_time(record.started);
  json["duration_ms"] = record.duration.count();
  json["verdict"] = verdict_json(record.verdict);
  return script_safe(json);
}

}  // namespace ebiri::report
