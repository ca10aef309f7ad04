#include "referee/record/game_line.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>

#include "referee/record/game_json.hpp"

namespace ebiri::record {

namespace {

using match::Ply;
using player::Duration;
using player::Fault;
using player::Thought;

// What is easy to write is written here, and what is not by the library.
class LineWriter {
 public:
  std::string text() && { return std::move(text_); }

  void operator()(std::string_view value) {
    const auto plain = [](unsigned char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
    if (!std::all_of(value.begin(), value.end(), plain)) {
      text_ += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
      return;
    }
    text_ += '"';
    text_ += value;
    text_ += '"';
  }

  void operator()(std::integral auto value) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void operator()(Duration value) { (*this)(value.count()); }

  void operator()(double value) {
    constexpr double exact = 1e15;
    const bool whole = std::fabs(value) < exact && value == std::trunc(value);
    if (!whole || (value == 0 && std::signbit(value))) {
      text_ += nlohmann::json(value).dump();
      return;
    }
    (*this)(static_cast<std::int64_t>(value));
    text_ += ".0";
  }

  template <class T>
  void operator()(const std::optional<T>& value) {
    if (value)
      (*this)(*value);
    else
      text_ += "null";
  }

  /// A list of `value(item)` for each item.
  template <class Items, class Value>
  void list(const Items& items, const Value& value) {
    text_ += '[';
    for (const auto& item : items) {
      if (text_.back() != '[') text_ += ',';
      (*this)(value(item));
    }
    text_ += ']';
  }

  void list(const std::vector<std::string>& words) {
    list(words, [](const std::string& word) -> std::string_view { return word; });
  }

  void pair(const auto& first, const auto& second) {
    text_ += '[';
    (*this)(first);
    text_ += ',';
    (*this)(second);
    text_ += ']';
  }

  /// Before a field's value; names are ours and plain.
  LineWriter& field(std::string_view name) {
    text_ += text_.empty() || text_.back() == '{' ? "\"" : ",\"";
    text_ += name;
    text_ += "\":";
    return *this;
  }

  void begin() { text_ += '{'; }
  void end() { text_ += '}'; }
  void reserve(std::size_t bytes) { text_.reserve(bytes); }

 private:
  std::string text_;
};

void write(LineWriter& out, const match::Opening& opening) {
  out.begin();
  out.field("name")(opening.name);
  if (opening.base) out.field("position")(*opening.base);
  out.field("moves").list(opening.moves);
  out.end();
}

void write(LineWriter& out, const Fault& fault) {
  out.begin();
  out.field("kind")(word(fault.kind));
  out.field("detail")(fault.detail);
  if (!fault.line.empty()) out.field("line")(fault.line);
  if (!fault.exit.empty()) out.field("exit")(fault.exit);
  if (!fault.errors.empty()) out.field("stderr")(fault.errors);
  if (!fault.asked.empty()) out.field("asked")(fault.asked);
  out.end();
}

void write(LineWriter& out, const match::Verdict& verdict) {
  out.field("result")(word(verdict.result));
  out.field("cause")(word(verdict.cause));
  out.field("reason")(verdict.reason);
  out.field("seeds").pair(verdict.south, verdict.north);
  if (!verdict.detail.empty()) out.field("detail")(verdict.detail);
  if (!verdict.special.empty()) out.field("special")(verdict.special);
  if (verdict.loser) out.field("loser")(rules::name(*verdict.loser));
  if (verdict.fault) write(out.field("fault"), *verdict.fault);
}

void write(LineWriter& out, const std::vector<Ply>& plies) {
  const auto column = [&](std::string_view name, const auto& value) { out.field(name).list(plies, value); };
  const auto thought = [&](std::string_view name, auto Thought::*field) {
    column(name, [field](const Ply& ply) { return ply.thought.*field; });
  };
  column("moves", [](const Ply& ply) -> std::string_view { return ply.move; });
  std::string sides;
  for (const Ply& ply : plies) sides += ply.side == rules::Side::south ? 'S' : 'N';
  out.field("sides")(sides);
  thought("wall_us", &Thought::wall);
  thought("cpu_us", &Thought::cpu);
  thought("wait_us", &Thought::wait);
  thought("lag_us", &Thought::lag);
  thought("depth", &Thought::depth);
  thought("nodes", &Thought::nodes);
  thought("score", &Thought::score);
  column("score_unit",
         [](const Ply& ply) -> std::string_view { return ply.thought.score_in_seeds ? "seeds" : "cp"; });
}

}  // namespace

std::string game_text(const match::GameRecord& record) {
  constexpr std::size_t head = 1024, ply = 80;  // roughly, in bytes
  LineWriter out;
  out.reserve(head + ply * record.plies.size());
  out.begin();
  out.field("type")("game");
  out.field("game")(record.game);
  out.field("pair")(record.pair);
  out.field("attempt")(record.attempt);
  out.field("south")(record.south);
  out.field("north")(record.north);
  out.field("variant")(record.variant);
  out.field("ruleset")(record.ruleset);
  out.field("limits").pair(record.south_limit, record.north_limit);
  write(out.field("opening"), record.opening);
  out.field("seed")(record.seed);
  out.field("started")(format_time(record.started));
  out.field("duration_ms")(record.duration.count());
  write(out, record.verdict);
  out.field("final")(record.final_position);
  write(out, record.plies);
  if (record.south_pondered != Duration{} || record.north_pondered != Duration{})
    out.field("pondered_us").pair(record.south_pondered, record.north_pondered);
  out.end();
  return std::move(out).text();
}

}  // namespace ebiri::record
