#include "referee/record/ogn.hpp"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::GameRecord;
using match::Verdict;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string tags(const GameRecord& record, const rules::Rules& rules, std::string_view event) {
  std::string text;
  const auto tag = [&](std::string_view name, std::string_view value) {
    text += fmt::format("[{} \"{}\"]\n", name, escaped(value));
  };
  const std::string started = format_time(record.started);
  const auto start = record.opening.base ? *record.opening.base : rules.start()->position();
  tag("Event", event);
  tag("Site", "Ebiri");
  tag("Date", fmt::format("{}.{}.{}", started.substr(0, 4), started.substr(5, 2), started.substr(8, 2)));
  tag("Round", std::to_string(record.pair));
  tag("South", record.south);
  tag("North", record.north);
  tag("Result", fmt::format("{}-{}", record.verdict.south, record.verdict.north));
  tag("Variant", record.variant == "oware" ? "Abapa" : record.variant);
  tag("FEN", start);
  tag("Ruleset", record.ruleset);
  tag("GameId", fmt::format("{}.{}", record.game, record.attempt));
  tag("Opening", record.opening.name);
  tag("TimeControl", record.south_limit == record.north_limit
                         ? record.south_limit
                         : record.south_limit + " / " + record.north_limit);
  tag("Points", points(record.verdict.result));
  tag("Termination", termination(record.verdict));
  return text;
}

// `0.045`: in seconds, to the nearest thousandth; a half is what the library makes of it.
void add_seconds(ShortText& text, player::Duration time) {
  const auto count = time.count();
  if (count < 0 || count % 1000 == 500) {
    text << fmt::format("{:.3f}", std::chrono::duration<double>(time).count());
    return;
  }
  const auto thousandths = (count + 500) / 1000, rest = thousandths % 1000;
  text << thousandths / 1000 << '.' << rest / 100 << rest / 10 % 10 << rest % 10;
}

// `{+3/12 0.045s}`: the mover's score, its depth, its time.
ShortText comment(const player::Thought& thought) {
  ShortText text;
  text << '{';
  if (thought.score) {
    const double seeds = thought.score_in_seeds ? *thought.score : *thought.score / 100;
    text << fmt::format("{:+.2f}", seeds);
    if (thought.depth) text << '/' << *thought.depth;
    text << ' ';
  }
  add_seconds(text, thought.wall);
  text << "s}";
  return text;
}

// Words joined by blanks into lines of at most 79 characters; comments stay whole.
class Wrapped {
 public:
  explicit Wrapped(std::size_t expected) { text_.reserve(expected); }

  void add(std::string_view word) {
    if (line_ > 0) {
      const bool full = line_ + 1 + word.size() > 79;
      text_ += full ? '\n' : ' ';
      line_ = full ? 0 : line_ + 1;
    }
    text_ += word;
    line_ += word.size();
  }

  std::string text() && { return std::move(text_) + '\n'; }

 private:
  std::string text_;
  std::size_t line_ = 0;  // length of the last one
};

}  // namespace

std::string_view points(Verdict::Result result) {
  switch (result) {
    case Verdict::Result::south_wins:
      return "1-0";
    case Verdict::Result::north_wins:
      return "0-1";
    case Verdict::Result::draw:
      return "1/2-1/2";
    case Verdict::Result::void_game:
      break;
  }
  return "*";
}

std::string termination(const Verdict& verdict) {
  if (verdict.loser) return fmt::format("{} {}", rules::name(*verdict.loser), verdict.reason);
  if (verdict.cause == Verdict::Cause::adjudicated) return "adjudication: " + verdict.reason;
  return verdict.reason;
}

Result<std::vector<Scored>> scored(const GameRecord& record, const rules::Rules& rules) {
  auto game =
      match::open_game(rules, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  std::vector<Scored> moves;
  moves.reserve(record.opening.moves.size() + record.plies.size());
  const auto play = [&](const std::string& move) -> std::optional<Error> {
    if ((*game)->outcome()) return Error{fmt::format("game {}: a move after its end", record.game)};
    const auto mover = (*game)->to_move();
    const int before = (*game)->score(mover);
    if (const auto refused = rules::advance(**game, move))
      return Error{fmt::format("game {}: {}", record.game, refused->message)};
    moves.push_back({mover, (*game)->score(mover) - before});
    return std::nullopt;
  };
  for (const std::string& move : record.opening.moves)
    if (auto error = play(move)) return *error;
  for (const match::Ply& ply : record.plies)
    if (auto error = play(ply.move)) return *error;
  return moves;
}

std::string to_ogn(const GameRecord& record, const rules::Rules& rules, std::span<const Scored> moves,
                   std::string_view event) {
  using rules::Side;
  Wrapped words{16 * record.plies.size()};  // roughly, in bytes
  int number = 1;
  std::optional<Side> last;  // a side may move several times in a row
  const auto add = [&](const std::string& move) {
    const auto [mover, captured] = moves.front();
    moves = moves.subspan(1);
    if (mover == Side::south && last == Side::north) ++number;
    if (!last || (mover == Side::south && last != mover)) {
      ShortText turn;
      turn << number << (mover == Side::south ? "." : "...");
      words.add(turn.view());
    }
    last = mover;
    if (captured > 0)
      words.add(move + '+' + std::to_string(captured));
    else
      words.add(move);
  };
  assert(moves.size() == record.opening.moves.size() + record.plies.size());
  for (const std::string& move : record.opening.moves) add(move);
  for (const match::Ply& ply : record.plies) {
    add(ply.move);
    words.add(comment(ply.thought).view());
  }
  words.add(fmt::format("{}-{}", record.verdict.south, record.verdict.north));
  return tags(record, rules, event) + "\n" + std::move(words).text() + "\n";
}

Result<std::string> to_ogn(const GameRecord& record, const rules::Rules& rules, std::string_view event) {
  const auto moves = scored(record, rules);
  if (!moves) return moves.error();
  return to_ogn(record, rules, *moves, event);
}

}  // namespace ebiri::record
