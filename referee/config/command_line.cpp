#include "referee/config/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "referee/config/sections.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> sentences(const Problems& problems) {
  std::vector<std::string> all;
  for (const Problem& problem : problems.sorted())
    all.push_back(problem.message + (problem.hint.empty() ? "" : "; " + problem.hint));
  return all;
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
  constexpr std::size_t longest = 27;  // two names form a run's name: `A-vs-B-sprt`
  const std::string ending = file.extension().string();
  std::string name = file.filename().string();
  for (const char* script : {".py", ".js", ".mjs", ".jar", ".sh"})
    if (ending == script) name = file.stem().string();
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
  std::error_code problem;
  const bool ours = bare && !engine.command.empty() && fs::is_regular_file(folder / engine.command, problem);
  const std::string command = ours ? "bots/" + engine.command : engine.command;
  if (const auto found = resolve_command(command, search); !found) {
    const auto bots = bots_in(folder);
    if (!bare || bots.empty()) return found.error();
    return Error{fmt::format("{}; the bots of Ebiri are {}", found.error().message, join(bots, ", "))};
  }
  Node map = map_node();
  map.entries.push_back({"name", {}, scalar_node(engine.name)});
  map.entries.push_back({"command", {}, scalar_node(command)});
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
  std::error_code ignored;
  if (bot.find_first_of("/ ") == bot.npos && fs::is_regular_file(bots / bot, ignored)) {
    engine.ours = true;
    engine.command = "bots/" + bot;
    engine.name = bot;
    if (at + 1 >= text.size()) return engine;
    engine.options = {"Level=" + text.substr(at + 1)};
    engine.name += "-" + text.substr(at + 1);
    return engine;
  }
  if (fs::is_regular_file(text, ignored)) {
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
  const std::string options = replaced(join(engine.options, ", "), "=", ": ");
  return fmt::format("  - {{name: {}, command: {}{}{}{}}}\n", yaml_text(engine.name),
                     yaml_text(engine.command),
                     engine.options.empty() ? "" : fmt::format(", options: {{{}}}", options),
                     engine.ours || dialect.empty() ? "" : ", dialect: " + yaml_text(dialect), more);
}

}  // namespace ebiri::config
