#include "referee/record/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::GameSummary;
using match::Verdict;

// The tags that mean something, by name.
enum class KnownTag : std::uint8_t {
  black,
  event,
  fen,
  north,
  opening,
  opening_plies,
  points,
  result,
  round,
  ruleset,
  seeds,
  south,
  termination,
  variant,
  white,
};
constexpr std::array<std::string_view, 15> known_tags{
    "Black", "Event",   "FEN",   "North", "Opening",     "OpeningPlies", "Points", "Result",
    "Round", "Ruleset", "Seeds", "South", "Termination", "Variant",      "White",
};
static_assert(std::ranges::is_sorted(known_tags));

// Where the names begin that begin with a letter.
constexpr auto first_known = [] {
  std::array<std::uint8_t, 256> first{};
  first.fill(known_tags.size());
  for (std::size_t i = known_tags.size(); i-- > 0;)
    first[static_cast<unsigned char>(known_tags[i].front())] = static_cast<std::uint8_t>(i);
  return first;
}();

// Its place among them, if it is one.
std::optional<std::size_t> place_of(std::string_view tag) {
  for (std::size_t i = first_known[static_cast<unsigned char>(tag.front())]; i < known_tags.size(); ++i) {
    if (known_tags[i].front() != tag.front()) break;
    if (known_tags[i] == tag) return i;
  }
  return std::nullopt;
}

std::optional<Verdict::Result> points_of(std::string_view word) {
  if (word == "1-0") return Verdict::Result::south_wins;
  if (word == "0-1") return Verdict::Result::north_wins;
  if (word == "1/2-1/2") return Verdict::Result::draw;
  if (word == "*") return Verdict::Result::void_game;
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

Verdict::Result more_seeds(std::pair<int, int> seeds) {
  if (seeds.first == seeds.second) return Verdict::Result::draw;
  return seeds.first > seeds.second ? Verdict::Result::south_wins : Verdict::Result::north_wins;
}

// Nobody's fault, and no result: such games are void.
bool by_nobody(std::string_view reason) {
  return reason == "busy-machine" || reason == "referee-stopped" || reason == "unfinished";
}

// `F+3` as `F`: the seeds follow from the move.
std::string_view without_capture(std::string_view move) {
  const std::size_t plus = move.find_last_of('+');
  const bool captured = plus != std::string_view::npos && plus > 0 && plus + 1 < move.size() &&
                        move.find_first_not_of("0123456789", plus + 1) == std::string_view::npos;
  return captured ? move.substr(0, plus) : move;
}

// The names of all engines so far.
class EngineNames {
 public:
  InternedString of(std::string_view text) {
    for (const InternedString& name : recent_)
      if (name.text() == text) return name;
    const auto found = names_.find(text);
    const InternedString name = found != names_.end() ? found->second : InternedString{text};
    if (found == names_.end()) names_.emplace(name.text(), name);
    recent_[next_] = name;
    next_ = 1 - next_;
    return name;
  }

 private:
  std::array<InternedString, 2> recent_;  // in the other game of a pair both come again
  std::size_t next_ = 0;                  // of them to be replaced
  boost::unordered_flat_map<std::string_view, InternedString> names_;  // by their own texts
};

// One game's tags, read.
class Interpreter {
 public:
  Interpreter(const TaggedGame& game, std::string_view file) : game_(game), file_(file) {
    for (const TaggedGame::Tag& tag : game.tags)
      if (const auto place = place_of(tag.name)) values_[*place] = &tag.value;
  }

  // `told`: of no game yet.
  Result<void> run(EngineNames& names, ToldGame& told) const {
    told.moves = game_.moves;
    told.line = game_.line;
    const auto south_name = value(south, white), north_name = value(north, black);
    if (south_name.empty() || north_name.empty())
      return bad("a game needs the names of both sides: tags South and North, or White and Black");
    if (south_name == north_name)
      return bad(fmt::format("`{}` plays against itself", printable(south_name, 64)));
    told.summary.south = names.of(south_name);
    told.summary.north = names.of(north_name);
    told.variant = value(variant) == "Abapa" ? "oware" : value(variant);
    told.ruleset = value(variant) == "Abapa" && !has(ruleset) ? "abapa" : value(ruleset);
    told.opening = value(opening);
    if (has(fen)) told.base = value(fen);
    match::MoveSequence sequence{told.base};
    for (const TaggedGame::Move& move : game_.moves) sequence.add(without_capture(move.text));
    told.summary.sequence = sequence.game();
    told.summary.opening = sequence.opening(told.opening);
    told.opening_plies = parse_integer<int>(value(opening_plies));
    return read_verdict(told);
  }

  std::string_view event_name() const { return value(event); }
  std::optional<int> round_number() const { return parse_integer<int>(value(round)); }

 private:
  using enum KnownTag;

  const std::string_view* found(KnownTag tag) const { return values_[static_cast<std::size_t>(tag)]; }
  bool has(KnownTag tag) const { return found(tag) != nullptr; }
  std::string_view value(KnownTag tag) const { return has(tag) ? *found(tag) : ""; }
  std::string_view value(KnownTag tag, KnownTag other) const { return value(has(tag) ? tag : other); }

  Error bad(std::string_view what) const {
    return Error{fmt::format("{}:{}: error: {}", file_, game_.line, what)};
  }

  Result<void> read_verdict(ToldGame& told) const {
    const std::string_view word = has(result) ? value(result) : game_.result;
    const auto known = points_of(has(points) ? value(points) : word);
    const bool in_seeds = has(points) || !known;
    const auto counted = seeds_of(has(seeds) ? value(seeds) : in_seeds ? word : "");
    if (!known && (!counted || has(points)))
      return bad(fmt::format("`{}` is no result; expected 1-0, 0-1, 1/2-1/2, *, or seeds such as 25-23",
                             printable(has(points) ? value(points) : word, 64)));
    told.summary.result = known ? *known : more_seeds(*counted);
    if (counted) std::tie(told.summary.south_seeds, told.summary.north_seeds) = *counted;
    read_end(told, counted.has_value());
    return {};
  }

  // `majority`, `north resigned`, `south illegal-move`, `adjudication: majority`.
  void read_end(ToldGame& told, bool seeds_known) const {
    GameSummary& summary = told.summary;
    const std::string_view end = value(termination);
    told.reason = end;
    for (const auto side : {rules::Side::south, rules::Side::north}) {
      const std::string_view name = rules::name(side);
      if (!end.starts_with(name) || !end.substr(name.size()).starts_with(' ')) continue;
      summary.loser = side;
      told.reason.remove_prefix(name.size() + 1);
    }
    constexpr std::string_view adjudication = "adjudication: ";
    if (told.reason.starts_with(adjudication)) {
      told.reason.remove_prefix(adjudication.size());
      summary.cause = Verdict::Cause::adjudicated;
      return;
    }
    summary.cause = seeds_known && !summary.loser ? Verdict::Cause::rules : Verdict::Cause::resigned;
    if (by_nobody(told.reason)) summary.cause = Verdict::Cause::machine;
    if (summary.loser) summary.fault = player::fault_kind(told.reason);
    if (summary.fault) summary.cause = Verdict::Cause::fault;
  }

  const TaggedGame& game_;
  std::string_view file_;
  std::array<const std::string_view*, known_tags.size()> values_{};
};

// Numbers for opening pairs. Within one of them two engines have at most one game each way that counts.
class Pairs {
 public:
  int number(std::string_view event, std::optional<int> round, const GameSummary& game) {
    if (!round) return ++last_;
    Round& its = round_of(event, *round);
    if (its.pair == 0) its.pair = ++last_;
    if (game.result == Verdict::Result::void_game) return its.pair;
    return takes(its, game) ? its.pair : ++last_;
  }

 private:
  // With its first meeting, which often is the only one.
  struct Round {
    int pair = 0;
    bool forth = false, back = false;  // whether it has the first engine's game as south, and as north
    InternedString first{}, second{};
  };

  // Rounds mostly count up from the first: those have their places, the others are looked up.
  struct Event {
    int first = 0;
    std::vector<Round> counted;
    boost::unordered_flat_map<int, Round> scattered;

    Round& round(int number) {
      if (counted.empty()) first = number;
      const std::int64_t place = std::int64_t{number} - first;
      const auto count = static_cast<std::int64_t>(counted.size());
      if (place == count && !scattered.contains(number)) return counted.emplace_back();
      return place >= 0 && place < count ? counted[static_cast<std::size_t>(place)] : scattered[number];
    }
  };

  Round& round_of(std::string_view event, int round) {
    if (recent_ == nullptr || recent_->first != event)
      recent_ = &*events_.try_emplace(std::string{event}).first;
    return recent_->second.round(round);
  }

  bool takes(Round& its, const GameSummary& game) {
    if (its.first.empty()) {
      its.first = game.south;
      its.second = game.north;
    }
    if (its.first == game.south && its.second == game.north) return !std::exchange(its.forth, true);
    if (its.first == game.north && its.second == game.south) return !std::exchange(its.back, true);
    return others_.emplace(its.pair, &game.south.text(), &game.north.text()).second;
  }

  int last_ = 0;
  std::map<std::string, Event> events_;
  std::pair<const std::string, Event>* recent_ = nullptr;  // the last game's
  // Pair, south, north of all meetings but each round's first.
  boost::unordered_flat_set<std::tuple<int, const std::string*, const std::string*>> others_;
};

// Numbers the games, and tells them.
class Teller {
 public:
  Teller(std::string_view file, const TakeTold& take) : file_(file), take_(take) {}

  Result<void> operator()(const TaggedGame& tagged) {
    const Interpreter interpreter{tagged, file_};
    ToldGame game;
    if (auto read = interpreter.run(names_, game); !read) return read;
    game.summary.game = ++number_;
    game.summary.pair = pairs_.number(interpreter.event_name(), interpreter.round_number(), game.summary);
    take_(game);
    return {};
  }

 private:
  std::string_view file_;
  const TakeTold& take_;
  Pairs pairs_;
  EngineNames names_;
  int number_ = 0;
};

// Whether a text is of tag pairs and no table; nothing while it is all blank.
std::optional<bool> has_tags(std::string_view text) {
  const std::size_t sign = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  if (sign == text.npos) return std::nullopt;
  return text[sign] == '[';
}

}  // namespace

ForeignGame foreign_game(const ToldGame& told) {
  ForeignGame game{.record = {}, .moves = {}, .line = told.line, .opening_plies = told.opening_plies};
  const GameSummary& summary = told.summary;
  match::GameRecord& record = game.record;
  record.game = summary.game;
  record.pair = summary.pair;
  record.south = summary.south;
  record.north = summary.north;
  record.variant = told.variant;
  record.ruleset = told.ruleset;
  record.opening.name = told.opening;
  if (told.base) record.opening.base = *told.base;
  for (const TaggedGame::Move& move : told.moves) {
    record.opening.moves.emplace_back(without_capture(move.text));
    game.moves.push_back({record.opening.moves.back(), std::string{move.comment}});
  }
  record.verdict = {.result = summary.result,
                    .cause = summary.cause,
                    .reason = std::string{told.reason},
                    .loser = summary.loser,
                    .fault = {},
                    .south = summary.south_seeds,
                    .north = summary.north_seeds,
                    .detail = {},
                    .special = {}};
  if (summary.fault)
    record.verdict.fault = player::Fault{.kind = *summary.fault, .detail = "as the tag Termination says"};
  return game;
}

Result<void> read_foreign(std::string_view text, std::string_view file, const TakeTold& take) {
  Teller teller{file, take};
  return has_tags(text).value_or(false) ? read_tag_pairs(text, file, std::ref(teller))
                                        : read_csv(text, file, std::ref(teller));
}

Result<void> read_foreign(const MoreText& more, std::string_view file, const TakeTold& take) {
  std::string text;
  while (!has_tags(text).value_or(false)) {  // a table is read whole
    const auto added = more(text);
    if (!added) return added.error();
    if (!*added) return read_foreign(text, file, take);
  }
  Teller teller{file, take};
  return read_tag_pairs(std::move(text), more, file, std::ref(teller));
}

}  // namespace ebiri::record
