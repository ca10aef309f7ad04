#include "referee/record/pgn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <vector>

#include "referee/record/game_json.hpp"
#include "referee/record/ogn.hpp"
#include "referee/record/tag_pairs.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::GameRecord;
using match::Verdict;

constexpr std::size_t longest_value = 1000;  // as it is written

bool is_plain(std::string_view move) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto other = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '=' || c == '_';
  };
  if (move == rules::stolen_turn) return true;
  return !move.empty() && letter(move.front()) &&
         std::ranges::all_of(move, [&](char c) { return letter(c) || other(c); });
}

bool continues_a_sign(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }  // in UTF-8

// Whole, but for what would be read as its end, or could not be held.
std::string value_of(std::string_view value) {
  std::string text;
  std::size_t written = 0, signs = 0;  // bytes with what escapes them; bytes up to where a sign ends
  for (const char c : value) {
    if (!continues_a_sign(c)) signs = text.size();
    written += c == '"' || c == '\\' ? 2 : 1;
    if (written > longest_value) {
      text.resize(signs);
      break;
    }
    const bool ends = c == ']' && (text.empty() || text.ends_with('"'));
    text += ends ? ')' : c;
  }
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
  std::string text = tag_pair("Event", value_of(trim(event))) + tag_pair("Site", "Ebiri") +
                     tag_pair("Date", dated ? fmt::format("{}.{}.{}", started.substr(0, 4),
                                                          started.substr(5, 2), started.substr(8, 2))
                                            : "????.??.??") +
                     tag_pair("Round", std::to_string(record.pair)) +
                     tag_pair("White", value_of(record.south)) + tag_pair("Black", value_of(record.north)) +
                     tag_pair("Result", result);
  const auto known = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += tag_pair(name, value_of(trim(value)));
  };
  known("Variant", record.variant);
  known("Ruleset", record.ruleset);
  known("Opening", record.opening.name);
  if (verdict.south != 0 || verdict.north != 0)
    known("Seeds", fmt::format("{}-{}", verdict.south, verdict.north));
  known("Termination", verdict.reason.empty() ? "" : termination(verdict));
  const auto moves = moves_of(record);
  if (moves.empty() || !has_plain_moves(record)) return fmt::format("{}\n{}\n\n", text, result);
  if (record.opening.base)
    text += tag_pair("SetUp", "1") + tag_pair("FEN", value_of(trim(*record.opening.base)));
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
