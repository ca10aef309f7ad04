#include "referee/record/game_table.hpp"

#include <fmt/format.h>

#include <utility>

#include "referee/record/game_fields.hpp"
#include "referee/record/game_json.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;

template <class T>
struct Unwrap {
  using type = T;
};
template <class T>
struct Unwrap<std::optional<T>> {
  using type = T;
};
template <class T>
using Unwrapped = typename Unwrap<T>::type;

class ColumnList {
 public:
  template <class T>
  void field(const FieldName& name, const T& value) {
    if constexpr (Part<const T>)
      part(name, value, always_);
    else
      add<T>(name, always_);
  }
  template <class T>
  void if_any(const FieldName& name, const T&) {
    using Plain = Unwrapped<T>;
    // Skips parts within parts. The only one is a fault's `time`; `table_row` moves it to the verdict's.
    if constexpr (!Part<const Plain>)
      add<Plain>(name, false);
    else if (part_.empty())
      part(name, Plain{}, false);
  }
  template <class T>
  void pair(const FieldName& name, std::string_view column, const T&, const T&) {
    for (const rules::Side side : {rules::Side::south, rules::Side::north})
      list_.push_back({.name = fmt::format("{}_{}", rules::name(side), column),
                       .type = type_of<T>() + " NOT NULL",
                       .place = place_ / std::string{name} / static_cast<std::size_t>(side),
                       .in_csv = in_csv_ && name.in_csv});
  }
  template <class T>
  void pair_if_any(const FieldName& name, std::string_view column, const T& south, const T& north) {
    pair(name, column, south, north);
  }
  void plies(std::span<const match::Ply>) {}
  template <class Of>
  void column(const PlyField& field, const Of& of) {
    using Value = std::remove_cvref_t<decltype(of(std::declval<match::Ply&>()))>;
    using Plain = Unwrapped<Value>;
    add_ply<Plain>(field, std::same_as<Value, Plain>);
  }
  void sides(const PlyField& field) { add_ply<std::string>(field, true); }

  std::vector<TableColumn> take() { return std::move(list_); }

 private:
  template <class T>
  static std::string type_of() {
    constexpr bool whole = !Word<T> && (std::integral<T> || std::same_as<T, player::Duration> ||
                                        std::same_as<T, std::chrono::milliseconds>);
    return whole ? "INTEGER" : std::same_as<T, double> ? "REAL" : "TEXT";
  }

  template <class T>
  void part(const FieldName& name, const T& value, bool always) {
    part_ = name;
    place_.push_back(std::string{name});
    const bool outer = std::exchange(always_, always), outer_csv = std::exchange(in_csv_, name.in_csv);
    each_field(value, *this);
    always_ = outer;
    in_csv_ = outer_csv;
    place_.pop_back();
    part_.clear();
  }

  template <class T>
  void add(const FieldName& name, bool always) {
    const bool engine = part_.empty() && (name.text == "south" || name.text == "north");
    list_.push_back(
        {.name = part_.empty()         ? std::string{name}
                 : name.text == "name" ? part_
                                       : fmt::format("{}_{}", part_, name.text),
         .type = (engine ? "INTEGER REFERENCES engines" : type_of<T>()) + (always ? " NOT NULL" : ""),
         .place = place_ / std::string{name},
         .has_sign = !std::same_as<T, std::uint64_t>,
         .in_csv = in_csv_ && name.in_csv});
  }

  template <class T>
  void add_ply(const PlyField& field, bool always) {
    list_.push_back({.name = std::string{field.column},
                     .type = type_of<T>() + (always ? " NOT NULL" : ""),
                     .place = Json::json_pointer{} / std::string{field.name},
                     .has_sign = !std::same_as<T, std::uint64_t>});
  }

  std::vector<TableColumn> list_;
  std::string part_;
  Json::json_pointer place_;
  bool always_ = true, in_csv_ = true;
};

// Removes the time measurements from a record or its fault, and returns them; null if there are none.
Json take_time(Json& object) {
  if (!object.contains("time")) return nullptr;
  Json time = std::move(object["time"]);
  object.erase("time");
  return time;
}

}  // namespace

const std::vector<TableColumn>& game_columns() {
  static const auto columns = [] {
    const match::GameRecord game;
    ColumnList list;
    each_field(game, list);
    return list.take();
  }();
  return columns;
}

const std::vector<TableColumn>& ply_columns() {
  static const auto columns = [] {
    ColumnList list;
    each_ply_field(list);
    return list.take();
  }();
  return columns;
}

Json table_row(const match::GameRecord& game) {
  Json row = Json::parse(game_text(game));
  if (row.contains("fault"))
    if (Json time = take_time(row["fault"]); !time.is_null()) row["time"] = std::move(time);
  if (!row.contains("pondered_us")) row["pondered_us"] = {0, 0};
  return row;
}

Result<match::GameRecord> game_of_row(Json row) {
  if (row.contains("fault"))
    if (Json time = take_time(row); !time.is_null()) row["fault"]["time"] = std::move(time);
  return game_from_json(row.dump());
}

}  // namespace ebiri::record
