#include "referee/record/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/notation.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::GameSummary;
using match::Verdict;

std::optional<Verdict::Result> points_of(std::string_view word) {
  using enum Verdict::Result;
  for (const Verdict::Result result : {south_wins, north_wins, draw, void_game})
    if (word == pgn_result(result)) return result;
  return std::nullopt;
}

std::optional<std::pair<int, int>> seeds_of(std::string_view word) {
  const std::size_t dash = word.find('-');
  if (dash == std::string_view::npos || word.rfind('-') != dash) return std::nullopt;
  const auto first = parse_integer<int>(word.substr(0, dash));
  const auto second = parse_integer<int>(word.substr(dash + 1));
  if (!first || !second) return std::nullopt;
  return std::pair{*first, *second};
}

// Whether `reason` is that of a game that was stopped without a result and without a fault.
bool unfinished(std::string_view reason) {
  return reason == "busy-machine" || reason == "referee-stopped" || reason == "unfinished";
}

// `F+3` becomes `F`, because the captured seeds follow from the move.
std::string_view without_capture(std::string_view move) {
  const std::size_t plus = move.find_last_of('+');
  const bool captured = plus != std::string_view::npos && plus > 0 && plus + 1 < move.size() &&
                        move.find_first_not_of("0123456789", plus + 1) == std::string_view::npos;
  return captured ? move.substr(0, plus) : move;
}

using StartPositions = std::map<std::pair<std::string, std::string>, std::string>;

// The start position of these rules; empty if they are unknown.
const std::string& start_of(std::string_view variant, std::string_view ruleset, StartPositions& known) {
  const auto [found, is_new] = known.try_emplace({std::string{variant}, std::string{ruleset}});
  if (!is_new) return found->second;
  if (const auto rules = rules::make_rules(variant, ruleset)) found->second = (*rules)->start()->position();
  return found->second;
}

// Interprets the tags of one game.
class Interpreter {
 public:
  Interpreter(const TaggedGame& game, std::string_view file, StartPositions& starts)
      : game_(game),
        file_(file),
        starts_(starts) {}

  Result<void> run(ForeignView& read) const {
    read.moves = game_.moves;
    read.line = game_.line;
    const auto south = value("South", "White"), north = value("North", "Black");
    if (south.empty() || north.empty())
      return bad("a game needs the names of both sides: tags South and North, or White and Black");
    if (south == north) return bad(fmt::format("`{}` plays against itself", printable(south, 64)));
    read.summary.south = south;
    read.summary.north = north;
    const bool abapa = value("Variant") == "Abapa";
    read.variant = abapa ? "oware" : value("Variant");
    read.ruleset = abapa && !game_.has("Ruleset") ? "abapa" : value("Ruleset");
    read.opening = value("Opening");
    // OGN names the start position too; journals and PGN do not.
    if (const auto* position = game_.find("FEN");
        position && *position != start_of(read.variant, read.ruleset, starts_))
      read.base = *position;
    const auto written = opening_plies();
    read.opening_plies = written.value_or(0);
    read.opening_known = written || read.base || !read.opening.empty();
    read.summary.plies = static_cast<int>(read.moves.size() - read.opening_plies);
    match::MoveSequence sequence{read.base};
    const auto add = [&](const TaggedGame::Move& move) { sequence.add(without_capture(move.text)); };
    std::ranges::for_each(read.moves.first(read.opening_plies), add);
    read.summary.opening = sequence.opening(read.opening);
    std::ranges::for_each(read.moves.subspan(read.opening_plies), add);
    read.summary.sequence = sequence.game();
    read.started = started();
    return read_verdict(read);
  }

  std::string_view event_name() const { return value("Event"); }
  std::optional<int> round_number() const { return parse_integer<int>(value("Round")); }

 private:
  std::string_view value(std::string_view tag) const {
    const auto* found = game_.find(tag);
    return found == nullptr ? std::string_view{} : *found;
  }
  std::string_view value(std::string_view tag, std::string_view other) const {
    return value(game_.has(tag) ? tag : other);
  }

  std::optional<std::size_t> opening_plies() const {
    const auto written = parse_integer<std::size_t>(value("OpeningPlies"));
    if (written) return std::min(*written, game_.moves.size());
    const auto has_comment = [](const TaggedGame::Move& move) { return !move.comment.empty(); };
    const auto first = std::ranges::find_if(game_.moves, has_comment);
    if (first == game_.moves.end()) return std::nullopt;
    return static_cast<std::size_t>(first - game_.moves.begin());
  }

  // Midnight of the day in `2026.01.31`; 0 if a part of the date is unknown: `??`.
  decltype(ForeignView::started) started() const {
    std::string date{value("Date")};
    std::ranges::replace(date, '.', '-');
    return parse_time(date + "T00:00:00.000Z").value_or(decltype(ForeignView::started){});
  }

  Error bad(std::string_view what) const {
    return Error{fmt::format("{}:{}: error: {}", file_, game_.line, what)};
  }

  // If the game has the tag Points, Result has its seeds. Otherwise Result has the points or the seeds.
  Result<void> read_verdict(ForeignView& read) const {
    const std::string_view word = game_.has("Result") ? value("Result") : game_.result;
    const auto* points = game_.find("Points");
    const std::string_view text = points != nullptr ? *points : word;
    const auto result = points_of(text);
    const bool word_is_seeds = points != nullptr || !result;
    const auto seeds = seeds_of(game_.has("Seeds") ? value("Seeds") : word_is_seeds ? word : "");
    if (!result && (!seeds || points != nullptr))
      return bad(fmt::format("`{}` is not a result; expected 1-0, 0-1, 1/2-1/2{}", printable(text, 64),
                             points != nullptr ? " or *" : ", *, or seeds such as 25-23"));
    read.summary.result = result ? *result : rules::outcome_by_seeds("", seeds->first, seeds->second).kind;
    if (seeds) std::tie(read.summary.south_seeds, read.summary.north_seeds) = *seeds;
    read_end(read, seeds.has_value());
    return {};
  }

  // Reads Termination: `majority`, `north resigned`, `south illegal-move`, `adjudication: majority`.
  void read_end(ForeignView& read, bool seeds_known) const {
    GameSummary& summary = read.summary;
    const std::string_view end = value("Termination");
    read.reason = end;
    for (const auto side : {rules::Side::south, rules::Side::north}) {
      const std::string_view name = rules::name(side);
      if (!end.starts_with(name) || !end.substr(name.size()).starts_with(' ')) continue;
      summary.loser = side;
      read.reason.remove_prefix(name.size() + 1);
    }
    constexpr std::string_view adjudication = "adjudication: ";
    if (read.reason.starts_with(adjudication)) {
      read.reason.remove_prefix(adjudication.size());
      summary.cause = Verdict::Cause::adjudicated;
      return;
    }
    summary.cause = seeds_known && !summary.loser ? Verdict::Cause::rules : Verdict::Cause::resigned;
    if (unfinished(read.reason)) summary.cause = Verdict::Cause::machine;
    if (summary.loser) summary.fault = player::fault_kind(read.reason);
    if (summary.fault) summary.cause = Verdict::Cause::fault;
  }

  const TaggedGame& game_;
  std::string_view file_;
  StartPositions& starts_;
};

// Numbers opening pairs. The games of one event and round share a number, but a second game with the same
// south and north, unless it is void, gets a new one.
class Pairs {
 public:
  int number(std::string_view event, std::optional<int> round, const GameSummary& game) {
    if (!round) return ++last_;
    Round& entry = rounds_[{InternedString{event}, *round}];
    if (entry.pair == 0) entry.pair = ++last_;
    if (game.result == Verdict::Result::void_game) return entry.pair;
    return add(game, entry) ? entry.pair : ++last_;
  }

 private:
  // The pair of a round. Its first two engines are often the only ones, which `first` and `second` make fast.
  struct Round {
    int pair = 0;
    bool first_was_south = false, first_was_north = false;
    InternedString first{}, second{};
  };

  // Returns false if the round already has a game of these engines with these sides.
  bool add(const GameSummary& game, Round& round) {
    if (round.first.empty()) {
      round.first = game.south;
      round.second = game.north;
    }
    if (round.first == game.south && round.second == game.north)
      return !std::exchange(round.first_was_south, true);
    if (round.first == game.north && round.second == game.south)
      return !std::exchange(round.first_was_north, true);
    return others_.emplace(round.pair, game.south, game.north).second;
  }

  int last_ = 0;
  boost::unordered_flat_map<std::pair<InternedString, int>, Round> rounds_;  // by event and round
  // Pair, south and north of the other engines' games.
  boost::unordered_flat_set<std::tuple<int, InternedString, InternedString>> others_;
};

// Reads a comment such as `+0.80/6 0.045s`: score, depth and time. The score is the first number; other words
// may follow.
player::Thought thought_of(std::string_view comment) {
  player::Thought thought;
  for (const std::string_view word : words(comment)) {
    if (word.ends_with('s')) {
      if (const auto seconds = parse_number(word.substr(0, word.size() - 1));
          seconds && *seconds >= 0 && *seconds < 1e9)
        thought.wall = player::Duration{static_cast<std::int64_t>(*seconds * 1e6 + 0.5)};
      continue;
    }
    if (thought.score) continue;
    const auto parts = split(word.starts_with('+') ? word.substr(1) : word, '/');
    thought.score = parse_number(parts[0]);
    if (parts.size() == 2) thought.depth = parse_integer<int>(parts[1]);
  }
  return thought;
}

// Whether the text begins with a tag, perhaps after comment lines.
bool begins_with_tag(std::string_view text) {
  constexpr std::string_view blanks = "\xEF\xBB\xBF \t\r\n";
  std::size_t first = text.find_first_not_of(blanks);
  while (first != text.npos && (text[first] == ';' || text[first] == '%'))
    first = text.find_first_not_of(blanks, text.find('\n', first));
  return first != text.npos && text[first] == '[';
}

}  // namespace

ForeignGame foreign_game(const ForeignView& read) {
  ForeignGame game{.record = {}, .line = read.line};
  const GameSummary& summary = read.summary;
  match::GameRecord& record = game.record;
  record.game = summary.game;
  record.pair = summary.pair;
  record.south = summary.south;
  record.north = summary.north;
  record.started = read.started;
  record.variant = read.variant;
  record.ruleset = read.ruleset;
  record.opening.name = read.opening;
  if (read.base) record.opening.base = *read.base;
  for (const TaggedGame::Move& move : read.moves.first(read.opening_plies))
    record.opening.moves.emplace_back(without_capture(move.text));
  for (const TaggedGame::Move& move : read.moves.subspan(read.opening_plies))
    record.plies.push_back(
        {.move = std::string{without_capture(move.text)}, .thought = thought_of(move.comment)});
  record.verdict = {.result = summary.result,
                    .cause = summary.cause,
                    .reason = std::string{read.reason},
                    .loser = summary.loser,
                    .south = summary.south_seeds,
                    .north = summary.north_seeds};
  if (summary.fault)
    record.verdict.fault = player::Fault{.kind = *summary.fault, .detail = "as the imported file says"};
  return game;
}

Result<void> read_foreign(std::string_view text, std::string_view file, const TakeForeign& take) {
  Pairs pairs;
  StartPositions starts;
  int number = 0;
  const auto interpret = [&](const TaggedGame& tagged) -> Result<void> {
    const Interpreter interpreter{tagged, file, starts};
    ForeignView game;
    if (auto read = interpreter.run(game); !read) return read;
    game.summary.game = ++number;
    game.summary.pair = pairs.number(interpreter.event_name(), interpreter.round_number(), game.summary);
    take(game);
    return {};
  };
  return begins_with_tag(text) ? read_tag_pairs(text, file, interpret) : read_csv(text, file, interpret);
}

Result<match::GameRecord> replayed(const ForeignGame& foreign, const rules::Rules& rules) {
  match::GameRecord record = foreign.record;
  record.variant = rules.variant();
  record.ruleset = rules::ruleset_text(rules);
  if (record.opening.base == rules.start()->position()) record.opening.base.reset();
  auto game =
      match::open_game(rules, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  const std::size_t opening = record.opening.moves.size();
  for (std::size_t i = 0; i < record.move_count(); ++i) {
    const std::string& move = record.move(i);
    if ((*game)->outcome())
      return Error{fmt::format("move {}, `{}`: the game was already over", i + 1, printable(move, 64))};
    const rules::Side side = (*game)->to_move();
    if (const auto refused = rules::advance(**game, move))
      return Error{fmt::format("move {}, `{}`: {}", i + 1, printable(move, 64), refused->message)};
    if (i >= opening) record.plies[i - opening].side = side;
  }
  record.final_position = (*game)->position();
  Verdict& verdict = record.verdict;
  auto outcome = (*game)->outcome();
  if (!outcome && !verdict.loser && rules.agreed_end_allowed()) {
    const auto agreed = (*game)->agreed_end();
    if (agreed.reason == verdict.reason) outcome = agreed;
  }
  if (outcome) {
    if (verdict.result != outcome->kind)
      return Error{
          fmt::format("its moves lead to a different result than the file has: {}", outcome->reason)};
    const bool by_rules = (*game)->outcome().has_value();
    verdict = match::verdict_of(*outcome, by_rules ? Verdict::Cause::rules : Verdict::Cause::agreed);
    return record;
  }
  if (verdict.reason.empty() || verdict.cause == Verdict::Cause::rules)
    return Error{"neither the rules nor its tags determine the result"};
  verdict.south = (*game)->score(rules::Side::south);
  verdict.north = (*game)->score(rules::Side::north);
  return record;
}

}  // namespace ebiri::record
