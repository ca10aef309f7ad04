#include "referee/record/foreign.hpp"

#include <fmt/format.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <map>
#include <tuple>
#include <utility>

#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::Verdict;

std::optional<Verdict::Result> points_of(std::string_view word) {
  if (word == "1-0") return Verdict::Result::south_wins;
  if (word == "0-1") return Verdict::Result::north_wins;
  if (word == "1/2-1/2") return Verdict::Result::draw;
  if (word == "*") return Verdict::Result::void_game;
  return std::nullopt;
}

std::optional<std::pair<int, int>> seeds_of(std::string_view word) {
  const auto parts = split(word, '-');
  if (parts.size() != 2) return std::nullopt;
  const auto south = parse_integer<int>(parts[0]), north = parse_integer<int>(parts[1]);
  if (!south || !north || *south < 0 || *north < 0) return std::nullopt;
  return std::pair{*south, *north};
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
std::string without_capture(std::string_view move) {
  const std::size_t plus = move.find_last_of('+');
  const bool captured = plus != std::string_view::npos && plus > 0 && plus + 1 < move.size() &&
                        move.find_first_not_of("0123456789", plus + 1) == std::string_view::npos;
  return std::string{captured ? move.substr(0, plus) : move};
}

// One game's tags, read.
class Interpreter {
 public:
  Interpreter(TaggedGame& game, std::string_view file) : game_(game), file_(file) {}

  Result<ForeignGame> run() {
    ForeignGame result{
        .record = {}, .moves = std::move(game_.moves), .line = game_.line, .opening_plies = {}};
    match::GameRecord& record = result.record;
    record.south = value("South", "White");
    record.north = value("North", "Black");
    if (record.south.empty() || record.north.empty())
      return bad("a game needs the names of both sides: tags South and North, or White and Black");
    if (record.south == record.north)
      return bad(fmt::format("`{}` plays against itself", printable(record.south, 64)));
    const auto variant = value("Variant");
    record.variant = variant == "Abapa" ? "oware" : variant;
    record.ruleset = variant == "Abapa" && !has("Ruleset") ? "abapa" : value("Ruleset");
    record.opening.name = value("Opening");
    if (has("FEN")) record.opening.base = value("FEN");
    for (TaggedGame::Move& move : result.moves) {
      move.text = without_capture(move.text);
      record.opening.moves.push_back(move.text);
    }
    result.opening_plies = parse_integer<int>(value("OpeningPlies"));
    auto verdict = read_verdict();
    if (!verdict) return verdict.error();
    record.verdict = std::move(*verdict);
    return result;
  }

  std::string_view event() const { return value("Event"); }
  std::optional<int> round() const { return parse_integer<int>(value("Round")); }

 private:
  bool has(std::string_view name) const { return game_.tag(name) != nullptr; }

  // Valid as long as the game is.
  std::string_view value(std::string_view name, std::string_view other = "") const {
    for (const std::string_view each : {name, other})
      if (const auto* found = game_.tag(each)) return *found;
    return "";
  }

  Error bad(std::string_view what) const {
    return Error{fmt::format("{}:{}: error: {}", file_, game_.line, what)};
  }

  Result<Verdict> read_verdict() const {
    const std::string_view result = has("Result") ? value("Result") : game_.result;
    const auto points = points_of(has("Points") ? value("Points") : result);
    const bool in_seeds = has("Points") || !points;
    const auto seeds = seeds_of(has("Seeds") ? value("Seeds") : in_seeds ? result : "");
    if (!points && (!seeds || has("Points")))
      return bad(fmt::format("`{}` is no result; expected 1-0, 0-1, 1/2-1/2, *, or seeds such as 25-23",
                             printable(has("Points") ? value("Points") : result, 64)));
    Verdict verdict{.result = points ? *points : more_seeds(*seeds)};
    verdict.south = seeds ? seeds->first : 0;
    verdict.north = seeds ? seeds->second : 0;
    end_of(verdict, seeds.has_value());
    return verdict;
  }

  // `majority`, `north resigned`, `south illegal-move`, `adjudication: majority`.
  void end_of(Verdict& verdict, bool seeds_known) const {
    const std::string_view termination = value("Termination");
    std::string_view reason = termination;
    for (const auto side : {rules::Side::south, rules::Side::north}) {
      const std::string_view name = rules::name(side);
      if (!termination.starts_with(name) || !termination.substr(name.size()).starts_with(' ')) continue;
      verdict.loser = side;
      reason.remove_prefix(name.size() + 1);
    }
    constexpr std::string_view adjudication = "adjudication: ";
    const bool adjudicated = reason.starts_with(adjudication);
    if (adjudicated) reason.remove_prefix(adjudication.size());
    verdict.reason = reason;
    if (adjudicated) {
      verdict.cause = Verdict::Cause::adjudicated;
      return;
    }
    verdict.cause = seeds_known && !verdict.loser ? Verdict::Cause::rules : Verdict::Cause::resigned;
    if (by_nobody(reason)) verdict.cause = Verdict::Cause::machine;
    const auto kind = player::fault_kind(reason);
    if (!kind || !verdict.loser) return;
    verdict.cause = Verdict::Cause::fault;
    verdict.fault = player::Fault{.kind = *kind, .detail = "as the tag Termination says"};
  }

  TaggedGame& game_;
  std::string_view file_;
};

// Numbers for opening pairs. Within one of them two engines have at most one game each way that counts.
class Pairs {
 public:
  int number(std::string_view event, std::optional<int> round, const match::GameRecord& record) {
    if (!round) return ++last_;
    const auto [found, is_new] = known_.try_emplace({number_of(event), *round}, last_ + 1);
    if (is_new) ++last_;
    const int pair = found->second;
    if (record.verdict.result == Verdict::Result::void_game) return pair;
    return taken_.emplace(pair, number_of(record.south), number_of(record.north)).second ? pair : ++last_;
  }

 private:
  int number_of(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    return numbers_.emplace(name, static_cast<int>(numbers_.size())).first->second;
  }

  int last_ = 0;
  std::map<std::string, int, std::less<>> numbers_;             // of events and engines
  boost::unordered_flat_map<std::pair<int, int>, int> known_;   // event and round -> pair
  boost::unordered_flat_set<std::tuple<int, int, int>> taken_;  // pair, south, north
};

}  // namespace

Result<void> read_foreign(std::string_view text, std::string_view file, const TakeForeign& take) {
  Pairs pairs;
  int number = 0;
  const auto take_tagged = [&](TaggedGame& tagged) -> Result<void> {
    Interpreter interpreter{tagged, file};
    auto game = interpreter.run();
    if (!game) return game.error();
    game->record.game = ++number;
    game->record.pair = pairs.number(interpreter.event(), interpreter.round(), game->record);
    return take(std::move(*game));
  };
  const std::size_t sign = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  const bool tags = sign != std::string_view::npos && text[sign] == '[';
  return tags ? read_tag_pairs(text, file, take_tagged) : read_csv(text, file, take_tagged);
}

}  // namespace ebiri::record
