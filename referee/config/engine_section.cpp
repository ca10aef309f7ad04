// The engines, and the keys of the tournament that hold for every engine: warm-up, isolation, limits.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "referee/config/sections.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

using player::WarmUp;
using process::Isolation;
using std::chrono::milliseconds;
using tournament::EngineSettings;
using tournament::Role;
using tournament::Settings;

constexpr std::size_t max_engines = 1000;
constexpr milliseconds longest_warm_up{3600 * 1000};
constexpr std::uint64_t kilobyte = 1000, megabyte = 1000 * kilobyte, terabyte = 1'000'000 * megabyte;

// Checks that the files of the command exist and can run.
void check_command(EngineSettings& engine, const Node& map, Reading& reading) {
  const Entry* entry = map.find("command");
  if (entry == nullptr || engine.command.empty()) return;
  const auto report = [&](const std::string& problem) {
    if (!problem.empty()) reading.problems.add(entry->value.place, problem);
  };
  const SearchPath* search = reading.search;
  const auto words = search ? resolve_command(engine.command, *search) : split_command(engine.command);
  if (!words) return report(words.error().message);
  if (search == nullptr) return;
  const auto directory = engine.directory ? resolve_path(*engine.directory, *search) : search->working;
  report(command_problem(*words, directory, *search));
}

// The protocol separates name and value by the word `value`, so a name must not contain it.
void read_option(EngineSettings& engine, const Entry& entry, Reading& reading) {
  const Node name{.kind = Node::Kind::scalar, .place = entry.place, .text = entry.key};
  for (const std::string_view part : words(entry.key)) {
    if (part != "value") continue;
    reading.problems.add(entry.place, "an option's name must not contain the word `value`");
    return;
  }
  if (entry.key.size() > 64) {
    reading.problems.add(
        entry.place,
        fmt::format("the name of an option has {} bytes; at most 64 are allowed", entry.key.size()));
    return;
  }
  if (!read_scalar(line_of_text(), "the name of an option", entry.place, name, reading)) return;
  if (entry.value.kind == Node::Kind::scalar && entry.value.text.empty()) {
    engine.options.emplace_back(entry.key, "");
  } else if (auto value = read_scalar(line_of_text(), entry, reading)) {
    engine.options.emplace_back(entry.key, std::move(*value));
  }
}

const Section<WarmUp>& warm_up_section() {
  static const Section<WarmUp> section{
      {scalar(&WarmUp::moves, whole_number<int>(1, 1000), required({"moves", "Number of moves", "2"}))},
      "{moves: 2}",
      {},
      "none"};
  return section;
}

// The mapping, or a duration.
template <class Owner, class Member>
Option<Owner> warm_up_option(Member Owner::*member, Description info) {
  Option<Owner> option = mapping(member, warm_up_section(), std::move(info));
  const auto time = duration(milliseconds(1), longest_warm_up);
  option.info.type = "mapping, `" + warm_up_section().empty_word + "` or " + time.name;
  option.info.range = time.range;
  option.read = [=, read = option.read](Owner& owner, const Entry& entry, Reading& reading) {
    const bool scalar = entry.value.kind == Node::Kind::scalar;
    if (!scalar || entry.value.text == warm_up_section().empty_word) return read(owner, entry, reading);
    if (const auto value = read_scalar(time, entry, reading)) owner.*member = WarmUp{.time = *value};
  };
  option.write = [=, write = option.write](const Owner& owner) {
    const std::optional<WarmUp> warm_up = owner.*member;
    return warm_up && warm_up->time ? scalar_node(time.print(*warm_up->time)) : write(owner);
  };
  return option;
}

// The same four keys for all engines and for one.
template <class Part>
std::vector<Option<Part>> limits_options() {
  return {
      scalar(
          &Part::memory, none_or(size(megabyte, terabyte)),
          {"memory", "Memory of all processes of an engine together; without control groups, of each process",
           "512MB"}),
      scalar(&Part::processes, none_or(whole_number<int>(1, 100'000)),
             {"processes", "Number of processes and threads at a time", "32"}),
      scalar(&Part::cpu, none_or(duration(milliseconds(1000), std::chrono::hours(1000))),
             {"cpu", "CPU time of each process in all games together; rounded up to whole seconds", "1h"}),
      scalar(&Part::disk, none_or(size(kilobyte, terabyte)),
             {"disk",
              "Size of each written file; in a sandbox, also the total size of /tmp, and that of /dev/shm",
              "16MB"}),
  };
}

template <class Part>
const Section<Part>& limits_section() {
  static const Section<Part> section{limits_options<Part>(), "{memory: 512MB}"};
  return section;
}

Type<int> cores_type() { return none_or(whole_number<int>(1, 1024)); }

void check_names(const Node& list, Reading& reading) {
  std::map<std::string, Place> seen;
  for (const Node& item : list.items) {
    const Entry* name = item.find("name");
    if (name == nullptr || name->value.kind != Node::Kind::scalar) continue;
    const auto [first, fresh] = seen.emplace(name->value.text, name->value.place);
    if (fresh) continue;
    // Sorted, because an engine that `--set` renames has the later place even if it is first in the list.
    const auto [other, later] = std::minmax(first->second, name->value.place);
    reading.problems.add(later, "two engines have the name `" + printable(name->value.text, 64) + "`",
                         other.line > 0 ? fmt::format("the other is on line {}", other.line) : "");
  }
}

void read_engines(Settings& settings, const Entry& entry, Reading& reading) {
  const Node& list = entry.value;
  if (list.kind == Node::Kind::none) return reading.problems.add(entry.place, "`engines` has no value");
  if (list.kind != Node::Kind::list) {
    return reading.problems.add(list.place, "`engines` must be a list, not " + received(list),
                                "each engine begins with `- `, for example `- {name: a, command: bots/a}`");
  }
  for (const Node& item : list.items) {
    EngineSettings engine;
    if (item.kind == Node::Kind::none) {
      reading.problems.add(item.place, fmt::format("engine {} is empty", settings.engines.size() + 1),
                           "nothing follows its `-`");
    } else if (item.kind == Node::Kind::map) {
      read_section(engine, item, engine_section(), reading);
    } else {
      reading.problems.add(item.place, "an engine must be a mapping, not " + received(item),
                           "write for example `- {name: a, command: bots/a}`");
    }
    settings.engines.push_back(std::move(engine));
  }
  check_names(list, reading);
  if (list.items.size() < 2) {
    reading.problems.add(entry.place, list.items.empty() ? "there is no engine" : "there is one engine",
                         "a tournament needs at least two");
  }
  if (list.items.size() > max_engines) {
    reading.problems.add(entry.place, fmt::format("there are {} engines; at most {} are allowed",
                                                  list.items.size(), max_engines));
  }
}

std::optional<Node> write_engines(const Settings& settings) {
  if (settings.engines.empty()) return std::nullopt;
  const auto node = [](const EngineSettings& engine) { return write_section(engine, engine_section()); };
  return list_node(mapped<Node>(settings.engines, node));
}

void report_without_isolation(const Entry* limits, Reading& reading) {
  if (limits == nullptr) return;
  reading.problems.add(limits->place, "`limits` has no effect without `isolation`",
                       "write `isolation: limits` or `isolation: sandbox`, or `isolation: none` to keep "
                       "`limits` in the file without effect");
}

// Without `directory` an engine in a sandbox runs in /tmp and sees only absolute paths of its command.
void report_hidden_script(const EngineSettings& engine, const Node& map, Reading& reading) {
  const auto words = split_command(engine.command);
  const std::size_t at = words && !engine.directory && reading.search != nullptr ? script_at(*words) : 0;
  if (at == 0 || (*words)[at].find('/') != std::string::npos) return;
  for (const std::string& name : {(*words)[at], (*words)[at] + ".js"}) {  // `node bot` runs bot.js
    if (!exists(status_of(reading.search->working / name))) continue;
    const std::string script = printable(name, 200);
    return reading.problems.add(map.find("command")->value.place, "a sandbox does not have `" + script + "`",
                                "write `./" + script + "`, or set `directory`");
  }
}

}  // namespace

const Section<EngineSettings>& engine_section() {
  static const Section<EngineSettings> section{
      {
          scalar(&EngineSettings::name, safe_name("._-+"),
                 required({"name", "Name in tables and records", "alphabeta"})),
          scalar(&EngineSettings::command, line_of_text(),
                 required({"command", "The program and its arguments", "bots/alphabeta"})),
          existing("folder", &EngineSettings::directory,
                   {"directory",
                    "Working directory, relative to the config's folder; default: the referee's, in a "
                    "sandbox /tmp",
                    "engines/work"}),
          unless_default(
              scalar(&EngineSettings::dialect, word(player::dialect_words()),
                     {"dialect", "Protocol: `ugi`, or the dialect of another referee (protocol/DIALECTS.md)",
                      "codingame"})),
          texts_by_name(&EngineSettings::options, read_option,
                        {"options", "Options that are sent to the engine with `setoption`, in this order",
                         "{Hash: 64}"}),
          mapping(&EngineSettings::limit, limit_section(),
                  {"limit", "Limit, instead of the tournament's", "{nodes: 1000}"}),
          scalar(&EngineSettings::margin, duration(milliseconds(0), std::chrono::hours(1)),
                 {"margin", "Margin, instead of the tournament's", "20ms"}),
          warm_up_option(&EngineSettings::warm_up,
                         {"warm-up", "Warm-up, instead of the tournament's", "500ms"}),
          mapping(
              &EngineSettings::resource_limits, limits_section<process::LimitChanges>(),
              {"limits", "Limits, instead of the tournament's limits with the same names", "{memory: 2GB}"}),
          scalar(&EngineSettings::cores, cores_type(),
                 {"cores", "Number of cores, instead of the tournament's", "4"}),
          unless_default(
              scalar(&EngineSettings::team, safe_name("._-+"), {"team", "Team (scheveningen)", "home"})),
          unless_default(
              scalar(&EngineSettings::role, word<Role>(tournament::role_words()),
                     {"role",
                      "Role in the format: a `challenger` meets non-challengers (gauntlet) or climbs the "
                      "ladder, a `reference` tests all others (staged)",
                      "challenger"})),
      },
      "{name: a, command: bots/a}",
      check_command};
  return section;
}

Option<Settings> engines_option() {
  Option<Settings> option;
  option.info = required({"engines", "The engines, at least two",
                          "\n  - {name: alphabeta, command: bots/alphabeta}"
                          "\n  - {name: alphabeta-1k, command: bots/alphabeta, limit: {nodes: 1000}}",
                          Change::extends});
  describe_section(option.info, engine_section());
  option.info.type = "list of mappings";
  option.read = read_engines;
  option.write = write_engines;
  return with_fallback(std::move(option));
}

// Written only if set, so that the settings of older runs keep their text.
Option<Settings> warm_up_of_all_option() {
  return unless_default(warm_up_option(
      &Settings::warm_up,
      {"warm-up",
       "Untimed moves before the first game of each engine process: a number of moves, or a duration shorter "
       "than `start-limit`",
       "{moves: 2}"}));
}

void check_warm_up(const Settings& settings, const Node& map, Reading& reading) {
  const auto check = [&](const Node& owner, const std::optional<WarmUp>& warm_up) {
    const Entry* entry = owner.find("warm-up");
    if (entry == nullptr || !warm_up || !warm_up->time || *warm_up->time < settings.start_limit) return;
    reading.problems.add(entry->value.place, "`warm-up` must be shorter than `start-limit`, which is " +
                                                 format_duration(settings.start_limit));
  };
  check(map, settings.warm_up);
  for (std::size_t k = 0; k < settings.engines.size(); ++k)
    check(map.find("engines")->value.items[k], settings.engines[k].warm_up);
}

void check_isolation(const Settings& settings, const Node& map, Reading& reading) {
  const bool none = map.find("isolation") == nullptr;
  if (none) report_without_isolation(map.find("limits"), reading);
  for (std::size_t k = 0; k < settings.engines.size(); ++k) {
    const Node& engine = map.find("engines")->value.items[k];
    if (none) report_without_isolation(engine.find("limits"), reading);
    if (settings.isolation == Isolation::sandbox) report_hidden_script(settings.engines[k], engine, reading);
  }
}

std::vector<Option<Settings>> isolation_options() {
  return {
      scalar(&Settings::isolation,
             word<Isolation>(
                 {{"none", Isolation::none}, {"limits", Isolation::limits}, {"sandbox", Isolation::sandbox}}),
             {"isolation",
              "Isolation of engines: none, the `limits`, or also a sandbox without access to other files, "
              "processes and networks; `ebiri doctor` tests what is available",
              "limits"}),
      scalar(&Settings::isolation_required, word<bool>({{"true", true}, {"false", false}}),
             {"isolation-required",
              "Whether a run needs all of its isolation: if a part is not available, `true` refuses to play, "
              "`false` warns and records it",
              "false", Change::free}),
      mapping(&Settings::resource_limits, limits_section<process::Limits>(),
              {"limits", "Resources that each engine may use, unless the isolation is `none`",
               "{memory: 512MB, processes: 32, cpu: 1h, disk: 16MB}"}),
      scalar(&Settings::cores, cores_type(),
             {"cores",
              "Number of cores that each engine may use, enforced in a sandbox; default: 1 with `isolation: "
              "sandbox`, otherwise all",
              "2"}),
  };
}

}  // namespace ebiri::config
