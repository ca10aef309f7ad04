#include "referee/contest/entries/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/config/command.hpp"
#include "referee/config/reference.hpp"
#include "referee/config/sections.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using config::mapping;
using config::Node;
using config::Option;
using config::Reading;
using config::scalar;
using std::chrono::hours;
using std::chrono::milliseconds;
using tournament::EngineSettings;

constexpr std::uint64_t kilobyte = 1000, megabyte = 1000 * kilobyte, gigabyte = 1000 * megabyte;

// Keys of a config that the host cannot set in `finals`, and the reasons.
using ReservedKey = std::pair<std::string_view, std::string_view>;
constexpr ReservedKey reserved_keys[] = {
    {"name", "the name is `finals`"},
    {"seed", "the seed is drawn when the contest is locked"},
    {"engines", "the engines are the entries that qualified"},
    {"isolation", "entries always play in a sandbox"},
    {"sprt", "a contest is not a sequential test"},
};

const config::Section<TreeLimits>& submission_section() {
  static const config::Section<TreeLimits> section{
      {scalar(&TreeLimits::bytes, config::size(kilobyte, 100 * gigabyte),
              {.key = "size", .meaning = "Bytes of all files of a submission", .example = "50MB"}),
       scalar(&TreeLimits::files, config::whole_number<int>(1, 1'000'000),
              {.key = "files", .meaning = "Files and folders of a submission", .example = "2000"}),
       scalar(&TreeLimits::depth, config::whole_number<int>(1, 100),
              {.key = "depth", .meaning = "Parts of a path in a submission", .example = "16"}),
       scalar(&TreeLimits::ratio, config::whole_number<std::uint64_t>(1, 100'000),
              {.key = "ratio", .meaning = "Bytes unpacked for each byte of an archive", .example = "200"})},
      "{size: 50MB}"};
  return section;
}

const config::Section<BuildLimits>& build_section() {
  static const config::Section<BuildLimits> section{
      {scalar(&BuildLimits::time, config::duration(milliseconds(1000), hours(24)),
              {.key = "time", .meaning = "Time limit of all build lines together", .example = "5min"}),
       scalar(&BuildLimits::memory, config::none_or(config::size(megabyte, 1000 * gigabyte)),
              {.key = "memory", .meaning = "Memory of all processes of a build together", .example = "2GB"}),
       scalar(&BuildLimits::processes, config::none_or(config::whole_number<int>(1, 100'000)),
              {.key = "processes", .meaning = "Processes of a build, threads counted", .example = "256"}),
       scalar(&BuildLimits::disk, config::size(megabyte, 100 * gigabyte),
              {.key = "disk", .meaning = "Bytes of all files during a build", .example = "500MB"})},
      "{time: 5min}"};
  return section;
}

const config::Section<QualificationSettings>& qualification_section() {
  using Q = QualificationSettings;
  static const config::Section<Q> section{
      {scalar(&Q::pairs, config::whole_number<int>(0, 100),
              {.key = "pairs", .meaning = "Openings against `random`, each played twice", .example = "2"}),
       scalar(&Q::start_limit, config::duration(milliseconds(1), hours(1)),
              {.key = "start-limit", .meaning = "Time limit for the start of an entry", .example = "10s"}),
       scalar(
           &Q::margin, config::duration(milliseconds(0), hours(1)),
           {.key = "margin", .meaning = "Allowed delay of an answer beyond its limit", .example = "100ms"}),
       scalar(&Q::probe, config::word<bool>({{"true", true}, {"false", false}}),
              {.key = "probe", .meaning = "Whether `ebiri probe` checks each entry", .example = "true"})},
      "{pairs: 2}"};
  return section;
}

const config::Section<FaultPolicy>& faults_section() {
  static const config::Section<FaultPolicy> section{
      {scalar(&FaultPolicy::most, config::whole_number<int>(0, 1'000'000),
              {.key = "most", .meaning = "Games that a team may lose by a fault", .example = "5"}),
       scalar(
           &FaultPolicy::games_count, config::word<bool>({{"count", true}, {"leave-out", false}}),
           {.key = "games", .meaning = "Whether the games of a withdrawn team count", .example = "count"})},
      "{most: 5, games: count}"};
  return section;
}

config::Type<std::string> contest_name() { return config::safe_name("._-"); }

Option<Settings> deadline_option() {
  const auto read = [](Settings& settings, const config::Entry& entry, Reading& reading) {
    const auto text = config::read_scalar(config::line_of_text(), entry, reading);
    if (!text) return;
    settings.deadline = record::parse_time(*text);
    if (!settings.deadline && text->ends_with('Z'))
      settings.deadline = record::parse_time(text->substr(0, text->size() - 1) + ".000Z");
    if (!settings.deadline)
      reading.problems.add(entry.value.place,
                           "`deadline` must be a time in UTC, not " + config::received(entry.value),
                           fmt::format("write for example `{:.10}T18:00:00Z`",
                                       record::format_time(now() + std::chrono::days{7})));
  };
  return {{.key = "deadline",
           .meaning = "End of submissions, a time in UTC",
           .example = "2026-11-27T18:00:00Z",
           .type = "time"},
          read};
}

Option<Settings> languages_option() {
  const auto read = [](Settings& settings, const config::Entry& entry, Reading& reading) {
    if (entry.value.kind != Node::Kind::list)
      return reading.problems.add(entry.value.place,
                                  "`languages` must be a list, not " + config::received(entry.value),
                                  "write for example `[cpp, python]`");
    for (const Node& item : entry.value.items) {
      const config::Entry one{"languages", item.place, item};
      if (auto name = config::read_scalar(config::word(language_names()), one, reading))
        settings.languages.push_back(*name);
    }
  };
  return {{.key = "languages",
           .meaning = "Languages of entries; without this key, all known ones",
           .example = "[cpp, python]",
           .type = "list of words",
           .range = config::word(language_names()).range},
          read};
}

// A complete config: name and seed, the keys of `written`, then isolation, defaults and engines.
Node finals_node(const Node& written, std::string seed, std::span<const EngineSettings> engines,
                 const char* name = "finals") {
  Node whole = config::map_node();
  whole.place = written.place;
  whole.entries.push_back({"name", {}, config::scalar_node(name)});
  whole.entries.push_back({"seed", {}, config::scalar_node(std::move(seed))});
  whole.entries.insert(whole.entries.end(), written.entries.begin(), written.entries.end());
  whole.entries.push_back({"isolation", {}, config::scalar_node("sandbox")});
  const std::pair<const char*, const char*> defaults[] = {
      {"isolation-required", "true"}, {"on-failed-start", "forfeit"}, {"rank-by", "points"}};
  for (const auto& [key, value] : defaults)
    if (written.find(key) == nullptr) whole.entries.push_back({key, {}, config::scalar_node(value)});
  Node list = config::list_node();
  for (const EngineSettings& engine : engines)
    list.items.push_back(write_section(engine, config::engine_section()));
  whole.entries.push_back({"engines", written.place, std::move(list)});
  return whole;
}

// Placeholders for the entries, enough for every format. Problems with them get the place of `finals`.
std::vector<EngineSettings> placeholders() {
  std::vector<EngineSettings> all;
  for (int i = 1; i <= 64; ++i) all.push_back({.name = fmt::format("entry-{}", i), .command = "/bin/sh"});
  return all;
}

void read_finals(Settings& settings, const config::Entry& entry, Reading& reading) {
  if (entry.value.kind != Node::Kind::map)
    return config::report_no_mapping(entry, "{variant: kalah, pairs: 2, limit: {move: 100ms}}", "", reading);
  settings.finals = entry.value;
  std::erase_if(settings.finals.entries, [&](const config::Entry& one) {
    const auto* reserved = find_by(reserved_keys, one.key, &ReservedKey::first);
    if (reserved == nullptr) return false;
    reading.problems.add(one.place, fmt::format("`finals` cannot set `{}`", one.key),
                         std::string{reserved->second});
    return true;
  });
  const Node whole = finals_node(settings.finals, "1", placeholders());
  config::read_section(settings.finals_settings, whole, config::settings_section(), reading);
  settings.finals_settings.engines.clear();
}

// The keys of a config that `finals` may set.
std::vector<config::Description> keys_of_finals() {
  std::vector<config::Description> keys;
  for (const auto& option : config::settings_section().options)
    if (find_by(reserved_keys, option.info.key, &ReservedKey::first) == nullptr) keys.push_back(option.info);
  return keys;
}

Option<Settings> finals_option() {
  return {{.key = "finals",
           .meaning = "Finals: a config without name, seed, engines, isolation and sprt",
           .example = "{variant: kalah, format: swiss, pairs: 2, limit: {move: 100ms}}",
           .required = true,
           .type = "mapping",
           .keys = keys_of_finals()},
          read_finals};
}

const config::Section<Settings>& contest_section() {
  static const config::Section<Settings> section{
      {scalar(&Settings::name, contest_name(),
              {.key = "name", .meaning = "Name of the contest", .example = "friday-kalah", .required = true}),
       deadline_option(), languages_option(),
       mapping(&Settings::submission, submission_section(),
               {.key = "submission", .meaning = "Limits on a submission", .example = "{size: 50MB}"}),
       mapping(&Settings::build, build_section(),
               {.key = "build", .meaning = "Limits on building an entry", .example = "{time: 5min}"}),
       mapping(&Settings::qualification, qualification_section(),
               {.key = "qualification", .meaning = "How entries are checked", .example = "{pairs: 2}"}),
       mapping(
           &Settings::faults, faults_section(),
           {.key = "faults", .meaning = "When a team is withdrawn for its faults", .example = "{most: 5}"}),
       scalar(
           &Settings::beacon, config::line_of_text(),
           {.key = "beacon",
            .meaning =
                "Description of a public text that becomes known after the deadline; the seed depends on it",
            .example = "the numbers of the national lottery of Saturday"}),
       finals_option()},
      ""};
  return section;
}

}  // namespace

std::optional<std::string> name_problem(std::string_view name) {
  const auto parsed = contest_name().parse(std::string{name});
  const auto* complaint = std::get_if<config::ValueError>(&parsed);
  return complaint == nullptr ? std::nullopt : std::optional{complaint->what};
}

std::string contest_schema_json() {
  return config::schema_json("A contest of Ebiri",
                             "`ebiri contest list FOLDER` reports every problem of a contest.yaml",
                             mapped<config::Description>(contest_section().options, &Option<Settings>::info));
}

std::string contest_template(const std::string& name) {
  return fmt::format(R"(# yaml-language-server: $schema={}
# A contest: submissions, how entries are built and checked, and the finals. `ebiri contest list FOLDER` reports
# every problem; the host's guide is configs/contest/README.md.
name: {}
# deadline: 2099-11-27T18:00:00Z      # in UTC; submissions close then
# languages: [c, cpp, java, python]   # default: all known languages
submission: {{size: 20MB, files: 1000}}
build: {{time: 2min, memory: 2GB, disk: 500MB}}
qualification: {{pairs: 2}}             # `ebiri probe`, then two openings against `random`, from both sides
faults: {{most: 5, games: count}}       # a team that loses more games than this by faults is withdrawn
# beacon: the numbers of the lottery of Saturday    # published after the deadline; the seed depends on it

# The finals: an ordinary config (`ebiri options`) without name, seed, engines, isolation and sprt.
finals:
  variant: kalah                      # `ebiri variants`
  format: round-robin                 # or swiss, for dozens of entries
  # Openings for every two entries, each played from both sides. Rough error of a rating: 680 Elo / √(games of
  # an entry). Three entries with 50 pairs play 300 games, ± 48 Elo; dozens of entries need fewer pairs.
  pairs: 50
  openings: {{random-plies: 4}}         # 942 openings in Kalah
  limit: {{move: 100ms}}
  limits: {{memory: 512MB, processes: 32, disk: 16MB}}
  ponder: forbid
  tie-breaks: [direct-encounter, wins, sonneborn-berger]
)",
                     schema_file, name);
}

std::string lock_command(const Folder& folder, const Settings& settings) {
  return contest_command(folder, "lock", settings.beacon.empty() ? "" : " --beacon TEXT");
}

bool Settings::accepts(std::string_view language) const {
  return languages.empty() || std::ranges::find(languages, language) != languages.end();
}

std::optional<std::string> Settings::public_openings() const {
  constexpr const char* safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+";
  const std::string file = finals_settings.openings.file.value_or("").string();
  return file.empty() || file.find_first_not_of(safe) != file.npos ? std::nullopt : std::optional{file};
}

Result<Settings> read_settings(const std::filesystem::path& file) {
  const auto source = config::read_source(file);
  if (!source) return refusal(source.error().message);
  const auto search = config::search_path_for(file);
  return config::read_document<Settings>(*source, "a contest", contest_section(), &search);
}

bool deadline_passed(const Settings& settings) { return settings.deadline && now() >= *settings.deadline; }

std::vector<std::string> opening_warnings(const Settings& settings) {
  std::vector<std::string> warnings, missing;
  if (!settings.deadline)
    warnings.emplace_back("contest.yaml has no `deadline`: submissions are open until `ebiri contest lock`");
  if (deadline_passed(settings)) warnings.emplace_back("the deadline has passed; submissions are closed");
  if (settings.beacon.empty())
    warnings.emplace_back("contest.yaml has no `beacon`: you know the finals' seed before teams submit");
  if (settings.finals_settings.openings.file && !settings.public_openings())
    warnings.emplace_back(
        "the file of openings will not be published, so others cannot verify the games: put it into the "
        "contest's folder, and use only letters, digits and `._-+` in its name");
  if (settings.finals_settings.variant.variant.ends_with(".yaml"))
    warnings.push_back(fmt::format("`{}` will not be published: send it to all who want to verify the games",
                                   settings.finals_settings.variant.variant));
  for (const Language& language : languages())
    if (settings.accepts(language.name) && !is_installed(language))
      missing.push_back(fmt::format("/usr/bin/{} ({})", language.program, language.name));
  if (!missing.empty())
    warnings.push_back(join(missing, ", ") + " not found: see `ebiri contest doctor`, or set `languages`");
  return warnings;
}

std::string finals_yaml(const Settings& settings, std::uint64_t seed,
                        std::span<const EngineSettings> engines) {
  return config::emit_yaml(finals_node(settings.finals, std::to_string(seed), engines));
}

std::string home_yaml(const Settings& settings, EngineSettings entry) {
  constexpr std::string_view of_finals[] = {"variant",     "openings",    "limit",  "limits",
                                            "cores",       "warm-up",     "margin", "patience",
                                            "start-limit", "ready-limit", "ponder", "ponder-allowance"};
  Node written = config::map_node();
  // Leaves out `openings` with a file, which is not in the entry's folder.
  for (const config::Entry& one : settings.finals.entries)
    if (std::ranges::count(of_finals, one.key) > 0 && one.value.find("file") == nullptr)
      written.entries.push_back(one);
  constexpr std::pair<const char*, const char*> at_home[] = {
      {"pairs", "5"}, {"isolation-required", "false"}, {"on-failed-start", "stop"}};
  for (const auto& [key, value] : at_home) written.entries.push_back({key, {}, config::scalar_node(value)});
  entry.name = "mine";
  const char* hint = entry.command.empty() ? "# Write your engine's command in place of `./bot`.\n" : "";
  if (entry.command.empty()) entry.command = "./bot";
  entry.directory = ".";
  std::vector<EngineSettings> engines{std::move(entry)};
  for (const std::string name : {"random", "greedy"})
    engines.push_back({.name = name, .command = "bots/" + name});
  return "# To test an entry at home: in its folder, run `ebiri run home.yaml`.\n" + std::string{hint} +
         config::emit_yaml(finals_node(written, "1", engines, "home"));
}

}  // namespace ebiri::contest
