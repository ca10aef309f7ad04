#include "referee/record/game_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <climits>
#include <nlohmann/json.hpp>
#include <utility>

#include "referee/record/game_fields.hpp"
#include "referee/record/json_writer.hpp"
#include "referee/record/seal.hpp"
#include "referee/rules/fields.hpp"
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

// Converts a value to a type that `JsonWriter` can write.
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
  explicit FieldWriter(JsonWriter& out, bool with_plies = true,
                       std::span<const std::string_view> left_out = {})
      : out_(out),
        with_plies_(with_plies),
        left_out_(left_out) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    if (std::ranges::find(left_out_, name) != left_out_.end()) return;
    out_.field(name);
    if constexpr (Part<const T>)
      part(value);
    else if constexpr (std::same_as<T, std::vector<std::string>>)
      out_.list(value);
    else
      out_(plain(value));
  }

  template <class T>
  void if_any(std::string_view name, const T& value) {
    if (value == T{}) return;
    if constexpr (std::same_as<T, bool>)
      out_.field(name).json("true");
    else if constexpr (is_optional<T>)
      field(name, *value);
    else
      field(name, value);
  }

  template <class T>
  void pair(std::string_view name, std::string_view, const T& south, const T& north) {
    if (std::ranges::find(left_out_, name) != left_out_.end()) return;
    out_.field(name).pair(plain(south), plain(north));
  }
  template <class T>
  void pair_if_any(std::string_view name, std::string_view column, const T& south, const T& north) {
    if (south != T{} || north != T{}) pair(name, column, south, north);
  }

  void plies(std::span<const Ply> plies) {
    plies_ = plies;
    if (with_plies_) each_ply_field(*this);
  }
  template <class Of>
  void column(const PlyField& field, const Of& of) {
    out_.field(field.name).list(plies_, [&](const Ply& ply) -> decltype(auto) { return plain(of(ply)); });
  }
  void sides(const PlyField& ply_field) {
    std::string letters;
    for (const Ply& ply : plies_) letters += rules::side_letter(ply.side);
    field(ply_field.name, letters);
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
  std::span<const std::string_view> left_out_;
  std::span<const Ply> plies_;
};

// A line of a journal without its checksum. `plies` is the number of its plies, so that its memory is
// allocated once.
template <class T>
std::string text_of(std::string_view type, const T& value, std::size_t plies = 0) {
  constexpr std::size_t head = 1024, ply = 80;  // approximate sizes in bytes
  JsonWriter out;
  out.reserve(head + ply * plies);
  out.begin();
  out.field("type")(type);
  if constexpr (std::same_as<T, RunInfo>) out.field("journal")(journal_version);
  FieldWriter fields{out};
  each_field(value, fields);
  out.end();
  return std::move(out).text();
}

// An invalid field. Thrown and caught only in this file.
struct BadField {
  std::string message;
};

// Reads fields of an object. Errors name the field or the unknown word.
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
  void if_any(std::string_view name, T& value) {
    if (!has(name)) return;
    if constexpr (std::same_as<T, bool>)
      value = get<bool>(at(name), name);
    else if constexpr (is_optional<T>)
      field(name, value.emplace());
    else
      field(name, value);
  }

  template <class T>
  void pair(std::string_view name, std::string_view, T& south, T& north) {
    std::size_t count = 0;
    each(name, [&](Value item) {
      if (count < 2) read(item, name, count == 0 ? south : north);
      ++count;
    });
    if (count != 2) throw BadField{fmt::format("`{}` must have two entries", name)};
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
  void column(const PlyField& field, const Of& of) {
    std::size_t entries = 0;
    each(field.name, [&](Value item) {
      if (entries < plies_->size()) read_entry(item, field.name, of((*plies_)[entries]));
      ++entries;
    });
    check_entries(field.name, entries);
  }
  void sides(const PlyField& ply_field) {
    const std::string_view name = ply_field.name;
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

  // Entries may be null only in the lists of plies.
  template <class T>
  static void read_entry(Value json, std::string_view name, T& value) {
    if constexpr (!is_optional<T>)
      read(json, name, value);
    else if (json.is_null())
      value.reset();
    else
      read(json, name, value.emplace());
  }

  // A string_view is valid until the next text is parsed.
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
    const Words words = words_of(T{});
    const auto found = std::ranges::find(words, text);
    if (found == words.end()) throw BadField{fmt::format("unknown word `{}`", text)};
    return static_cast<T>(found - words.begin());
  }

  simdjson::dom::object object_;
  std::vector<Ply>* plies_ = nullptr;
};

// A message with the place of a syntax error, found by the slow parser because the fast one does not report
// it. If the slow parser finds no error, the message has the fast parser's `reason` instead.
std::string syntax_error(std::string_view text, const char* reason) {
  try {
    const auto json = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return fmt::format("invalid JSON at byte {}", error.byte);
  }
  return fmt::format("invalid JSON: {}", reason);
}

template <class T>
Result<T> read_fields(std::string_view text) {
  static thread_local simdjson::dom::parser parser;
  simdjson::dom::element json;
  // The parser makes its own copy, because it needs padding after the text.
  if (const auto problem = parser.parse(text.data(), text.size()).get(json); problem != simdjson::SUCCESS)
    return Error{syntax_error(text, simdjson::error_message(problem))};
  try {
    T value;
    FieldReader fields{json};
    each_field(value, fields);
    return value;
  } catch (const BadField& bad) {
    return Error{bad.message};
  }
}

}  // namespace

std::string_view word(Verdict::Result result) { return word_for(result); }
std::string_view word(Verdict::Cause cause) { return word_for(cause); }

std::string format_time(std::chrono::sys_time<std::chrono::milliseconds> time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(seconds.time_since_epoch().count()),
                     (time - seconds).count());
}

std::optional<std::chrono::sys_time<std::chrono::milliseconds>> parse_time(std::string_view text) {
  constexpr std::string_view shape = "0000-00-00T00:00:00.000Z";
  const auto fits = [](char c, char place) { return place == '0' ? c >= '0' && c <= '9' : c == place; };
  if (!std::ranges::equal(text, shape, fits)) return std::nullopt;
  const auto number = [&](std::size_t place, std::size_t digits) {
    int value = 0;
    for (const char digit : text.substr(place, digits)) value = 10 * value + (digit - '0');
    return value;
  };
  const std::chrono::year_month_day date{std::chrono::year{number(0, 4)},
                                         std::chrono::month{static_cast<unsigned>(number(5, 2))},
                                         std::chrono::day{static_cast<unsigned>(number(8, 2))}};
  const int hour = number(11, 2), minute = number(14, 2), second = number(17, 2);
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
         std::chrono::seconds{second} + std::chrono::milliseconds{number(20, 3)};
}

std::string game_text(const GameRecord& record) { return text_of("game", record, record.plies.size()); }

void write_fields(JsonWriter& out, const GameRecord& record, std::span<const std::string_view> left_out) {
  FieldWriter fields{out, false, left_out};
  each_field(record, fields);
}

std::string line_of(const RunInfo& run) { return sealed(text_of("run", run)); }
std::string line_of(const PlanInfo& plan) { return sealed(text_of("plan", plan)); }
std::string line_of(const GameRecord& game) { return sealed(game_text(game)); }

Result<GameRecord> game_from_json(std::string_view text) {
  auto game = read_fields<GameRecord>(text);
  if (game && game->south == game->north) return Error{"`south` and `north` are the same engine"};
  return game;
}

Result<RunInfo> run_from_json(std::string_view text) { return read_fields<RunInfo>(text); }

Result<PlanInfo> plan_from_json(std::string_view text) {
  auto plan = read_fields<PlanInfo>(text);
  if (!plan) return plan;
  const std::size_t engines = plan->engines.size();
  if (plan->pairs < 1 || plan->pairs > 1'000'000) return Error{"`pairs` is out of range"};
  if (engines < 2) return Error{"`engines` must have at least two names"};
  if (!plan->fingerprints.empty() && plan->fingerprints.size() != engines)
    return Error{"`fingerprints` must have one entry for each engine"};
  if (!plan->announced.empty() && plan->announced.size() != engines)
    return Error{"`announced` must have one entry for each engine"};
  return plan;
}

}  // namespace ebiri::record
