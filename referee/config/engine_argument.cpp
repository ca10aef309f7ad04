#include "referee/config/engine_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "referee/config/command.hpp"
#include "referee/config/command_line.hpp"
#include "referee/config/yaml.hpp"
#include "referee/support/shell.hpp"

namespace ebiri::config {

namespace {

namespace fs = std::filesystem;

// The program that starts a script, and a space; empty for a file that is executable or no script.
std::string interpreter_of(const fs::path& file) {
  std::error_code problem;
  const auto mode = fs::status(file, problem).permissions();
  const bool runs = (mode & fs::perms::owner_exec) != fs::perms::none;
  if (problem || !fs::is_regular_file(file, problem) || runs) return {};
  const std::string ending = file.extension().string();
  if (ending == ".py") return "python3 ";
  if (ending == ".js" || ending == ".mjs") return "node ";
  return ending == ".jar" ? "java -jar " : "";
}

}  // namespace

EngineArgument engine_argument(const std::string& text) {
  EngineArgument engine{.name = {}, .command = text, .level = {}};
  const fs::path bots = search_path_for(".").home / "bots";
  const std::size_t at = std::min(text.rfind('@'), text.size());
  const std::string bot = text.substr(0, at);
  std::error_code ignored;
  if (bot.find_first_of("/ ") == bot.npos && fs::is_regular_file(bots / bot, ignored)) {
    engine.ours = true;
    engine.command = "bots/" + bot;
    if (at < text.size()) engine.level = text.substr(at + 1);
    engine.name = engine.level.empty() ? bot : bot + "-" + engine.level;
    return engine;
  }
  if (fs::is_regular_file(text, ignored)) {
    const std::string path = text.find('/') == text.npos ? "./" + text : text;
    engine.command = interpreter_of(text) + shell_word(path);
  }
  engine.name = engine_name(engine.command);
  return engine;
}

Result<void> check_engine(const EngineArgument& engine) {
  std::vector<std::string> options;
  if (!engine.level.empty()) options.push_back("Level=" + engine.level);
  const auto read = read_engine({engine.name, engine.command, {}, options}, search_path_for("."));
  if (!read) return read.error();
  return {};
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

std::string yaml_text(const std::string& text) {
  const auto flow = [](const std::string& part) { return emit_flow(scalar_node(part)); };
  // `emit_flow` puts `./mine` in quotes, which it does not need, so only `mine` is asked about.
  const std::string name = text.substr(std::min(text.find_first_not_of("./"), text.size()));
  return flow(name) == name ? text : flow(text);
}

std::string engine_yaml(const EngineArgument& engine, const std::string& dialect, const std::string& more) {
  return fmt::format("  - {{name: {}, command: {}{}{}{}}}\n", yaml_text(engine.name),
                     yaml_text(engine.command),
                     engine.level.empty() ? "" : fmt::format(", options: {{Level: {}}}", engine.level),
                     engine.ours || dialect.empty() ? "" : ", dialect: " + yaml_text(dialect), more);
}

}  // namespace ebiri::config
