#include "referee/record/game_line.hpp"

#include <span>
#include <string_view>

#include "referee/record/game_json.hpp"
#include "referee/record/json_writer.hpp"
#include "referee/record/time_fields.hpp"

namespace ebiri::record {

namespace {

using match::Ply;
using player::Duration;
using player::Fault;
using player::Thought;

void write(JsonWriter& out, const match::Opening& opening) {
  out.begin();
  out.field("name")(opening.name);
  if (opening.base) out.field("position")(*opening.base);
  out.field("moves").list(opening.moves);
  out.end();
}

void write(JsonWriter& out, const player::TimeEvidence& time) {
  out.begin();
  for (const auto& [name, field] : time_fields) out.field(name)(time.*field);
  out.field("cpu_source")(time.cpu_source);
  out.end();
}

void write(JsonWriter& out, const Fault& fault) {
  out.begin();
  out.field("kind")(word(fault.kind));
  out.field("detail")(fault.detail);
  if (!fault.line.empty()) out.field("line")(fault.line);
  if (!fault.exit.empty()) out.field("exit")(fault.exit);
  if (!fault.errors.empty()) out.field("stderr")(fault.errors);
  if (!fault.asked.empty()) out.field("asked")(fault.asked);
  if (fault.time) write(out.field("time"), *fault.time);
  out.end();
}

void write(JsonWriter& out, const match::Verdict& verdict) {
  out.field("result")(word(verdict.result));
  out.field("cause")(word(verdict.cause));
  out.field("reason")(verdict.reason);
  out.field("seeds").pair(verdict.south, verdict.north);
  if (!verdict.detail.empty()) out.field("detail")(verdict.detail);
  if (!verdict.special.empty()) out.field("special")(verdict.special);
  if (verdict.loser) out.field("loser")(rules::name(*verdict.loser));
  if (verdict.fault) write(out.field("fault"), *verdict.fault);
  if (verdict.caused_by) out.field("caused_by")(rules::name(*verdict.caused_by));
  if (verdict.time) write(out.field("time"), *verdict.time);
}

void write(JsonWriter& out, std::span<const Ply> plies) {
  const auto column = [&](std::string_view name, const auto& value) { out.field(name).list(plies, value); };
  const auto thought = [&](std::string_view name, auto Thought::*field) {
    column(name, [field](const Ply& ply) { return ply.thought.*field; });
  };
  column("moves", [](const Ply& ply) -> std::string_view { return ply.move; });
  std::string sides;
  for (const Ply& ply : plies) sides += ply.side == rules::Side::south ? 'S' : 'N';
  out.field("sides")(sides);
  thought("wall_us", &Thought::wall);
  thought("cpu_us", &Thought::cpu);
  thought("wait_us", &Thought::wait);
  thought("lag_us", &Thought::lag);
  thought("depth", &Thought::depth);
  thought("nodes", &Thought::nodes);
  thought("score", &Thought::score);
  column("score_unit",
         [](const Ply& ply) -> std::string_view { return ply.thought.score_in_seeds ? "seeds" : "cp"; });
}

std::string text_of(const match::GameRecord& record, std::span<const Ply> plies) {
  constexpr std::size_t head = 1024, ply = 80;  // roughly, in bytes
  JsonWriter out;
  out.reserve(head + ply * plies.size());
  out.begin();
  out.field("type")("game");
  out.field("game")(record.game);
  out.field("pair")(record.pair);
  out.field("attempt")(record.attempt);
  out.field("south")(record.south);
  out.field("north")(record.north);
  out.field("variant")(record.variant);
  out.field("ruleset")(record.ruleset);
  out.field("limits").pair(record.south_limit, record.north_limit);
  write(out.field("opening"), record.opening);
  out.field("seed")(record.seed);
  out.field("started")(format_time(record.started));
  out.field("duration_ms")(record.duration.count());
  write(out, record.verdict);
  out.field("final")(record.final_position);
  write(out, plies);
  if (record.south_pondered != Duration{} || record.north_pondered != Duration{})
    out.field("pondered_us").pair(record.south_pondered, record.north_pondered);
  out.end();
  return std::move(out).text();
}

}  // namespace

std::string game_text(const match::GameRecord& record) { return text_of(record, record.plies); }

std::string game_text_without_plies(const match::GameRecord& record) { return text_of(record, {}); }

}  // namespace ebiri::record
