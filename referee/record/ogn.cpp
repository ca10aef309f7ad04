#include "referee/record/ogn.hpp"

#include <fmt/format.h>

#include <vector>

#include "referee/match/play_game.hpp"
#include "referee/record/game_json.hpp"

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

// `{+3/12 0.045s}`: the mover's score, its depth, its time.
std::string comment(const player::Thought& thought) {
  std::string text = "{";
  if (thought.score) {
    const double seeds = thought.score_in_seeds ? *thought.score : *thought.score / 100;
    text += fmt::format("{:+.2f}", seeds);
    if (thought.depth) text += fmt::format("/{}", *thought.depth);
    text += ' ';
  }
  const double seconds = std::chrono::duration<double>(thought.wall).count();
  return text + fmt::format("{:.3f}s}}", seconds);
}

// Joins the words with blanks into lines of at most 79 characters; comments stay whole.
std::string wrapped(const std::vector<std::string>& words) {
  std::string text, line;
  for (const std::string& word : words) {
    if (!line.empty() && line.size() + 1 + word.size() > 79) {
      text += line + "\n";
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  return line.empty() ? text : text + line + "\n";
}

}  // namespace

std::string termination(const Verdict& verdict) {
  if (verdict.loser) return fmt::format("{} {}", rules::name(*verdict.loser), verdict.reason);
  if (verdict.cause == Verdict::Cause::adjudicated) return "adjudication: " + verdict.reason;
  return verdict.reason;
}

Result<std::string> to_ogn(const GameRecord& record, const rules::Rules& rules, std::string_view event) {
  auto game =
      match::open_game(rules, {.name = record.opening.name, .base = record.opening.base, .moves = {}});
  if (!game) return game.error();
  std::vector<std::string> words;
  int number = 1;
  std::optional<rules::Side> last;  // a side may move several times in a row
  const auto play = [&](const std::string& move) -> std::optional<Error> {
    const auto mover = (*game)->to_move();
    const int before = (*game)->score(mover);
    if (mover == rules::Side::south && last == rules::Side::north) ++number;
    if (!last || (mover == rules::Side::south && last != mover))
      words.push_back(fmt::format("{}{}", number, mover == rules::Side::south ? "." : "..."));
    last = mover;
    if ((*game)->outcome()) return Error{fmt::format("game {}: a move after its end", record.game)};
    if (const auto refused = rules::advance(**game, move))
      return Error{fmt::format("game {}: {}", record.game, refused->message)};
    const int captured = (*game)->score(mover) - before;
    words.push_back(captured > 0 ? fmt::format("{}+{}", move, captured) : move);
    return std::nullopt;
  };
  for (const std::string& move : record.opening.moves)
    if (const auto error = play(move)) return *error;
  for (const match::Ply& ply : record.plies) {
    if (const auto error = play(ply.move)) return *error;
    words.push_back(comment(ply.thought));
  }
  words.push_back(fmt::format("{}-{}", record.verdict.south, record.verdict.north));
  return tags(record, rules, event) + "\n" + wrapped(words) + "\n";
}

}  // namespace ebiri::record
