#include "referee/record/game_json.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "referee/record/game_fields.hpp"
#include "referee/record/json_writer.hpp"
#include "referee/support/text.hpp"

namespace ebiri::record {

namespace {

using match::GameRecord;
using match::Ply;
using match::Verdict;
using player::Duration;
using Time = decltype(GameRecord::started);

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// What a writer of JSON can write of a value.
template <class T>
decltype(auto) plain(const T& value) {
  if constexpr (Word<T>)
    return word_for(value);
  else if constexpr (std::same_as<T, std::string>)
    return std::string_view{value};
  else if constexpr (std::same_as<T, Time>)
    return format_time(value);
  else if constexpr (std::same_as<T, std::chrono::milliseconds>)
    return value.count();
  else
    return (value);
}

class FieldWriter {
 public:
  FieldWriter(JsonWriter& out, bool with_plies) : out_(out), with_plies_(with_plies) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    out_.field(name);
    if constexpr (Part<const T>)
      part(value);
    else if constexpr (std::same_as<T, std::vector<std::string>>)
      out_.list(value);
    else
      out_(plain(value));
  }

  template <class T>
  void if_any(std::string_view name, const std::optional<T>& value) {
    if (value) field(name, *value);
  }
  void if_any(std::string_view name, const std::string& value) {
    if (!value.empty()) field(name, value);
  }

  template <class T>
  void pair(std::string_view name, std::string_view, const T& south, const T& north) {
    out_.field(name).pair(plain(south), plain(north));
  }
  template <class T>
  void pair_if_any(std::string_view name, std::string_view column, const T& south, const T& north) {
    if (south != T{} || north != T{}) pair(name, column, south, north);
  }

  void plies(std::span<const Ply> plies) {
    if (with_plies_) plies_ = plies;
    each_ply_field(*this);
  }
  template <class Of>
  void column(std::string_view name, std::string_view, const Of& of) {
    out_.field(name).list(plies_, [&](const Ply& ply) -> decltype(auto) { return plain(of(ply)); });
  }
  void sides(std::string_view name, std::string_view) {
    std::string letters;
    for (const Ply& ply : plies_) letters += ply.side == rules::Side::south ? 'S' : 'N';
    field(name, letters);
  }

  template <class T>
  void part(const T& value) {
    out_.begin();
    each_field(value, *this);
    out_.end();
  }

 private:
  JsonWriter& out_;
  bool with_plies_;
  std::span<const Ply> plies_;
};

std::string text_of(const GameRecord& record, bool with_plies) {
  constexpr std::size_t head = 1024, ply = 80;  // roughly, in bytes
  JsonWriter out;
  out.reserve(head + (with_plies ? ply * record.plies.size() : 0));
  out.begin();
  out.field("type")("game");
  FieldWriter fields{out, with_plies};
  each_field(record, fields);
  out.end();
  return std::move(out).text();
}

// Thrown and caught in this file only: a field that is not as it must be.
struct BadField {
  std::string message;
};

// Reading: one field at a time, with its name in every complaint.
class FieldReader {
 public:
  using Value = simdjson::dom::element;

  explicit FieldReader(Value json) {
    if (json.get(object_) != simdjson::SUCCESS) throw BadField{"expected an object"};
  }

  template <class T>
  void field(std::string_view name, T& value) {
    read(at(name), name, value);
  }

  template <class T>
  void if_any(std::string_view name, std::optional<T>& value) {
    if (has(name)) field(name, value.emplace());
  }
  void if_any(std::string_view name, std::string& value) {
    if (has(name)) field(name, value);
  }

  template <class T>
  void pair(std::string_view name, std::string_view, T& south, T& north) {
    std::array<T, 2> both;
    std::size_t count = 0;
    each(name, [&](Value item) {
      if (count < both.size()) read(item, name, both[count]);
      ++count;
    });
    if (count != both.size()) throw BadField{fmt::format("`{}` must have two entries", name)};
    south = std::move(both[0]);
    north = std::move(both[1]);
  }
  template <class T>
  void pair_if_any(std::string_view name, std::string_view column, T& south, T& north) {
    if (has(name)) pair(name, column, south, north);
  }

  void plies(std::vector<Ply>& plies) {
    plies_ = &plies;
    each("moves", [&](Value) { plies.emplace_back(); });
    each_ply_field(*this);
  }
  template <class Of>
  void column(std::string_view name, std::string_view, const Of& of) {
    std::size_t entries = 0;
    each(name, [&](Value item) {
      if (entries < plies_->size()) read_entry(item, name, of((*plies_)[entries]));
      ++entries;
    });
    check_entries(name, entries);
  }
  void sides(std::string_view name, std::string_view) {
    std::string letters;
    field(name, letters);
    check_entries(name, letters.size());
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (letters[i] != 'S' && letters[i] != 'N')
        throw BadField{fmt::format("`{}` must consist of `S` and `N`", name)};
      (*plies_)[i].side = letters[i] == 'N' ? rules::Side::north : rules::Side::south;
    }
  }

 private:
  Value at(std::string_view name) const {
    Value value;
    if (object_.at_key(name).get(value) != simdjson::SUCCESS)
      throw BadField{fmt::format("the field `{}` is missing", name)};
    return value;
  }

  bool has(std::string_view name) const { return object_.at_key(name).error() == simdjson::SUCCESS; }

  template <class Take>
  void each(std::string_view name, const Take& take) const {
    simdjson::dom::array items;
    if (at(name).get(items) != simdjson::SUCCESS) throw BadField{fmt::format("`{}` must be a list", name)};
    for (const Value item : items) take(item);
  }

  void check_entries(std::string_view name, std::size_t entries) const {
    if (entries != plies_->size())
      throw BadField{fmt::format("`{}` has {} entries for {} moves", name, entries, plies_->size())};
  }

  // Only in the lists of plies an entry may be null.
  template <class T>
  static void read_entry(Value json, std::string_view name, T& value) {
    if constexpr (!is_optional<T>)
      read(json, name, value);
    else if (json.is_null())
      value.reset();
    else
      read(json, name, value.emplace());
  }

  // A string_view lasts until the next object is parsed.
  template <class T>
  static T get(Value json, std::string_view name) {
    T value;
    if (json.get(value) != simdjson::SUCCESS)
      throw BadField{fmt::format("`{}` has a value of the wrong type", name)};
    return value;
  }

  template <class T>
  static void read(Value json, std::string_view name, T& value) {
    if constexpr (Part<T>) {
      FieldReader part{json};
      each_field(value, part);
    } else if constexpr (Word<T>) {
      value = value_of<T>(get<std::string_view>(json, name));
    } else if constexpr (std::same_as<T, std::string>) {
      value = get<std::string_view>(json, name);
    } else if constexpr (std::same_as<T, std::vector<std::string>>) {
      for (const Value item : get<simdjson::dom::array>(json, name)) read(item, name, value.emplace_back());
    } else if constexpr (std::same_as<T, int>) {
      const auto number = get<std::int64_t>(json, name);
      if (number < INT_MIN || number > INT_MAX) throw BadField{fmt::format("`{}` is out of range", name)};
      value = static_cast<int>(number);
    } else if constexpr (std::same_as<T, Duration> || std::same_as<T, std::chrono::milliseconds>) {
      value = T{get<std::int64_t>(json, name)};
    } else if constexpr (std::same_as<T, Time>) {
      const auto time = parse_time(get<std::string_view>(json, name));
      if (!time) throw BadField{fmt::format("`{}` is not a time such as 2026-01-31T12:00:00.000Z", name)};
      value = *time;
    } else {
      value = get<T>(json, name);
    }
  }

  template <Word T>
  static T value_of(std::string_view text) {
    for (const auto& [key, word] : words_of(T{}))
      if (word == text) return key;
    throw BadField{fmt::format("unknown word `{}`", text)};
  }

  simdjson::dom::object object_;
  std::vector<Ply>* plies_ = nullptr;
};

// The fast parser does not say where.
std::string place_of_error(std::string_view text, const char* otherwise) {
  try {
    const auto json = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return fmt::format("is no JSON from byte {} on", error.byte);
  }
  return fmt::format("is no JSON that can be read: {}", otherwise);
}

}  // namespace

std::string_view word(Verdict::Result result) { return word_for(result); }
std::string_view word(Verdict::Cause cause) { return word_for(cause); }

std::string format_time(std::chrono::sys_time<std::chrono::milliseconds> time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{days};
  const std::chrono::hh_mm_ss clock{time - days};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

std::optional<std::chrono::sys_time<std::chrono::milliseconds>> parse_time(std::string_view text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0, end = 0;
  const std::string copy{text};
  if (std::sscanf(copy.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &year, &month, &day, &hour, &minute,
                  &second, &milli, &end) != 7)
    return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (static_cast<std::size_t>(end) != copy.size() || !date.ok()) return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
         std::chrono::seconds{second} + std::chrono::milliseconds{milli};
}

std::string game_text(const GameRecord& record) { return text_of(record, true); }

std::string game_text_without_plies(const GameRecord& record) { return text_of(record, false); }

std::string verdict_text(const Verdict& verdict) {
  JsonWriter out;
  FieldWriter{out, false}.part(verdict);
  return std::move(out).text();
}

Result<GameRecord> game_from_json(std::string_view text) {
  static thread_local simdjson::dom::parser parser;
  simdjson::dom::element json;
  // It reads from a copy of its own, with room behind.
  if (const auto problem = parser.parse(text.data(), text.size()).get(json); problem != simdjson::SUCCESS)
    return Error{place_of_error(text, simdjson::error_message(problem))};
  try {
    GameRecord record;
    FieldReader fields{json};
    each_field(record, fields);
    if (record.south == record.north) throw BadField{"`south` and `north` are the same engine"};
    return record;
  } catch (const BadField& bad) {
    return Error{bad.message};
  }
}

}  // namespace ebiri::record
