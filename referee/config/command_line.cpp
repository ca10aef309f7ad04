#include "referee/config/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "referee/config/sections.hpp"
#include "referee/support/files.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> sentences(const Problems& problems) {
  return mapped(problems.sorted(), [](const Problem& problem) {
    return problem.message + (problem.hint.empty() ? "" : "; " + problem.hint);
  });
}

// Adds `KEY=VALUE`; returns false if `text` is not of that form.
bool add_entry(Node& map, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  map.entries.push_back(
      {std::string{trim(text.substr(0, equals))}, {}, scalar_node(std::string{text.substr(equals + 1)})});
  return true;
}

template <class Part>
Result<Part> read(const Node& map, const Section<Part>& section, const SearchPath* search) {
  Problems problems;
  Reading reading{problems, search};
  Part part;
  read_section(part, map, section, reading);
  if (!problems.empty()) return Error{join(sentences(problems), "; ")};
  return part;
}

std::vector<std::string> bots_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    const auto mode = entry.status(problem).permissions();
    const bool runs = (mode & fs::perms::owner_exec) != fs::perms::none;
    if (entry.is_regular_file(problem) && runs) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

fs::path program_file(const std::string& command) {
  const auto words = split_command(command);
  if (!words) return {};
  if (const std::size_t script = script_at(*words); script > 0) return (*words)[script];
  const auto file = std::ranges::find_if(*words, [](const std::string& word) {
    return !word.starts_with('-') && word.find_first_of("./") != std::string::npos;
  });
  return file != words->end() ? *file : words->front();
}

std::string engine_name(const std::string& command) { return engine_name_of_file(program_file(command)); }

std::string engine_name_of_file(const fs::path& file) {
  constexpr std::size_t longest = 27;  // `A-vs-B-sprt` fits into the name of a run
  const std::string extension = file.extension().string();
  std::string name = file.filename().string();
  for (const char* script : {".py", ".js", ".mjs", ".jar", ".sh"})
    if (extension == script) name = file.stem().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
  name.erase(0, std::min(name.size(), name.find_first_not_of("-._")));
  name.resize(std::min(name.size(), longest));
  return name.empty() ? "engine" : name;
}

Result<match::Limit> read_limit(std::string_view text) {
  if (text == "none") return match::Limit{};
  Node map = map_node();
  for (const std::string_view part : split(text, ',')) {
    if (!add_entry(map, part))
      return Error{
          fmt::format("`{}` is not a limit; write for example `nodes=20000`, `move=1s`, "
                      "`base=5min,increment=3s` or `none`",
                      printable(text, 100))};
    const auto& last = map.entries.back();
    if (map.find(last.key) != &last)
      return Error{fmt::format("`{}` is given twice", printable(last.key, 60))};
  }
  return read(map, limit_section(), nullptr);
}

rating::SprtSettings read_test(const std::vector<std::string>& keys, std::vector<std::string>& problems) {
  Node map = map_node();
  for (const char* engine : {"baseline", "candidate"})
    map.entries.push_back({engine, {}, scalar_node(engine)});
  for (const std::string& key : keys) add_entry(map, key);
  Problems found;
  Reading reading{found, nullptr};
  tournament::TestSettings test;
  read_section(test, map, sprt_section(), reading);
  for (std::string& problem : sentences(found)) problems.push_back(std::move(problem));
  return test;
}

Result<tournament::EngineSettings> read_engine(const EngineArgument& engine, const SearchPath& search) {
  const fs::path folder = search.home / "bots";
  const bool bare = engine.command.find_first_of("/ \t") == std::string::npos;
  const bool ours = bare && !engine.command.empty() && is_regular_file(status_of(folder / engine.command));
  const std::string command = ours ? "bots/" + engine.command : engine.command;
  if (const auto found = resolve_command(command, search); !found) {
    const auto bots = bots_in(folder);
    if (!bare || bots.empty()) return found.error();
    return Error{fmt::format("{}; the bots of Ebiri are {}", found.error().message, join(bots, ", "))};
  }
  Node map = map_node({{"name", {}, scalar_node(engine.name)}, {"command", {}, scalar_node(command)}});
  if (!engine.dialect.empty()) map.entries.push_back({"dialect", {}, scalar_node(engine.dialect)});
  Node options = map_node();
  for (const std::string& option : engine.options) {
    if (!add_entry(options, option))
      return Error{fmt::format("`{}` is not an option; write for example `Level=3`", printable(option, 100))};
    const auto& last = options.entries.back();
    if (options.find(last.key) != &last)
      return Error{fmt::format("the option `{}` is given twice", printable(last.key, 60))};
  }
  if (!options.entries.empty()) map.entries.push_back({"options", {}, std::move(options)});
  return read(map, engine_section(), &search);
}

EngineArgument engine_argument(const std::string& text) {
  EngineArgument engine{.name = {}, .command = text};
  const fs::path bots = search_path_for(".").home / "bots";
  const std::size_t at = std::min(text.rfind('@'), text.size());
  const std::string bot = text.substr(0, at);
  if (bot.find_first_of("/ ") == bot.npos && is_regular_file(status_of(bots / bot))) {
    engine.ours = true;
    engine.command = "bots/" + bot;
    engine.name = bot;
    if (at + 1 >= text.size()) return engine;
    engine.options = {"Level=" + text.substr(at + 1)};
    engine.name += "-" + text.substr(at + 1);
    return engine;
  }
  if (is_regular_file(status_of(text))) {
    const std::string path = text.find('/') == text.npos ? "./" + text : text;
    engine.command = interpreter_of(text) + shell_word(path);
  }
  engine.name = engine_name(engine.command);
  return engine;
}

void make_names_unique(std::vector<EngineArgument>& engines) {
  const std::vector<EngineArgument> given = engines;
  for (EngineArgument& engine : engines) {
    const fs::path folder = program_file(engine.command).parent_path().filename();
    if (!engine.ours && !folder.empty() && std::ranges::count(given, engine.name, &EngineArgument::name) > 1)
      engine.name = engine_name_of_file(folder.string() + "-" + engine.name);
  }
  for (auto engine = engines.begin(); engine != engines.end(); ++engine) {
    const std::string name = engine->name;
    if (std::ranges::find(engines.begin(), engine, name, &EngineArgument::name) == engine) continue;
    for (int number = 2; std::ranges::count(engines, engine->name, &EngineArgument::name) > 1; ++number)
      engine->name = fmt::format("{}-{}", name, number);
  }
}

std::string engine_yaml(const EngineArgument& engine, const std::string& dialect, const std::string& more) {
  Node options = map_node();
  for (const std::string& option : engine.options) add_entry(options, option);
  return fmt::format("  - {{name: {}, command: {}{}{}{}}}\n", yaml_text(engine.name),
                     yaml_text(engine.command),
                     options.entries.empty() ? "" : ", options: " + emit_flow(options),
                     engine.ours || dialect.empty() ? "" : ", dialect: " + yaml_text(dialect), more);
}

namespace {

// Marks everything in the tree as coming from this override.
void stamp(Node& node, Place place) {
  node.place = place;
  for (Node& item : node.items) stamp(item, place);
  for (Entry& entry : node.entries) {
    entry.place = place;
    stamp(entry.value, place);
  }
}

std::optional<Node> read_value(std::string_view text, int source, Problems& problems) {
  if (printable(text, text.size()) != text) {
    problems.add({source, 0, 0}, "the value must be one line of UTF-8 text");
    return std::nullopt;
  }
  if (!text.starts_with('{') && !text.starts_with('[')) return scalar_node(std::string(text));
  Problems syntax;
  auto node = parse_yaml(text, source, syntax);
  for (const Problem& problem : syntax.sorted()) problems.add({source, 0, 0}, problem.message, problem.hint);
  return syntax.empty() ? node : std::nullopt;
}

// The engine whose name and a dot are the beginning of `path`; if there are several, the one with the longest
// name. Removes the name and the dot from `path`. Null if there is none, or if the path is only a name.
Node* take_engine(Node& engines, std::string_view& path) {
  Node* found = nullptr;
  std::size_t length = 0;
  for (Node& item : engines.items) {
    const Entry* entry = item.find("name");
    if (entry == nullptr || entry->value.kind != Node::Kind::scalar) continue;
    const std::string& name = entry->value.text;
    if (name == path) return nullptr;  // `a.1` names an engine, not the key `1` of the engine `a`
    const bool fits = path.starts_with(name) && path.size() > name.size() && path[name.size()] == '.';
    if (!fits || name.size() < length) continue;
    found = &item;
    length = name.size();
  }
  if (found != nullptr) path.remove_prefix(length + 1);
  return found;
}

void report_unknown_engine(const Node& engines, std::string_view path, Place place, Problems& problems) {
  std::vector<std::string> names;
  for (const Node& item : engines.items) {
    const Entry* entry = item.find("name");
    if (entry != nullptr && !entry->value.text.empty()) names.push_back(entry->value.text);
  }
  if (std::find(names.begin(), names.end(), path) != names.end()) {
    return problems.add(place, "the key after the engine's name is missing",
                        "write for example `engines." + std::string(path) + ".limit.nodes=1000`");
  }
  const std::string name(path.substr(0, path.find('.')));
  problems.add(place, "no engine has the name `" + printable(name, 64) + "`", did_you_mean(name, names));
}

Entry& entry_of(Node& map, std::string_view key, Place place) {
  if (Entry* entry = map.find(key)) return *entry;
  map.entries.push_back({std::string(key), place, {}});
  return map.entries.back();
}

// Turns the value of `entry` into a mapping. A variant or a format that is given by name keeps its name.
void make_map(Entry& entry, Place place) {
  if (entry.value.kind == Node::Kind::map) return;
  Node map{.kind = Node::Kind::map, .place = place};
  if ((entry.key == "variant" || entry.key == "format") && entry.value.kind == Node::Kind::scalar) {
    map.entries.push_back({"name", entry.place, entry.value});
  }
  entry.value = std::move(map);
}

bool well_formed(std::string_view path) {
  return !path.empty() && path.find("..") == std::string_view::npos && path.front() != '.' &&
         path.back() != '.';
}

// The map that has the first key of `path`: the config itself, or an engine, whose name is then removed from
// `path`.
Node* start_of(Node& root, std::string_view& path, Place place, Problems& problems) {
  constexpr std::string_view prefix = "engines.";
  Entry* engines = root.find("engines");
  // If there is no list `engines`, the keys are set as written, and the reader of `root` reports them.
  const bool by_name = engines != nullptr && engines->value.kind == Node::Kind::list;
  if (!path.starts_with(prefix) || !by_name) return &root;
  path.remove_prefix(prefix.size());
  Node* engine = take_engine(engines->value, path);
  if (engine == nullptr) report_unknown_engine(engines->value, path, place, problems);
  return engine;
}

// Walks down the keys of `path` and sets the last one.
void put(Node& start, std::string_view path, Node value, Place place) {
  Node* map = &start;
  bool free_name = false;  // the rest of `path` is a name that the user chooses, dots included
  while (true) {
    const std::size_t dot = free_name ? std::string_view::npos : path.find('.');
    Entry& entry = entry_of(*map, path.substr(0, dot), place);
    if (dot == std::string_view::npos) {
      entry.value = std::move(value);
      entry.place = place;
      return;
    }
    make_map(entry, place);
    free_name = entry.key == "options" || entry.key == "anchors";
    path.remove_prefix(dot + 1);
    map = &entry.value;
  }
}

}  // namespace

void apply_override(Node& root, std::string_view text, int source, Problems& problems) {
  const Place place{source, 0, 0};
  const std::size_t equals = text.find('=');
  std::string_view path = text.substr(0, equals);
  if (equals == std::string_view::npos || !well_formed(path)) {
    return problems.add(place, "an override is `KEY=VALUE`", "write for example `--set pairs=24`");
  }
  auto value = read_value(text.substr(equals + 1), source, problems);
  if (!value) return;
  stamp(*value, place);
  if (Node* map = start_of(root, path, place, problems)) put(*map, path, std::move(*value), place);
}

}  // namespace ebiri::config
