// The list of fields of a game record, and of the `run` and `plan` lines of a journal. The code that reads
// and writes journals, databases, CSV tables and pages uses this list.
//
// `each_field(value, visit)` passes the fields of a record, or of a part of it, to `visit` in the order of a
// line of the journal. A writer visits a const record, a reader fills one. `visit` has these members; `name`
// is the field's name in a journal:
//
//   field(name, value)            a field that is always present
//   if_any(name, value)           left out if the text, list or optional is empty, or the flag unset
//   pair(name, column, south, north)
//                                 a list of two; in a database `south_COLUMN` and `north_COLUMN`
//   pair_if_any(name, column, south, north)
//                                 left out if both are zero
//                                 (the field `pair` is something else: the number of the opening pair)
//   plies(plies)                  calls `each_ply_field` if it needs the plies
//
// CSV tables omit fields whose name is wrapped in `not_in_csv`.
//
// Values are numbers, texts, lists of texts, durations, times, words (`words_of`), and parts with their own
// fields. `each_ply_field(visit)` describes the plies. In a journal, each of their fields is a list:
//
//   column(field, of)             a field whose value is `of(ply)`
//   sides(field)                  a text with `S` or `N` for each ply; a word in a database
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string_view>
#include <type_traits>

#include "referee/match/game_record.hpp"
#include "referee/record/journal_lines.hpp"

namespace ebiri::record {

/// Words in the order of the values that they stand for.
using Words = std::span<const std::string_view>;

inline constexpr std::array<std::string_view, 4> result_words{"south", "north", "draw", "void"};
inline constexpr std::array<std::string_view, 6> cause_words{"rules",  "fault",       "resigned",
                                                             "agreed", "adjudicated", "machine"};
inline constexpr std::array<std::string_view, 2> side_words{"south", "north"};
/// The words of `Thought::score_in_seeds`, the only `bool` that is written as a word.
inline constexpr std::array<std::string_view, 2> score_unit_words{"cp", "seeds"};

constexpr Words words_of(match::Verdict::Result) { return result_words; }
constexpr Words words_of(match::Verdict::Cause) { return cause_words; }
constexpr Words words_of(rules::Side) { return side_words; }
constexpr Words words_of(player::Fault::Kind) { return player::fault_words; }
constexpr Words words_of(std::same_as<bool> auto) { return score_unit_words; }

/// An enum, or `bool`, that is written as a word.
template <class T>
concept Word = requires(T value) {
  words_of(value);
};

/// The word for `value`.
template <Word T>
constexpr std::string_view word_for(T value) {
  return words_of(value)[static_cast<std::size_t>(value)];
}

/// A field's name, and whether CSV tables have it.
struct FieldName {
  std::string_view text;
  bool in_csv = true;

  constexpr FieldName(const char* name) : text(name) {}  // NOLINT(google-explicit-constructor): for literals
  constexpr operator std::string_view() const { return text; }  // NOLINT(google-explicit-constructor)
};

constexpr FieldName not_in_csv(const char* name) {
  FieldName field{name};
  field.in_csv = false;
  return field;
}

/// `T` is `Plain` or `const Plain`.
template <class T, class Plain>
concept MaybeConst = std::same_as<std::remove_const_t<T>, Plain>;

template <MaybeConst<player::TimeEvidence> Time, class Visit>
void each_field(Time& time, Visit& visit) {
  visit.field("limit_us", time.limit);
  visit.field("lower_us", time.lower);
  visit.field("upper_us", time.upper);
  visit.field("cpu_us", time.cpu);
  visit.field("engine_wait_us", time.engine_wait);
  visit.field("referee_wait_us", time.referee_wait);
  visit.field("cpu_source", time.cpu_source);
}

template <MaybeConst<player::Fault> Fault, class Visit>
void each_field(Fault& fault, Visit& visit) {
  visit.field("kind", fault.kind);
  visit.field("detail", fault.detail);
  visit.if_any("line", fault.line);
  visit.if_any("exit", fault.exit);
  visit.if_any("stderr", fault.errors);
  visit.if_any("asked", fault.asked);
  visit.if_any("time", fault.time);
}

template <MaybeConst<match::Verdict> Verdict, class Visit>
void each_field(Verdict& verdict, Visit& visit) {
  visit.field("result", verdict.result);
  visit.field(not_in_csv("cause"), verdict.cause);
  visit.field("reason", verdict.reason);
  visit.pair("seeds", "seeds", verdict.south, verdict.north);
  visit.if_any(not_in_csv("detail"), verdict.detail);
  visit.if_any(not_in_csv("special"), verdict.special);
  visit.if_any("loser", verdict.loser);
  visit.if_any(not_in_csv("fault"), verdict.fault);
  visit.if_any("caused_by", verdict.caused_by);
  visit.if_any("time", verdict.time);
}

template <MaybeConst<match::Opening> Opening, class Visit>
void each_field(Opening& opening, Visit& visit) {
  visit.field("name", opening.name);
  visit.if_any(not_in_csv("position"), opening.base);
  visit.field(not_in_csv("moves"), opening.moves);
}

template <MaybeConst<match::GameRecord> Game, class Visit>
void each_field(Game& game, Visit& visit) {
  visit.field("game", game.game);
  visit.field("pair", game.pair);
  visit.field(not_in_csv("attempt"), game.attempt);
  visit.field("south", game.south);
  visit.field("north", game.north);
  visit.field("variant", game.variant);
  visit.field("ruleset", game.ruleset);
  visit.pair(not_in_csv("limits"), "limit", game.south_limit, game.north_limit);
  visit.field("opening", game.opening);
  visit.field(not_in_csv("seed"), game.seed);
  visit.field(not_in_csv("started"), game.started);
  visit.field(not_in_csv("duration_ms"), game.duration);
  each_field(game.verdict, visit);
  visit.field(not_in_csv("final"), game.final_position);
  visit.plies(game.plies);
  visit.pair_if_any(not_in_csv("pondered_us"), "pondered_us", game.south_pondered, game.north_pondered);
}

/// A field of the plies.
struct PlyField {
  std::string_view name;           ///< of the list in a journal
  std::string_view column = name;  ///< in a database
};

/// A member of a ply's thought.
template <class Value>
constexpr auto thought(Value player::Thought::*member) {
  return [member](auto& ply) -> auto& { return ply.thought.*member; };
}

template <class Visit>
void each_ply_field(Visit& visit) {
  using player::Thought;
  visit.column(
      {.name = "moves", .column = "move"}, [](auto& ply) -> auto& { return ply.move; });
  visit.sides({.name = "sides", .column = "side"});
  visit.column({.name = "wall_us"}, thought(&Thought::wall));
  visit.column({.name = "cpu_us"}, thought(&Thought::cpu));
  visit.column({.name = "wait_us"}, thought(&Thought::wait));
  visit.column({.name = "lag_us"}, thought(&Thought::lag));
  visit.column({.name = "depth"}, thought(&Thought::depth));
  visit.column({.name = "nodes"}, thought(&Thought::nodes));
  visit.column({.name = "score"}, thought(&Thought::score));
  visit.column({.name = "score_unit"}, thought(&Thought::score_in_seeds));
}

template <MaybeConst<RunInfo> Run, class Visit>
void each_field(Run& run, Visit& visit) {
  visit.field("name", run.name);
  visit.field("ebiri", run.version);
  visit.field("variant", run.variant);
  visit.field("ruleset", run.ruleset);
  visit.field("seed", run.seed);
  visit.field("limit", run.limit);
  visit.field("openings", run.openings);
}

template <MaybeConst<PlanInfo> Plan, class Visit>
void each_field(Plan& plan, Visit& visit) {
  visit.field("config_hash", plan.config_hash);
  visit.field("engines", plan.engines);
  visit.if_any("fingerprints", plan.fingerprints);
  visit.if_any("announced", plan.announced);
  visit.if_any("absent", plan.absent);
  visit.field("pairs", plan.pairs);
  visit.if_any("isolation", plan.isolation);
  visit.if_any("open", plan.open);
  visit.field("config", plan.config);
}

/// A part of a record that has its own fields. `AnyVisit` is never defined, because any visitor will do.
template <class T>
concept Part = requires(T& value, struct AnyVisit& visit) {
  each_field(value, visit);
};

}  // namespace ebiri::record
