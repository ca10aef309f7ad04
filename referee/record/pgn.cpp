#include "referee/record/pgn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <vector>

#include "referee/record/game_json.hpp"
#include "referee/record/ogn.hpp"
#include "referee/record/tag_pairs.hpp"

namespace ebiri::record {

namespace {

using match::GameRecord;
using match::Verdict;

constexpr std::size_t longest_name = 1000;

std::string_view points(Verdict::Result result) {
  if (result == Verdict::Result::draw) return "1/2-1/2";
  return result == Verdict::Result::south_wins ? "1-0" : "0-1";
}

bool is_plain(std::string_view move) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto other = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '=' || c == '_';
  };
  if (move == rules::stolen_turn) return true;
  return !move.empty() && letter(move.front()) &&
         std::ranges::all_of(move, [&](char c) { return letter(c) || other(c); });
}

// Whole, but for what Ordo would read as the end of the value, or could not hold.
std::string name_of(std::string_view name) {
  std::string text;
  for (const char c : name.substr(0, longest_name)) text += c == ']' && text.ends_with('"') ? ')' : c;
  return text;
}

std::vector<std::string> moves_of(const GameRecord& record) {
  std::vector<std::string> moves = record.opening.moves;
  for (const match::Ply& ply : record.plies) moves.push_back(ply.move);
  return moves;
}

}  // namespace

bool has_plain_moves(const GameRecord& record) { return std::ranges::all_of(moves_of(record), is_plain); }

std::string to_pgn(const GameRecord& record, std::string_view event) {
  assert(record.verdict.result != Verdict::Result::void_game);
  const std::string started = format_time(record.started);
  const bool dated = record.started.time_since_epoch().count() != 0;
  const Verdict& verdict = record.verdict;
  const auto result = points(verdict.result);
  std::string text = tag_pair("Event", event) + tag_pair("Site", "Ebiri") +
                     tag_pair("Date", dated ? fmt::format("{}.{}.{}", started.substr(0, 4),
                                                          started.substr(5, 2), started.substr(8, 2))
                                            : "????.??.??") +
                     tag_pair("Round", std::to_string(record.pair)) +
                     tag_pair("White", name_of(record.south)) + tag_pair("Black", name_of(record.north)) +
                     tag_pair("Result", result);
  const auto known = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += tag_pair(name, value);
  };
  known("Variant", record.variant);
  known("Ruleset", record.ruleset);
  known("Opening", record.opening.name);
  if (verdict.south != 0 || verdict.north != 0)
    known("Seeds", fmt::format("{}-{}", verdict.south, verdict.north));
  known("Termination", verdict.reason.empty() ? "" : termination(verdict));
  const auto moves = moves_of(record);
  if (moves.empty() || !has_plain_moves(record)) return fmt::format("{}\n{}\n\n", text, result);
  if (record.opening.base) text += tag_pair("SetUp", "1") + tag_pair("FEN", *record.opening.base);
  text += tag_pair("OpeningPlies", std::to_string(record.opening.moves.size())) + "\n";
  std::size_t width = 0;
  for (const std::string& move : moves) {
    text += move;
    width += move.size() + 1;
    text += width > 70 ? '\n' : ' ';
    if (width > 70) width = 0;
  }
  return text + fmt::format("{}\n\n", result);
}

}  // namespace ebiri::record
