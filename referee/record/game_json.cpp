#include "referee/record/game_json.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "referee/record/time_fields.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;
using match::GameRecord;
using match::Ply;
using match::Verdict;
using player::Duration;
using player::Fault;
using player::Thought;

constexpr std::array<std::pair<Verdict::Result, std::string_view>, 4> result_words{{
    {Verdict::Result::south_wins, "south"},
    {Verdict::Result::north_wins, "north"},
    {Verdict::Result::draw, "draw"},
    {Verdict::Result::void_game, "void"},
}};

constexpr std::array<std::pair<Verdict::Cause, std::string_view>, 6> cause_words{{
    {Verdict::Cause::rules, "rules"},
    {Verdict::Cause::fault, "fault"},
    {Verdict::Cause::resigned, "resigned"},
    {Verdict::Cause::agreed, "agreed"},
    {Verdict::Cause::adjudicated, "adjudicated"},
    {Verdict::Cause::machine, "machine"},
}};

template <class Table, class Value>
std::string_view word_in(const Table& table, Value value) {
  for (const auto& [key, text] : table)
    if (key == value) return text;
  return "unknown";
}

// Thrown and caught in this file only: a field that is not as it must be.
struct BadField {
  std::string message;
};

template <class Table>
auto value_in(const Table& table, std::string_view text) {
  for (const auto& [key, name] : table)
    if (name == text) return key;
  throw BadField{fmt::format("unknown word `{}`", text)};
}

template <class T>
Json column(const std::vector<Ply>& plies, T&& value) {
  Json result = Json::array();
  for (const Ply& ply : plies) result.push_back(value(ply));
  return result;
}

template <class T>
Json nullable(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

void add_plies(Json& json, const std::vector<Ply>& plies) {
  const auto microseconds = [&](const char* name, Duration Thought::*field) {
    json[name] = column(plies, [&](const Ply& ply) { return (ply.thought.*field).count(); });
  };
  json["moves"] = column(plies, [](const Ply& ply) { return ply.move; });
  std::string sides;
  for (const Ply& ply : plies) sides += ply.side == rules::Side::south ? 'S' : 'N';
  json["sides"] = sides;
  microseconds("wall_us", &Thought::wall);
  microseconds("cpu_us", &Thought::cpu);
  microseconds("wait_us", &Thought::wait);
  microseconds("lag_us", &Thought::lag);
  json["depth"] = column(plies, [](const Ply& ply) { return nullable(ply.thought.depth); });
  json["nodes"] = column(plies, [](const Ply& ply) { return nullable(ply.thought.nodes); });
  json["score"] = column(plies, [](const Ply& ply) { return nullable(ply.thought.score); });
  json["score_unit"] =
      column(plies, [](const Ply& ply) { return ply.thought.score_in_seeds ? "seeds" : "cp"; });
}

Json fault_json(const Fault& fault) {
  Json json{{"kind", word(fault.kind)}, {"detail", fault.detail}};
  if (!fault.line.empty()) json["line"] = fault.line;
  if (!fault.exit.empty()) json["exit"] = fault.exit;
  if (!fault.errors.empty()) json["stderr"] = fault.errors;
  if (!fault.asked.empty()) json["asked"] = fault.asked;
  if (fault.time) json["time"] = to_json(*fault.time);
  return json;
}

// Reading: one field at a time, with its name in every complaint.
class FieldReader {
 public:
  using Value = simdjson::dom::element;

  explicit FieldReader(Value json) {
    if (json.get(object_) != simdjson::SUCCESS) throw BadField{"expected an object"};
  }

  Value at(const char* name) const {
    Value value;
    if (object_.at_key(name).get(value) != simdjson::SUCCESS)
      throw BadField{fmt::format("the field `{}` is missing", name)};
    return value;
  }

  bool has(const char* name) const { return object_.at_key(name).error() == simdjson::SUCCESS; }

  template <class T>
  T read(const char* name) const {
    return convert<T>(at(name), name);
  }

  template <class T>
  std::vector<T> list(const char* name) const {
    std::vector<T> result;
    each<T>(name, [&](T item) { result.push_back(std::move(item)); });
    return result;
  }

  /// Hands every item of a list to `take`. Returns how many there were.
  template <class T, class Take>
  std::size_t each(const char* name, Take&& take) const {
    simdjson::dom::array items;
    if (at(name).get(items) != simdjson::SUCCESS) throw BadField{fmt::format("`{}` must be a list", name)};
    std::size_t count = 0;
    for (const Value item : items) {
      take(convert<T>(item, name));
      ++count;
    }
    return count;
  }

  std::string text_or_empty(const char* name) const { return has(name) ? read<std::string>(name) : ""; }

 private:
  // A string_view lasts until the next object is parsed.
  template <class T>
  static T convert(Value value, const char* name) {
    if constexpr (requires {
                    typename T::value_type;
                    T{std::nullopt};
                  }) {
      if (value.is_null()) return std::nullopt;
      return convert<typename T::value_type>(value, name);
    } else {
      const auto wrong = [&] { return BadField{fmt::format("`{}` has a value of the wrong type", name)}; };
      if constexpr (std::is_same_v<T, std::string>) {
        return std::string{convert<std::string_view>(value, name)};
      } else if constexpr (std::is_same_v<T, int>) {
        const auto number = convert<std::int64_t>(value, name);
        if (number < INT_MIN || number > INT_MAX) throw BadField{fmt::format("`{}` is out of range", name)};
        return static_cast<int>(number);
      } else {
        T result;
        if (value.get(result) != simdjson::SUCCESS) throw wrong();
        return result;
      }
    }
  }

  simdjson::dom::object object_;
};

std::vector<Ply> read_plies(const FieldReader& json) {
  std::vector<Ply> plies;
  plies.reserve(std::min<std::size_t>(json.text_or_empty("sides").size(), 1024));  // mostly there are as many
  json.each<std::string_view>("moves", [&](std::string_view move) { plies.emplace_back().move = move; });
  const auto fits = [&](const char* name, std::size_t entries) {
    if (entries != plies.size())
      throw BadField{fmt::format("`{}` has {} entries for {} moves", name, entries, plies.size())};
  };
  const auto fill = [&]<class T>(const char* name, T, auto&& set) {
    std::size_t next = 0;
    const std::size_t entries = json.each<T>(name, [&](T value) {
      if (next < plies.size()) set(plies[next++], value);
    });
    fits(name, entries);
  };
  const auto sides = json.read<std::string_view>("sides");
  fits("sides", sides.size());
  for (std::size_t i = 0; i < plies.size(); ++i) {
    if (sides[i] != 'S' && sides[i] != 'N') throw BadField{"`sides` must consist of `S` and `N`"};
    plies[i].side = sides[i] == 'N' ? rules::Side::north : rules::Side::south;
  }
  const auto microseconds = [&](const char* name, Duration Thought::*field) {
    fill(name, std::int64_t{}, [&](Ply& ply, std::int64_t value) { ply.thought.*field = Duration{value}; });
  };
  microseconds("wall_us", &Thought::wall);
  microseconds("cpu_us", &Thought::cpu);
  microseconds("wait_us", &Thought::wait);
  microseconds("lag_us", &Thought::lag);
  fill("depth", std::optional<int>{}, [](Ply& ply, auto value) { ply.thought.depth = value; });
  fill("nodes", std::optional<std::uint64_t>{}, [](Ply& ply, auto value) { ply.thought.nodes = value; });
  fill("score", std::optional<double>{}, [](Ply& ply, auto value) { ply.thought.score = value; });
  fill("score_unit", std::string_view{}, [](Ply& ply, std::string_view value) {
    if (value != "seeds" && value != "cp") throw BadField{"`score_unit` must be `seeds` or `cp`"};
    ply.thought.score_in_seeds = value == "seeds";
  });
  return plies;
}

rules::Side side_of(const std::string& text) {
  if (text == "south") return rules::Side::south;
  if (text == "north") return rules::Side::north;
  throw BadField{fmt::format("unknown side `{}`", text)};
}

std::optional<player::TimeEvidence> read_time(const FieldReader& json) {
  if (!json.has("time")) return std::nullopt;
  const FieldReader fields{json.at("time")};
  player::TimeEvidence time{.cpu_source = fields.read<std::string>("cpu_source")};
  for (const auto& [name, field] : time_fields)
    time.*field = Duration{fields.read<std::int64_t>(name.data())};
  return time;
}

Fault read_fault(const FieldReader& json) {
  const auto kind = player::fault_kind(json.read<std::string>("kind"));
  if (!kind) throw BadField{fmt::format("unknown fault `{}`", json.read<std::string>("kind"))};
  return {.kind = *kind,
          .detail = json.read<std::string>("detail"),
          .line = json.text_or_empty("line"),
          .exit = json.text_or_empty("exit"),
          .errors = json.text_or_empty("stderr"),
          .asked = json.text_or_empty("asked"),
          .time = read_time(json)};
}

Verdict read_verdict(const FieldReader& json) {
  Verdict verdict{.result = value_in(result_words, json.read<std::string>("result")),
                  .cause = value_in(cause_words, json.read<std::string>("cause")),
                  .reason = json.read<std::string>("reason")};
  const auto seeds = json.list<int>("seeds");
  if (seeds.size() != 2) throw BadField{"`seeds` must have two entries"};
  verdict.south = seeds[0];
  verdict.north = seeds[1];
  verdict.detail = json.text_or_empty("detail");
  verdict.special = json.text_or_empty("special");
  if (json.has("loser")) verdict.loser = side_of(json.read<std::string>("loser"));
  if (json.has("fault")) verdict.fault = read_fault(FieldReader{json.at("fault")});
  if (json.has("caused_by")) verdict.caused_by = side_of(json.read<std::string>("caused_by"));
  verdict.time = read_time(json);
  return verdict;
}

match::Opening read_opening(const FieldReader& json) {
  match::Opening opening{.name = json.read<std::string>("name"), .moves = json.list<std::string>("moves")};
  if (json.has("position")) opening.base = json.read<std::string>("position");
  return opening;
}

std::array<Duration, 2> read_pondered(const FieldReader& json) {
  if (!json.has("pondered_us")) return {};
  const auto used = json.list<std::int64_t>("pondered_us");
  if (used.size() != 2) throw BadField{"`pondered_us` must have two entries"};
  return {Duration{used[0]}, Duration{used[1]}};
}

GameRecord read_game(const FieldReader& json) {
  if (json.read<std::string>("south") == json.read<std::string>("north"))
    throw BadField{"`south` and `north` are the same engine"};
  const auto limits = json.list<std::string>("limits");
  if (limits.size() != 2) throw BadField{"`limits` must have two entries"};
  const auto pondered = read_pondered(json);
  const auto started = parse_time(json.read<std::string>("started"));
  if (!started) throw BadField{"`started` is not a time such as 2026-01-31T12:00:00.000Z"};
  return {.game = json.read<int>("game"),
          .pair = json.read<int>("pair"),
          .attempt = json.read<int>("attempt"),
          .south = json.read<std::string>("south"),
          .north = json.read<std::string>("north"),
          .variant = json.read<std::string>("variant"),
          .ruleset = json.read<std::string>("ruleset"),
          .south_limit = limits[0],
          .north_limit = limits[1],
          .opening = read_opening(FieldReader{json.at("opening")}),
          .seed = json.read<std::uint64_t>("seed"),
          .started = *started,
          .duration = std::chrono::milliseconds{json.read<std::int64_t>("duration_ms")},
          .plies = read_plies(json),
          .south_pondered = pondered[0],
          .north_pondered = pondered[1],
          .final_position = json.read<std::string>("final"),
          .verdict = read_verdict(json)};
}

// The fast parser does not say where.
std::string place_of_error(std::string_view text, const char* otherwise) {
  try {
    const Json json = Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return fmt::format("is no JSON from byte {} on", error.byte);
  }
  return fmt::format("is no JSON that can be read: {}", otherwise);
}

}  // namespace

std::string_view word(Verdict::Result result) { return word_in(result_words, result); }
std::string_view word(Verdict::Cause cause) { return word_in(cause_words, cause); }

std::string format_time(std::chrono::sys_time<std::chrono::milliseconds> time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{days};
  const std::chrono::hh_mm_ss clock{time - days};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

std::optional<std::chrono::sys_time<std::chrono::milliseconds>> parse_time(std::string_view text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0, end = 0;
  const std::string copy{text};
  if (std::sscanf(copy.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &year, &month, &day, &hour, &minute,
                  &second, &milli, &end) != 7)
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (static_cast<std::size_t>(end) != copy.size() || !date.ok()) return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
         std::chrono::seconds{second} + std::chrono::milliseconds{milli};
}

Json to_json(const player::TimeEvidence& time) {
  Json json = Json::object();
  for (const auto& [name, field] : time_fields) json[std::string{name}] = (time.*field).count();
  json["cpu_source"] = time.cpu_source;
  return json;
}

Json to_json(const GameRecord& record) {
  Json opening{{"name", record.opening.name}};
  if (record.opening.base) opening["position"] = *record.opening.base;
  opening["moves"] = record.opening.moves;
  Json json{{"type", "game"},
            {"game", record.game},
            {"pair", record.pair},
            {"attempt", record.attempt},
            {"south", record.south},
            {"north", record.north},
            {"variant", record.variant},
            {"ruleset", record.ruleset},
            {"limits", {record.south_limit, record.north_limit}},
            {"opening", std::move(opening)},
            {"seed", record.seed},
            {"started", format_time(record.started)},
            {"duration_ms", record.duration.count()},
            {"result", word(record.verdict.result)},
            {"cause", word(record.verdict.cause)},
            {"reason", record.verdict.reason},
            {"seeds", {record.verdict.south, record.verdict.north}}};
  if (!record.verdict.detail.empty()) json["detail"] = record.verdict.detail;
  if (!record.verdict.special.empty()) json["special"] = record.verdict.special;
  if (record.verdict.loser) json["loser"] = rules::name(*record.verdict.loser);
  if (record.verdict.fault) json["fault"] = fault_json(*record.verdict.fault);
  if (record.verdict.caused_by) json["caused_by"] = rules::name(*record.verdict.caused_by);
  if (record.verdict.time) json["time"] = to_json(*record.verdict.time);
  json["final"] = record.final_position;
  add_plies(json, record.plies);
  if (record.south_pondered != Duration{} || record.north_pondered != Duration{})
    json["pondered_us"] = {record.south_pondered.count(), record.north_pondered.count()};
  return json;
}

Result<GameRecord> game_from_json(std::string_view text) {
  static thread_local simdjson::dom::parser parser;
  simdjson::dom::element json;
  // It reads from a copy of its own, with room behind.
  if (const auto problem = parser.parse(text.data(), text.size()).get(json); problem != simdjson::SUCCESS)
    return Error{place_of_error(text, simdjson::error_message(problem))};
  try {
    return read_game(FieldReader{json});
  } catch (const BadField& bad) {
    return Error{bad.message};
  }
}

}  // namespace ebiri::record
