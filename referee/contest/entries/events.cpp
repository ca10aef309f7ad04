// Writes events of a contest as JSON objects, and reads them.
#include <fmt/format.h>

#include <array>
#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <concepts>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "referee/contest/entries/history.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/sha256.hpp"

namespace ebiri::contest {

// The fields of each event, in the order of a line.
BOOST_DESCRIBE_STRUCT(Opened, (), (version, name, commitment, public_key, rules))
BOOST_DESCRIBE_STRUCT(Submitted, (), (team, number, tree, files, bytes, source))
BOOST_DESCRIBE_STRUCT(Built, (), (team, number, tree, problem))
BOOST_DESCRIBE_STRUCT(Qualified, (), (team, number, problems))
BOOST_DESCRIBE_STRUCT(Withdrawn, (), (team, reason))
BOOST_DESCRIBE_STRUCT(Finalist, (), (team, number, submitted, built))
BOOST_DESCRIBE_STRUCT(Locked, (), (secret, beacon, seed, rules, settings, finalists))
BOOST_DESCRIBE_STRUCT(Finalized, (), (manifest))

namespace {

using Json = nlohmann::ordered_json;

// The words for types of events, in the order of the variant `Event`.
constexpr std::array<const char*, std::variant_size_v<Event>> event_types{
    "opened", "submitted", "built", "qualified", "withdrawn", "locked", "finalized"};

// Visits the fields of an event: a writer visits a const event, a reader fills one.
void each_field(auto& event, auto& visit) {
  using Type = std::remove_cvref_t<decltype(event)>;
  using Fields = boost::describe::describe_members<Type, boost::describe::mod_public>;
  boost::mp11::mp_for_each<Fields>([&](auto field) { visit(field.name, event.*field.pointer); });
}

struct Writer {
  Json object;

  void operator()(const char* key, const auto& value) { object[key] = value; }
  void operator()(const char* key, const std::vector<Finalist>& finalists) {
    object[key] = Json::array();
    for (const Finalist& one : finalists) {
      Writer each;
      each_field(one, each);
      object[key].push_back(std::move(each.object));
    }
  }
};

// Reads fields, and keeps the first problem: a field that is missing or has the wrong type.
class Reader {
 public:
  explicit Reader(const Json& object) : object_(object) {}

  void operator()(const char* key, std::string& text) { take(key, text, &Json::is_string, "a text"); }
  void operator()(const char* key, std::uint64_t& number) {
    take(key, number, &Json::is_number_unsigned, "a whole number that is not negative");
  }
  void operator()(const char* key, std::integral auto& number) {
    take(key, number, &Json::is_number_integer, "a whole number");
  }
  void operator()(const char* key, std::vector<std::string>& texts) {
    for (const Json& one : list(key)) {
      if (one.is_string())
        texts.push_back(one.get<std::string>());
      else
        complain(fmt::format("`{}` must be a list of texts", key));
    }
  }
  void operator()(const char* key, std::vector<Finalist>& finalists) {
    for (const Json& one : list(key)) {
      Reader each{one};
      each_field(finalists.emplace_back(), each);
      if (!each.problem().empty()) complain("a finalist's " + each.problem());
    }
  }

  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  const std::string& problem() const { return problem_; }

 private:
  template <class T>
  void take(const char* key, T& value, bool (Json::*is)() const noexcept, std::string_view what) {
    const auto found = object_.find(key);
    if (found != object_.end() && ((*found).*is)())
      value = found->get<T>();
    else
      complain(fmt::format("`{}` must be {}", key, what));
  }

  Json list(const char* key) {
    Json value = Json::array();
    take(key, value, &Json::is_array, "a list");
    return value;
  }

  const Json& object_;
  std::string problem_;
};

// Reads the event of that type; nothing if the type is unknown.
template <std::size_t... I>
std::optional<Event> event_of(std::string_view type, Reader& reader, std::index_sequence<I...>) {
  std::optional<Event> event;
  const auto read_if = [&]<std::size_t index>(std::integral_constant<std::size_t, index>) {
    if (type != event_types[index]) return;
    event.emplace(std::in_place_index<index>);
    each_field(std::get<index>(*event), reader);
  };
  (read_if(std::integral_constant<std::size_t, I>{}), ...);
  return event;
}

}  // namespace

std::string event_json(const Event& event, Time at, std::string_view previous) {
  Writer writer;
  writer("type", event_types[event.index()]);
  std::visit([&](const auto& e) { each_field(e, writer); }, event);
  writer("at", record::format_time(at));
  writer("previous", previous);
  return writer.object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<HistoryLine> read_event(std::string_view line, std::string_view previous) {
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return Error{"the line is not a JSON object"};
  Reader reader{object};
  std::string type, time, follows;
  reader("type", type);
  reader("at", time);
  reader("previous", follows);
  auto event = event_of(type, reader, std::make_index_sequence<event_types.size()>{});
  const Opened* opened = event ? std::get_if<Opened>(&*event) : nullptr;
  if (opened != nullptr && (opened->version < 1 || opened->version > Opened::newest_version))
    return Error{
        fmt::format("`version` is {}; this ebiri reads 1..{}", opened->version, Opened::newest_version)};
  if (!reader.problem().empty()) return Error{reader.problem()};
  if (!event) return Error{fmt::format("unknown `type`: `{}`", type)};
  const auto at = record::parse_time(time);
  if (!at) return Error{"`at` must be a time such as `2026-11-21T12:00:00.123Z`"};
  if (follows != previous) return Error{"`previous` is not the hash of the line before it"};
  return HistoryLine{std::move(*event), *at, sha256_hex(line)};
}

}  // namespace ebiri::contest
