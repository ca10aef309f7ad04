// The fields of a game record, described once: journals, databases, CSV tables and pages are written and read
// by this list.
//
// `each_field(value, visit)` hands the fields of a record, or of a part of one, to `visit` in the order in
// which a line of the journal has them. A writer visits a const record, a reader fills one. `visit` has these
// members; `name` is the field's name in a journal:
//
//   field(name, value)                        always there
//   if_any(name, value)                       left out where the text, or the optional, is empty
//   pair(name, column, south, north)          a list of two; in a database `south_COLUMN` and `north_COLUMN`
//   pair_if_any(name, column, south, north)   left out where both are zero
//   plies(plies)                              calls `each_ply_field` where it wants the plies
//
// Values are numbers, texts, lists of texts, durations, times, words (`words_of`), and parts that have fields
// of their own. `each_ply_field(visit)` describes the plies, each field of which is a list in a journal:
//
//   column(name, column, of)                  `of(ply)` is the value
//   sides(name, column)                       one letter for each ply, `S` or `N`; a word in a database
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

template <class T>
using Words = std::span<const std::pair<T, std::string_view>>;

inline constexpr std::array<std::pair<match::Verdict::Result, std::string_view>, 4> result_words{{
    {match::Verdict::Result::south_wins, "south"},
    {match::Verdict::Result::north_wins, "north"},
    {match::Verdict::Result::draw, "draw"},
    {match::Verdict::Result::void_game, "void"},
}};
inline constexpr std::array<std::pair<match::Verdict::Cause, std::string_view>, 6> cause_words{{
    {match::Verdict::Cause::rules, "rules"},
    {match::Verdict::Cause::fault, "fault"},
    {match::Verdict::Cause::resigned, "resigned"},
    {match::Verdict::Cause::agreed, "agreed"},
    {match::Verdict::Cause::adjudicated, "adjudicated"},
    {match::Verdict::Cause::machine, "machine"},
}};
inline constexpr std::array<std::pair<rules::Side, std::string_view>, 2> side_words{{
    {rules::Side::south, "south"},
    {rules::Side::north, "north"},
}};
/// Of `Thought::score_in_seeds`, the only `bool` of a record.
inline constexpr std::array<std::pair<bool, std::string_view>, 2> score_unit_words{{
    {true, "seeds"},
    {false, "cp"},
}};

constexpr Words<match::Verdict::Result> words_of(match::Verdict::Result) { return result_words; }
constexpr Words<match::Verdict::Cause> words_of(match::Verdict::Cause) { return cause_words; }
constexpr Words<rules::Side> words_of(rules::Side) { return side_words; }
constexpr Words<player::Fault::Kind> words_of(player::Fault::Kind) { return player::fault_words; }
constexpr Words<bool> words_of(std::same_as<bool> auto) { return score_unit_words; }

/// A type whose values are words.
template <class T>
concept Word = requires(T value) {
  words_of(value);
};

/// The word for `value`.
template <Word T>
constexpr std::string_view word_for(T value) {
  for (const auto& [key, word] : words_of(value))
    if (key == value) return word;
  return "unknown";
}

template <class T, class Plain>
concept Either = std::same_as<std::remove_const_t<T>, Plain>;

template <Either<player::TimeEvidence> Time, class Visit>
void each_field(Time& time, Visit& visit) {
  visit.field("limit_us", time.limit);
  visit.field("lower_us", time.lower);
  visit.field("upper_us", time.upper);
  visit.field("cpu_us", time.cpu);
  visit.field("engine_wait_us", time.engine_wait);
  visit.field("referee_wait_us", time.referee_wait);
  visit.field("cpu_source", time.cpu_source);
}

template <Either<player::Fault> Fault, class Visit>
void each_field(Fault& fault, Visit& visit) {
  visit.field("kind", fault.kind);
  visit.field("detail", fault.detail);
  visit.if_any("line", fault.line);
  visit.if_any("exit", fault.exit);
  visit.if_any("stderr", fault.errors);
  visit.if_any("asked", fault.asked);
  visit.if_any("time", fault.time);
}

template <Either<match::Verdict> Verdict, class Visit>
void each_field(Verdict& verdict, Visit& visit) {
  visit.field("result", verdict.result);
  visit.field("cause", verdict.cause);
  visit.field("reason", verdict.reason);
  visit.pair("seeds", "seeds", verdict.south, verdict.north);
  visit.if_any("detail", verdict.detail);
  visit.if_any("special", verdict.special);
  visit.if_any("loser", verdict.loser);
  visit.if_any("fault", verdict.fault);
  visit.if_any("caused_by", verdict.caused_by);
  visit.if_any("time", verdict.time);
}

template <Either<match::Opening> Opening, class Visit>
void each_field(Opening& opening, Visit& visit) {
  visit.field("name", opening.name);
  visit.if_any("position", opening.base);
  visit.field("moves", opening.moves);
}

template <Either<match::GameRecord> Game, class Visit>
void each_field(Game& game, Visit& visit) {
  visit.field("game", game.game);
  visit.field("pair", game.pair);
  visit.field("attempt", game.attempt);
  visit.field("south", game.south);
  visit.field("north", game.north);
  visit.field("variant", game.variant);
  visit.field("ruleset", game.ruleset);
  visit.pair("limits", "limit", game.south_limit, game.north_limit);
  visit.field("opening", game.opening);
  visit.field("seed", game.seed);
  visit.field("started", game.started);
  visit.field("duration_ms", game.duration);
  each_field(game.verdict, visit);
  visit.field("final", game.final_position);
  visit.plies(game.plies);
  visit.pair_if_any("pondered_us", "pondered_us", game.south_pondered, game.north_pondered);
}

template <class Visit>
void each_ply_field(Visit& visit) {
  visit.column(
      "moves", "move", [](auto& ply) -> auto& { return ply.move; });
  visit.sides("sides", "side");
  visit.column(
      "wall_us", "wall_us", [](auto& ply) -> auto& { return ply.thought.wall; });
  visit.column(
      "cpu_us", "cpu_us", [](auto& ply) -> auto& { return ply.thought.cpu; });
  visit.column(
      "wait_us", "wait_us", [](auto& ply) -> auto& { return ply.thought.wait; });
  visit.column(
      "lag_us", "lag_us", [](auto& ply) -> auto& { return ply.thought.lag; });
  visit.column(
      "depth", "depth", [](auto& ply) -> auto& { return ply.thought.depth; });
  visit.column(
      "nodes", "nodes", [](auto& ply) -> auto& { return ply.thought.nodes; });
  visit.column(
      "score", "score", [](auto& ply) -> auto& { return ply.thought.score; });
  visit.column(
      "score_unit", "score_unit", [](auto& ply) -> auto& { return ply.thought.score_in_seeds; });
}

/// A part of a record that has fields of its own.
template <class T>
concept Part = requires(T& value, struct AnyVisit& visit) {
  each_field(value, visit);
};

}  // namespace ebiri::record
