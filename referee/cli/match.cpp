// `ebiri match`: engines play each other without a config.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/command.hpp"
#include "referee/cli/common/config_flags.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/cli/common/run_options.hpp"
#include "referee/config/command_line.hpp"
#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/config/yaml.hpp"
#include "referee/support/files.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

// The keys of a config that have flags.
constexpr ConfigFlag match_flags[] = {
    {"--pairs", "pairs", "10000"},
    {"--limit", "limit", "{move: 10ms}"},
    {"--openings", "openings", "{random-plies: 8}", "file"},
    {"--seed", "seed"},
    {"-j,--slots", "slots"},
    {"--name", "name", "A-vs-B"},
};

struct MatchArguments {
  std::vector<std::string> engines;
  std::string game = "oware", dialect, sprt, save_config;
  std::vector<std::string> rules;
  int seconds = 300;
  ConfigFlags flags;
  RunArguments run;
};

constexpr const char* match_footer = R"(Examples:
  ebiri match ./mine alphabeta                    your engine against ours, until the result is clear
  ebiri match mine.py alphabeta@3 --game kalah    a Python script against level 3, in Kalah
  ebiri match ./new ./old --sprt 0,10             a sequential test: is the new one stronger?
  ebiri match alphabeta@2 greedy mcts --pairs 20  more than two engines: a round robin
  ebiri match ./mine mcts --save-config mine.yaml the config that would play the same

An ENGINE is a bot of Ebiri (alphabeta, greedy, mcts, perfect, random), with a level from 1 to 10 after `@` where it has
levels; a command in quotes; or a program or script. Scripts that end in .py, .js, .mjs or .jar and are not executable
are started by python3, node or java. An engine that is named twice plays itself.
Two engines play until the difference is known to ± 30 Elo, until one is stronger with a likelihood of 99.9 %, or for
`--time` seconds, whichever is first; at least 20 pairs for the first two. These bounds are for a quick look: `--sprt`
tests with error rates. The same command goes on with what was played, in RESULTS/NAME.
Exit code 0: played (with --sprt: H1 is accepted, 1: H0, 4: not decided); 2: invalid arguments; 3: an engine could not
start, or a system error; 130: interrupted, and the same command goes on.)";

// The interpreter that starts a script; empty if the file is not a script, or is executable.
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

struct MatchEngine {
  std::string name, command, level;
  bool ours = false;
};

MatchEngine engine_of(const std::string& text) {
  MatchEngine engine{.name = {}, .command = text, .level = {}};
  const fs::path bots = config::search_path_for(".").home / "bots";
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
    engine.name = config::engine_name(shell_word(fs::path{text}.stem().string()));
    return engine;
  }
  engine.name = config::engine_name(text);
  return engine;
}

// Makes the names of engines unique: `a`, `a-2` and so on.
void tell_apart(std::vector<MatchEngine>& engines) {
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const std::string name = engines[i].name;
    int count = 1;
    for (std::size_t k = i + 1; k < engines.size(); ++k)
      if (engines[k].name == name) engines[k].name = fmt::format("{}-{}", name, ++count);
  }
}

// The problems with the engines, in sentences.
std::vector<std::string> problems_of(const std::vector<MatchEngine>& engines) {
  std::vector<std::string> problems;
  if (engines.size() < 2)
    problems.emplace_back("expected at least two engines, for example ./mine alphabeta");
  for (const MatchEngine& engine : engines) {
    std::vector<std::string> options;
    if (!engine.level.empty()) options.push_back("Level=" + engine.level);
    const auto read =
        config::read_engine({engine.name, engine.command, {}, options}, config::search_path_for("."));
    if (!read) problems.push_back(read.error().message);
  }
  return problems;
}

std::string quoted(const std::string& text) { return config::emit_flow(config::scalar_node(text)); }

std::string name_of(const std::vector<MatchEngine>& engines) {
  constexpr std::size_t longest = 80;
  std::string name;
  for (const MatchEngine& engine : engines) name += (name.empty() ? "" : "-vs-") + engine.name;
  return name.substr(0, longest);
}

// The bounds of `--sprt 0,10` in the syntax of configs; empty if the text is not two numbers.
std::string bounds_of(const std::string& text) {
  const auto parts = split(text, ',');
  const bool good = parts.size() == 2 && std::ranges::all_of(parts, [](std::string_view part) {
                      return !part.empty() && part.find_first_not_of("+-.0123456789") == part.npos;
                    });
  return good ? fmt::format("elo0: {}, elo1: {}", parts[0], parts[1]) : "";
}

std::string config_of(const MatchArguments& arguments, const std::vector<MatchEngine>& engines) {
  std::string variant = fmt::format("name: {}", quoted(arguments.game)), options;
  for (const std::string& word : arguments.rules) {
    const std::size_t equals = word.find('=');
    if (equals == word.npos)
      variant += ", ruleset: " + quoted(word);
    else
      options += fmt::format("{}{}: {}", options.empty() ? "" : ", ", word.substr(0, equals),
                             quoted(word.substr(equals + 1)));
  }
  if (!options.empty()) variant += fmt::format(", options: {{{}}}", options);
  std::string text = fmt::format("name: {}\nvariant: {{{}}}\nformat: {}\n", quoted(name_of(engines)), variant,
                                 engines.size() == 2 ? "match" : "round-robin");
  for (const ConfigFlag& flag : match_flags)
    if (flag.fallback != nullptr && flag.key != std::string_view{"name"})
      text += fmt::format("{}: {}\n", flag.key,
                          engines.size() > 2 && flag.key == std::string_view{"pairs"} ? "10" : flag.fallback);
  if (!arguments.sprt.empty())
    text += fmt::format("sprt: {{baseline: {}, candidate: {}, {}}}\n", quoted(engines[1].name),
                        quoted(engines[0].name), bounds_of(arguments.sprt));
  text += "engines:\n";
  for (const MatchEngine& engine : engines)
    text += fmt::format(
        "  - {{name: {}, command: {}{}{}}}\n", quoted(engine.name), quoted(engine.command),
        engine.level.empty() ? "" : fmt::format(", options: {{Level: {}}}", engine.level),
        engine.ours || arguments.dialect.empty() ? "" : ", dialect: " + quoted(arguments.dialect));
  return text;
}

std::string resume_text(const MatchArguments& arguments, const RunArguments& run) {
  std::string text = "match";
  for (const std::string& engine : arguments.engines) text += " " + shell_word(engine);
  if (arguments.game != "oware") text += " --game " + shell_word(arguments.game);
  if (!arguments.rules.empty()) text += " --rules " + join(arguments.rules, " ");
  if (!arguments.dialect.empty()) text += " --dialect " + shell_word(arguments.dialect);
  if (!arguments.sprt.empty()) text += " --sprt " + shell_word(arguments.sprt);
  return launched(text) + run_options_text(run);
}

int save_config(const RunArguments& run, const std::string& file) {
  const auto search = config::search_path_for(".");
  const auto loaded = config::load_text({run.config, *run.text}, run.overrides, &search);
  if (const auto* problems = std::get_if<config::Diagnostics>(&loaded)) {
    fmt::print(stderr, "{}", config::format(*problems));
    return usage_error;
  }
  std::error_code ignored;
  if (fs::exists(file, ignored))
    return fail(usage_error, fmt::format("`{}` exists already; name another file", file));
  const auto written = write_file(file, config::effective_yaml(std::get<config::Loaded>(loaded).settings));
  if (!written) return fail(machine_error, written.error());
  fmt::print(stderr, "ebiri: to play it: {}\n", launched("run " + shell_word(file)));
  return 0;
}

int match(const MatchArguments& arguments) {
  std::vector<MatchEngine> engines;
  for (const std::string& text : arguments.engines) engines.push_back(engine_of(text));
  tell_apart(engines);
  auto problems = problems_of(engines);
  if (!arguments.sprt.empty() && (engines.size() != 2 || bounds_of(arguments.sprt).empty()))
    problems.emplace_back("`--sprt` takes two numbers such as 0,10, and tests two engines");
  if (!problems.empty()) return refused(Error{join(problems, "\nebiri: ")});
  RunArguments run = arguments.run;
  run.text = config_of(arguments, engines);
  run.config = "command line";
  run.overrides = arguments.flags.overrides();
  run.overrides.insert(run.overrides.end(), arguments.run.overrides.begin(), arguments.run.overrides.end());
  if (!arguments.save_config.empty()) return save_config(run, arguments.save_config);
  run.needs_test = !arguments.sprt.empty();
  if (engines.size() == 2 && arguments.sprt.empty())
    run.stop = run::StopRule{.time = std::chrono::seconds{arguments.seconds}};
  run.resume = resume_text(arguments, run);
  return play_run(run);
}

}  // namespace

void add_match(CLI::App& app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "match", "Play engines against each other, without a config", match_footer, match);
  command.add_option("ENGINE", arguments.engines, "Bots, commands, programs or scripts")
      ->type_name("ENGINE")
      ->required();
  command.add_option("--game,--variant", arguments.game, "The game")
      ->type_name("VARIANT")
      ->capture_default_str();
  command.add_option("--rules", arguments.rules, "A ruleset and its options: RULESET name=value ...")
      ->type_name("RULESET");
  command.add_option("--dialect", arguments.dialect,
                     "What engines speak that are no bots of Ebiri; otherwise ugi");
  command.add_option("--sprt", arguments.sprt, "Play a sequential test of H0 against H1: ELO0,ELO1")
      ->type_name("ELO0,ELO1");
  command.add_option("--time", arguments.seconds, "Seconds after which a match of two ends")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--save-config", arguments.save_config, "Write the config to this file, and play nothing")
      ->type_name("FILE");
  arguments.flags.add(command, match_flags);
  add_format_option(command, arguments.run.format);
  add_run_options(command, arguments.run);
}

}  // namespace ebiri::cli
