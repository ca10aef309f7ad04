#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "referee/analysis/analysis.hpp"
#include "referee/rules/fields.hpp"
#include "referee/support/text.hpp"

namespace ebiri::analysis {

namespace {

using Json = nlohmann::ordered_json;
using rules::Side;

constexpr std::string_view format_name = "ebiri-analysis/1";
constexpr std::string_view source_letters = "etr";  // by Value::Source
constexpr std::string_view why_letters = "-fx.";    // by Judged::Why; a judged ply has a mark instead
constexpr char no_value = '.';

Json number(const std::optional<double>& value) {
  return value ? Json(std::round(*value * 1e4) / 1e4) : Json(nullptr);
}

std::string dumped(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json json_of(const std::string& name, const Sum& sum) {
  return {{"name", name},
          {"accuracy", number(sum.accuracy())},
          {"moves", sum.moves},
          {"unjudged", sum.unjudged},
          {"inaccuracies", sum.marks[1]},
          {"mistakes", sum.marks[2]},
          {"blunders", sum.marks[3]},
          {"seeds_lost_a_move", number(sum.seeds_a_move())}};
}

Json json_of(const GameAnalysis& game, const Scale& scale) {
  Json values = Json::array(), results = Json::array(), best = Json::array(), seeds = Json::array(),
       points = Json::array();
  std::string sources, sides, marks;
  for (const Position& position : game.positions) {
    const auto& value = position.value;
    values.push_back(value ? Json(value->seeds) : Json(nullptr));
    results.push_back(value && value->result ? Json(*value->result) : Json(nullptr));
    sources += value ? source_letters[static_cast<std::size_t>(value->source)] : no_value;
    best.push_back(position.best);
  }
  for (const Judged& ply : game.plies) {
    sides += rules::side_letter(ply.side);
    const bool is_judged = ply.why == Judged::Why::judged;
    marks += is_judged ? letter(mark(ply.loss, scale)) : why_letters[static_cast<std::size_t>(ply.why)];
    seeds.push_back(is_judged ? Json(ply.loss.seeds) : Json(nullptr));
    points.push_back(is_judged ? Json(ply.loss.points) : Json(nullptr));
  }
  return {{"game", game.game},
          {"attempt", game.attempt},
          {"sequence", fmt::format("{:016x}", game.sequence)},
          {"south", game.south},
          {"north", game.north},
          {"opening", game.opening},
          {"moves", game.moves},
          {"values", values},
          {"results", results},
          {"sources", sources},
          {"best", best},
          {"sides", sides},
          {"marks", marks},
          {"seeds_lost", seeds},
          {"points_lost", points}};
}

Json json_of(const Description& description) {
  const Scale& scale = scale_of(description.variant);
  return {{"engine", description.engine},
          {"announced", description.announced},
          {"fingerprint", description.fingerprint},
          {"limit", description.limit},
          {"table_seeds", description.table_seeds},
          {"variant", description.variant},
          {"ruleset", description.ruleset},
          {"inaccuracy", scale.inaccuracy},
          {"mistake", scale.mistake},
          {"blunder", scale.blunder},
          {"per_seed", scale.per_seed}};
}

std::uint64_t hexadecimal(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

// This reader and those below throw if a member is missing or has another type.
Value value_in(const Json& seeds, const Json& result, char source) {
  Value value{.source = static_cast<Value::Source>(source_letters.find(source)),
              .seeds = seeds.get<double>()};
  if (!result.is_null()) value.result = result.get<int>();
  return value;
}

bool consistent(const GameAnalysis& game, const std::string& sources, const std::string& marks) {
  return game.positions.size() == game.plies.size() + 1 && game.moves.size() == game.plies.size() &&
         sources.size() == game.positions.size() && marks.size() == game.plies.size() &&
         sources.find_first_not_of(std::string{source_letters} + no_value) == std::string::npos;
}

std::optional<GameAnalysis> game_in(const Json& json) {
  GameAnalysis game{.game = json.at("game"),
                    .attempt = json.at("attempt"),
                    .sequence = hexadecimal(json.at("sequence")),
                    .south = json.at("south"),
                    .north = json.at("north"),
                    .opening = json.at("opening"),
                    .moves = json.at("moves"),
                    .positions = std::vector<Position>(json.at("values").size()),
                    .plies = std::vector<Judged>(json.at("sides").get<std::string>().size())};
  const std::string sources = json.at("sources"), sides = json.at("sides"), marks = json.at("marks");
  if (!consistent(game, sources, marks)) return std::nullopt;
  for (std::size_t i = 0; i < game.positions.size(); ++i) {
    game.positions[i].best = json.at("best").at(i);
    if (sources[i] != no_value)
      game.positions[i].value = value_in(json.at("values").at(i), json.at("results").at(i), sources[i]);
  }
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    Judged& ply = game.plies[i];
    ply.side = sides[i] == 'S' ? Side::south : Side::north;
    // From 1, because `-` is the mark of a judged move that is no mistake.
    const std::size_t why = why_letters.find(marks[i], 1);
    ply.why = why == std::string_view::npos ? Judged::Why::judged : static_cast<Judged::Why>(why);
    if (ply.why == Judged::Why::judged)
      ply.loss = {json.at("seeds_lost").at(i).get<double>(), json.at("points_lost").at(i).get<double>()};
  }
  return game;
}

Description description_in(const Json& json) {
  return {.engine = json.at("engine"),
          .announced = json.at("announced"),
          .fingerprint = json.at("fingerprint"),
          .limit = json.at("limit"),
          .table_seeds = json.at("table_seeds"),
          .variant = json.at("variant"),
          .ruleset = json.at("ruleset")};
}

}  // namespace

std::string to_json(const Analysis& analysis) {
  const auto& variant = analysis.description.variant;
  std::string text = fmt::format("{{\n  \"format\": \"{}\",\n  \"analysis\": {},\n  \"engines\": [",
                                 format_name, dumped(json_of(analysis.description)));
  const auto list = [&](const auto& items, const auto& line_of) {
    const char* separator = "\n    ";
    for (const auto& item : items) {
      text += separator + dumped(line_of(item));
      separator = ",\n    ";
    }
  };
  list(sums_of(analysis.games, variant),
       [](const auto& entry) { return json_of(entry.first, entry.second); });
  text += "\n  ],\n  \"games\": [";
  list(analysis.games, [&](const GameAnalysis& game) { return json_of(game, scale_of(variant)); });
  return text + "\n  ]\n}\n";
}

Result<Analysis> from_json(std::string_view text) {
  try {
    const Json document = Json::parse(text);
    if (document.at("format") != format_name)
      return Error{fmt::format("expected the format `{}`", format_name)};
    Analysis analysis{description_in(document.at("analysis")), {}};
    for (const Json& line : document.at("games")) {
      auto game = game_in(line);
      if (!game)
        return Error{fmt::format("game {}: its lists differ in length, or a source is unknown",
                                 line.at("game").get<int>())};
      analysis.games.push_back(std::move(*game));
    }
    return analysis;
  } catch (const nlohmann::json::exception& problem) {
    return Error{printable(problem.what(), 200)};
  }
}

std::map<std::string, Sum> sums_of(const std::vector<GameAnalysis>& games, std::string_view variant) {
  const Scale& scale = scale_of(variant);
  std::map<std::string, Sum> sums;
  for (const GameAnalysis& game : games) {
    for (const auto* name : {&game.south, &game.north}) sums[*name];
    for (const Judged& ply : game.plies) {
      Sum& sum = sums[ply.side == Side::south ? game.south : game.north];
      if (ply.why == Judged::Why::judged)
        sum.add(ply.loss, scale);
      else if (ply.why != Judged::Why::unknown)
        ++sum.unjudged;
    }
  }
  return sums;
}

bool is_of(const GameAnalysis& analysis, const match::GameSummary& game) {
  return analysis.game == game.game && analysis.attempt == game.attempt &&
         analysis.sequence == game.sequence && analysis.south == game.south && analysis.north == game.north;
}

}  // namespace ebiri::analysis
