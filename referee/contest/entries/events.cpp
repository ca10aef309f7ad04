#include "referee/contest/entries/events.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "referee/record/game_json.hpp"

namespace ebiri::contest {

namespace {

using Json = nlohmann::ordered_json;

template <class... Fs>
struct Overload : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overload(Fs...) -> Overload<Fs...>;

Json finalist_json(const Finalist& one) {
  return {{"team", one.team}, {"number", one.number}, {"submitted", one.submitted}, {"built", one.built}};
}

Json fields_of(const Event& event) {
  return std::visit(
      Overload{
          [](const Opened& e) -> Json {
            return {{"type", "opened"},           {"version", e.version},       {"name", e.name},
                    {"commitment", e.commitment}, {"public_key", e.public_key}, {"rules", e.rules}};
          },
          [](const Submitted& e) -> Json {
            return {{"type", "submitted"}, {"team", e.team},   {"number", e.number}, {"tree", e.tree},
                    {"files", e.files},    {"bytes", e.bytes}, {"source", e.source}};
          },
          [](const Built& e) -> Json {
            return {{"type", "built"},
                    {"team", e.team},
                    {"number", e.number},
                    {"tree", e.tree},
                    {"problem", e.problem}};
          },
          [](const Qualified& e) -> Json {
            return {{"type", "qualified"}, {"team", e.team}, {"number", e.number}, {"problems", e.problems}};
          },
          [](const Withdrawn& e) -> Json {
            return {{"type", "withdrawn"}, {"team", e.team}, {"reason", e.reason}};
          },
          [](const Locked& e) -> Json {
            Json list = Json::array();
            for (const Finalist& one : e.finalists) list.push_back(finalist_json(one));
            return {
                {"type", "locked"}, {"secret", e.secret},     {"beacon", e.beacon},          {"seed", e.seed},
                {"rules", e.rules}, {"settings", e.settings}, {"finalists", std::move(list)}};
          },
          [](const Finalized& e) -> Json {
            return {{"type", "finalized"}, {"manifest", e.manifest}};
          },
      },
      event);
}

// The fields of one object; the first that is missing or ill-typed is remembered.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  std::string text(const char* key) { return take<std::string>(key, &Json::is_string, "a text"); }
  std::int64_t number(const char* key) {
    return take<std::int64_t>(key, &Json::is_number_integer, "a whole number");
  }
  std::uint64_t positive(const char* key) {
    return take<std::uint64_t>(key, &Json::is_number_unsigned, "a whole number that is not negative");
  }
  int count(const char* key) { return static_cast<int>(number(key)); }
  Json list(const char* key) { return take<Json>(key, &Json::is_array, "a list"); }

  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }
  const std::string& problem() const { return problem_; }

 private:
  template <class T>
  T take(const char* key, bool (Json::*is)() const noexcept, std::string_view what) {
    const auto found = object_.find(key);
    if (found != object_.end() && ((*found).*is)()) return found->get<T>();
    complain(fmt::format("`{}` must be {}", key, what));
    return T{};
  }

  const Json& object_;
  std::string problem_;
};

std::vector<std::string> texts_of(Fields& fields, const char* key) {
  std::vector<std::string> texts;
  for (const Json& one : fields.list(key)) {
    if (one.is_string())
      texts.push_back(one.get<std::string>());
    else
      fields.complain(fmt::format("`{}` must be a list of texts", key));
  }
  return texts;
}

std::vector<Finalist> finalists_of(Fields& fields) {
  std::vector<Finalist> all;
  for (const Json& one : fields.list("finalists")) {
    Fields each{one};
    all.push_back({each.text("team"), each.count("number"), each.text("submitted"), each.text("built")});
    if (!each.problem().empty()) fields.complain("a finalist's " + each.problem());
  }
  return all;
}

std::optional<Event> event_of(const std::string& type, Fields& f) {
  if (type == "opened") {
    const int version = f.count("version");
    if (version < 1 || version > Opened::newest_version)
      f.complain(fmt::format("`version` must be 1 or {}: a newer ebiri wrote it", Opened::newest_version));
    return Opened{f.text("name"), f.text("commitment"), f.text("public_key"), f.text("rules"), version};
  }
  if (type == "submitted")
    return Submitted{f.text("team"),    f.count("number"), f.text("tree"),
                     f.number("files"), f.number("bytes"), f.text("source")};
  if (type == "built") return Built{f.text("team"), f.count("number"), f.text("tree"), f.text("problem")};
  if (type == "qualified") return Qualified{f.text("team"), f.count("number"), texts_of(f, "problems")};
  if (type == "withdrawn") return Withdrawn{f.text("team"), f.text("reason")};
  if (type == "locked")
    return Locked{f.text("secret"), f.text("beacon"),   f.positive("seed"),
                  f.text("rules"),  f.text("settings"), finalists_of(f)};
  if (type == "finalized") return Finalized{f.text("manifest")};
  return std::nullopt;
}

}  // namespace

std::string event_json(const Event& event, Time at, std::string_view previous) {
  Json object = fields_of(event);
  object["at"] = record::format_time(at);
  object["previous"] = previous;
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<ReadEvent> read_event(std::string_view line) {
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return Error{"is no JSON object"};
  Fields fields{object};
  const std::string type = fields.text("type");
  const auto at = record::parse_time(fields.text("at"));
  std::string previous = fields.text("previous");
  auto event = event_of(type, fields);
  if (!fields.problem().empty()) return Error{fields.problem()};
  if (!event) return Error{fmt::format("`type` is not one that is known: `{}`", type)};
  if (!at) return Error{"`at` must be a time such as `2026-11-21T12:00:00.123Z`"};
  return ReadEvent{std::move(*event), *at, std::move(previous)};
}

}  // namespace ebiri::contest
