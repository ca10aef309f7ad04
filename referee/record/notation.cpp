#include "referee/record/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <utility>
#include <vector>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/tag_pairs.hpp"
#include "referee/rules/fields.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::GameRecord;
using match::Verdict;

// `2026.11.21`, the day on which the game began. It may be unknown for imported games.
std::string date_of(const GameRecord& record) {
  if (record.started.time_since_epoch().count() == 0) return "????.??.??";
  const std::string started = format_time(record.started);
  return fmt::format("{}.{}.{}", started.substr(0, 4), started.substr(5, 2), started.substr(8, 2));
}

std::string tags(const GameRecord& record, const rules::Rules& rules, std::string_view event) {
  const auto start = record.opening.base ? *record.opening.base : rules.start()->position();
  const std::string& limit = record.south_limit;
  return tag_pair("Event", event) + tag_pair("Site", "Ebiri") + tag_pair("Date", date_of(record)) +
         tag_pair("Round", std::to_string(record.pair)) + tag_pair("South", record.south) +
         tag_pair("North", record.north) +
         tag_pair("Result", fmt::format("{}-{}", record.verdict.south, record.verdict.north)) +
         tag_pair("Variant", record.variant == "oware" ? "Abapa" : record.variant) + tag_pair("FEN", start) +
         tag_pair("Ruleset", record.ruleset) +
         tag_pair("GameId", fmt::format("{}.{}", record.game, record.attempt)) +
         tag_pair("Opening", record.opening.name) +
         tag_pair("TimeControl", limit == record.north_limit ? limit : limit + " / " + record.north_limit) +
         tag_pair("Points", pgn_result(record.verdict.result)) +
         tag_pair("Termination", termination(record.verdict));
}

// `{+3.00/12 0.045s}`: the mover's score, its depth, its time.
ShortText comment(const player::Thought& thought) {
  ShortText text;
  text << '{';
  if (thought.score) {
    text << fmt::format("{:+.2f}", thought.score_in_seeds ? *thought.score : *thought.score / 100);
    if (thought.depth) text << '/' << *thought.depth;
    text << ' ';
  }
  // All times are rounded as by fmt, which rounds the binary value. It is slow, so it is called only where
  // `round` may give another digit: half-way between two milliseconds.
  if (thought.wall.count() < 0 || thought.wall.count() % 1000 == 500) {
    text << fmt::format("{:.3f}", std::chrono::duration<double>(thought.wall).count());
  } else {
    const auto time = std::chrono::round<std::chrono::milliseconds>(thought.wall).count();
    text << time / 1000 << '.' << time / 100 % 10 << time / 10 % 10 << time % 10;
  }
  return text << "s}";
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

constexpr std::size_t longest_value = 1000;  // in bytes, with escapes

bool is_plain(std::string_view move) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto other = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '=' || c == '_';
  };
  if (move == rules::stolen_turn) return true;
  return !move.empty() && letter(move.front()) &&
         std::ranges::all_of(move, [&](char c) { return letter(c) || other(c); });
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }  // in UTF-8

// A tag's value without characters that readers would take for its end, cut to `longest_value`.
std::string value_of(std::string_view value) {
  std::string text;
  std::size_t written = 0, whole = 0;  // bytes with escapes; bytes of whole characters
  for (const char c : value) {
    if (!continues_character(c)) whole = text.size();
    written += c == '"' || c == '\\' ? 2 : 1;
    if (written > longest_value) {
      text.resize(whole);
      break;
    }
    const bool ends = c == ']' && (text.empty() || text.ends_with('"'));
    text += ends ? ')' : c;
  }
  return text;
}

}  // namespace

std::string_view pgn_result(Verdict::Result result) {
  constexpr std::array<std::string_view, 4> words{"1-0", "0-1", "1/2-1/2", "*"};  // in the enum's order
  return words.at(static_cast<std::size_t>(result));
}

std::string termination(const Verdict& verdict) {
  if (verdict.loser) return fmt::format("{} {}", rules::name(*verdict.loser), verdict.reason);
  if (verdict.cause == Verdict::Cause::adjudicated) return "adjudication: " + verdict.reason;
  return verdict.reason;
}

std::string to_ogn(const GameRecord& record, const rules::Rules& rules, const Scores& scores,
                   std::string_view event) {
  Wrapped words{16 * record.plies.size()};  // approximate size in bytes
  int number = 1;
  std::size_t at = 0;  // the number of moves so far
  const auto add = [&](const std::string& move) {
    const bool south = scores.sides[at] == 'S';
    const bool follows_north = at > 0 && scores.sides[at - 1] == 'N';  // a side may move twice in a row
    if (south && follows_north) ++number;
    if (at == 0 || (south && follows_north))
      words.add((ShortText{} << number << (south ? "." : "...")).view());
    const int* score = scores.counts.data() + 2 * at++ + (south ? 0 : 1);  // [0]: before the move, [2]: after
    if (const int captured = score[2] - score[0]; captured > 0)
      words.add(move + '+' + std::to_string(captured));
    else
      words.add(move);
  };
  assert(scores.sides.size() == record.move_count());
  for (const std::string& move : record.opening.moves) add(move);
  for (const match::Ply& ply : record.plies) {
    add(ply.move);
    words.add(comment(ply.thought).view());
  }
  words.add(fmt::format("{}-{}", record.verdict.south, record.verdict.north));
  return tags(record, rules, event) + "\n" + std::move(words).text() + "\n";
}

Result<std::string> to_ogn(const GameRecord& record, const rules::Rules& rules, std::string_view event) {
  auto game =
      match::open_game(rules, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  Scores scores;
  scores.counts.reserve(2 * (record.move_count() + 1));
  const auto add_counts = [&] {
    for (const auto side : {rules::Side::south, rules::Side::north})
      scores.counts.push_back((*game)->score(side));
  };
  add_counts();
  for (std::size_t i = 0; i < record.move_count(); ++i) {
    if ((*game)->outcome()) return Error{fmt::format("game {}: a move after its end", record.game)};
    scores.sides += rules::side_letter((*game)->to_move());
    if (const auto refused = rules::advance(**game, record.move(i)))
      return Error{fmt::format("game {}: {}", record.game, refused->message)};
    add_counts();
  }
  return to_ogn(record, rules, scores, event);
}

bool has_plain_moves(const GameRecord& record) {
  for (std::size_t i = 0; i < record.move_count(); ++i)
    if (!is_plain(record.move(i))) return false;
  return true;
}

std::string to_pgn(const GameRecord& record, std::string_view event) {
  assert(record.verdict.result != Verdict::Result::void_game);
  const Verdict& verdict = record.verdict;
  const auto result = pgn_result(verdict.result);
  std::string text = tag_pair("Event", value_of(trim(event))) + tag_pair("Site", "Ebiri") +
                     tag_pair("Date", date_of(record)) + tag_pair("Round", std::to_string(record.pair)) +
                     tag_pair("White", value_of(record.south)) + tag_pair("Black", value_of(record.north)) +
                     tag_pair("Result", result);
  const auto add_known = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += tag_pair(name, value_of(trim(value)));
  };
  add_known("Variant", record.variant);
  add_known("Ruleset", record.ruleset);
  add_known("Opening", record.opening.name);
  if (verdict.south != 0 || verdict.north != 0)
    add_known("Seeds", fmt::format("{}-{}", verdict.south, verdict.north));
  add_known("Termination", verdict.reason.empty() ? "" : termination(verdict));
  if (record.move_count() == 0 || !has_plain_moves(record)) return fmt::format("{}\n{}\n\n", text, result);
  if (record.opening.base)
    text += tag_pair("SetUp", "1") + tag_pair("FEN", value_of(trim(*record.opening.base)));
  text += tag_pair("OpeningPlies", std::to_string(record.opening.moves.size())) + "\n";
  std::size_t width = 0;
  for (std::size_t i = 0; i < record.move_count(); ++i) {
    text += record.move(i);
    width += record.move(i).size() + 1;
    text += width > 70 ? '\n' : ' ';
    if (width > 70) width = 0;
  }
  return text + fmt::format("{}\n\n", result);
}

}  // namespace ebiri::record
