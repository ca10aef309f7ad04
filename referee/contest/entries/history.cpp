#include "referee/contest/entries/history.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>
#include <concepts>
#include <nlohmann/json.hpp>
#include <ranges>
#include <type_traits>
#include <utility>

#include "referee/record/game_json.hpp"
#include "referee/record/seal.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

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

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The words for types of events, in the order of the variant `Event`.
constexpr std::array<const char*, std::variant_size_v<Event>> event_types{
    "opened", "submitted", "built", "qualified", "withdrawn", "locked", "finalized"};

// Calls `visit(name, field)` for every field of an event or a finalist.
void each_field(auto& event, auto&& visit) {
  using Type = std::remove_cvref_t<decltype(event)>;
  using Fields = boost::describe::describe_members<Type, boost::describe::mod_public>;
  boost::mp11::mp_for_each<Fields>([&](auto field) { visit(field.name, event.*field.pointer); });
}

Json fields_of(const auto& event) {
  Json object;
  each_field(event, [&](const char* key, const auto& value) { object[key] = value; });
  return object;
}

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
std::optional<Event> event_of(std::string_view type, Reader& reader) {
  std::optional<Event> event;
  boost::mp11::mp_for_each<boost::mp11::mp_iota_c<event_types.size()>>([&](auto index) {
    if (type != event_types[index]) return;
    event.emplace(std::in_place_index<index>);
    each_field(std::get<index>(*event), reader);
  });
  return event;
}

// Only a submission adds a team: other events of an unknown team have no effect.
struct Applier {
  State& state;
  Time at;

  Team* team(const std::string& name) const { return const_cast<Team*>(state.team(name)); }
  Submission* submission(const auto& event) const {
    return const_cast<Submission*>(state.submission(event.team, event.number));
  }

  void operator()(const Opened& event) const { state.opened = event; }
  void operator()(const Submitted& event) const {
    if (team(event.team) == nullptr) state.teams.push_back({.name = event.team});
    Team& submitter = *team(event.team);
    submitter.withdrawn.reset();
    submitter.submissions.push_back(
        {.submitted = event, .at = at, .line = state.lines.size(), .hash = state.last_hash()});
  }
  void operator()(const Built& event) const {
    if (Submission* known = submission(event)) {
      known->built = event;
      known->qualified.reset();
    }
  }
  void operator()(const Qualified& event) const {
    if (Submission* known = submission(event)) known->qualified = event;
  }
  void operator()(const Withdrawn& event) const {
    if (Team* known = team(event.team)) known->withdrawn = event;
  }
  void operator()(const Locked& event) const {
    state.locked = event;
    state.locked_at = at;
  }
  void operator()(const Finalized& event) const {
    state.finalized = event;
    state.finalized_at = at;
  }
};

struct ReadHistory {
  State state;
  std::string tail;         // an unfinished last line
  std::uint64_t valid = 0;  // bytes before it
};

Result<ReadHistory> read_all(const fs::path& file) {
  ReadHistory read;
  if (!exists(status_of(file))) return read;
  const auto text = read_file(file);
  if (!text) return text.error();
  std::string_view rest = *text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view line = rest.substr(0, end);
    const auto wrong = [&](std::string_view what) {
      return Error{fmt::format("{}:{}: {}; the rest of the file cannot be trusted: restore it from a backup",
                               file.string(), number, what)};
    };
    if (!record::seal_holds(line)) return wrong("the line's checksum is wrong");
    auto event = read_event(line, read.state.last_hash());
    if (!event) return wrong(event.error().message);
    read.state.apply(*event);
    rest.remove_prefix(end + 1);
  }
  read.tail = rest;
  read.valid = text->size() - rest.size();
  return read;
}

// The unfinished line must be on the disk in the .rejected file before it is removed from the history.
Result<void> cut_tail(const fs::path& file, const ReadHistory& read) {
  const fs::path rejected = file.string() + ".rejected";
  const Descriptor output{::open(rejected.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644)};
  if (!output.open() || !write_all(output.get(), read.tail + "\n") || ::fsync(output.get()) != 0)
    return system_failure("write to", rejected);
  if (auto saved = sync_folder(file.parent_path()); !saved) return saved;
  if (::truncate(file.c_str(), static_cast<off_t>(read.valid)) != 0) return system_failure("repair", file);
  return {};
}

}  // namespace

// The library calls this function.
static void to_json(Json& json, const Finalist& finalist) { json = fields_of(finalist); }

std::string event_json(const Event& event, Time at, std::string_view previous) {
  Json object{{"type", event_types[event.index()]}};
  object.update(std::visit([](const auto& any) { return fields_of(any); }, event));
  object["at"] = record::format_time(at);
  object["previous"] = previous;
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<HistoryLine> read_event(std::string_view line, std::string_view previous) {
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return Error{"the line is not a JSON object"};
  Reader reader{object};
  std::string type, time, follows;
  reader("type", type);
  reader("at", time);
  reader("previous", follows);
  auto event = event_of(type, reader);
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

const Submission* Team::finalist() const {
  if (withdrawn) return nullptr;
  for (const Submission& submission : submissions | std::views::reverse)
    if (submission.is_qualified()) return &submission;
  return nullptr;
}

const Submission* Team::waiting() const {
  if (withdrawn) return nullptr;
  for (const Submission& submission : submissions | std::views::reverse) {
    if (submission.is_qualified()) return nullptr;
    if (!submission.is_decided()) return &submission;
  }
  return nullptr;
}

const Team* State::team(std::string_view name) const { return find_by(teams, name, &Team::name); }

const Submission* State::submission(std::string_view team_name, int number) const {
  const Team* found = team(team_name);
  const bool there =
      found != nullptr && number >= 1 && static_cast<std::size_t>(number) <= found->submissions.size();
  return there ? &found->submissions[static_cast<std::size_t>(number) - 1] : nullptr;
}

std::vector<Finalist> State::finalists() const {
  std::vector<Finalist> list;
  for (const Team& each : teams)
    if (const Submission* plays = each.finalist())
      list.push_back({each.name, plays->submitted.number, plays->submitted.tree, plays->built->tree});
  return list;
}

void State::apply(const HistoryLine& line) {
  lines.push_back(line);
  std::visit(Applier{*this, line.at}, line.event);
}

Result<State> read_history(const Folder& folder) {
  auto read = read_all(folder.history());
  if (!read) return read.error();
  return std::move(read->state);
}

Result<History> History::open(const Folder& folder) {
  auto lock = record::Lock::take(folder.history(), lock_wait);
  if (!lock) return lock.error();
  auto read = read_all(folder.history());
  if (!read) return read.error();
  if (!read->tail.empty())
    if (auto cut = cut_tail(folder.history(), *read); !cut) return cut.error();
  return History{std::move(*lock), folder.history(), std::move(read->state)};
}

Result<void> History::append(const Event& event, Time at) {
  at = std::max(at, state_.last_at());
  const std::string line = record::sealed(event_json(event, at, state_.last_hash()));
  const Descriptor output{::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644)};
  if (!output.open()) return system_failure("open", file_);
  struct stat before {};
  if (::fstat(output.get(), &before) != 0) return system_failure("read the status of", file_);
  if (before.st_size == 0)
    if (auto saved = sync_folder(file_.parent_path()); !saved) return saved;
  if (!write_all(output.get(), line + "\n") || ::fdatasync(output.get()) != 0) {
    const Error error = system_failure("write to", file_);
    [[maybe_unused]] const int ignored = ::ftruncate(output.get(), before.st_size);
    return error;
  }
  state_.apply({event, at, sha256_hex(line)});
  return {};
}

}  // namespace ebiri::contest
