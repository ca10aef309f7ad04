#include "referee/cli/sprt_play.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <utility>

#include "referee/cli/common/chosen_engine.hpp"
#include "referee/cli/common/run_options.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

// Options whose text is the value of a key in the config.
constexpr std::pair<const char*, const char*> keys[] = {
    {"--elo0", "sprt.elo0"},   {"--elo1", "sprt.elo1"},  {"--alpha", "sprt.alpha"}, {"--beta", "sprt.beta"},
    {"--model", "sprt.model"}, {"--variant", "variant"}, {"--pairs", "pairs"},      {"--seed", "seed"},
    {"--slots", "slots"},      {"--name", "name"},
};

std::string yaml_text(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string{"''"} : std::string(1, c);
  return result + "'";
}

struct Names {
  std::string baseline, candidate;
};

Names names_of(const SprtPlay& play) {
  Names names{play.baseline_name, play.candidate_name};
  if (names.baseline.empty()) names.baseline = engine_name(play.baseline);
  if (names.candidate.empty()) names.candidate = engine_name(play.candidate);
  if (names.baseline != names.candidate) return names;
  if (play.baseline_name.empty()) names.baseline = "baseline";
  if (play.candidate_name.empty()) names.candidate = "candidate";
  return names;
}

// `nodes=1000`, or several of the kind with commas between them, as a mapping.
std::string mapping_of(const std::string& text) {
  if (text.starts_with('{')) return text;
  std::string map;
  for (const auto part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string value{equals == std::string_view::npos ? "" : part.substr(equals + 1)};
    map += (map.empty() ? "" : ", ") + std::string{part.substr(0, equals)} + ": " + value;
  }
  return "{" + map + "}";
}

std::string openings_of(const std::string& text) {
  if (text == "start" || text.starts_with('{')) return text;
  return text.starts_with("random-plies=") ? mapping_of(text) : "{file: " + yaml_text(text) + "}";
}

// What the options say, before what `--set` says.
std::vector<std::string> overrides_of(const CLI::App& command, const SprtPlay& play) {
  std::vector<std::string> overrides;
  for (const auto& [option, key] : keys)
    if (command.count(option) > 0)
      overrides.push_back(fmt::format("{}={}", key, command.get_option(option)->results().back()));
  if (!play.limit.empty())
    overrides.push_back("limit=" + (play.limit == "none" ? play.limit : mapping_of(play.limit)));
  if (!play.openings.empty()) overrides.push_back("openings=" + openings_of(play.openings));
  overrides.insert(overrides.end(), play.run.overrides.begin(), play.run.overrides.end());
  return overrides;
}

std::string resume_text(const SprtPlay& play) {
  if (!play.config.empty()) return resume_command("sprt", play.run);
  std::string text =
      launched("sprt --baseline " + shell_word(play.baseline) + " --candidate " + shell_word(play.candidate));
  if (!play.baseline_name.empty()) text += " --baseline-name " + shell_word(play.baseline_name);
  if (!play.candidate_name.empty()) text += " --candidate-name " + shell_word(play.candidate_name);
  return text + run_options_text(play.run);
}

int refuse(const char* problem) {
  fmt::print(stderr, "ebiri: {}\n", problem);
  return 2;
}

}  // namespace

void add_play_options(CLI::App& command, SprtPlay& play) {
  command.add_option("CONFIG", play.config, "Play the test of a config with `sprt`")->type_name("CONFIG");
  command.add_option("--baseline", play.baseline, "Play: command of the engine that there was before")
      ->type_name("COMMAND");
  command.add_option("--candidate", play.candidate, "Play: command of the engine that is to be tested")
      ->type_name("COMMAND");
  command.add_option("--baseline-name", play.baseline_name, "Its name; otherwise that of its program");
  command.add_option("--candidate-name", play.candidate_name, "Its name; otherwise that of its program");
  for (const auto& [option, meaning] : std::initializer_list<std::pair<const char*, const char*>>{
           {"--variant", "The game; otherwise oware"},
           {"--pairs", "Opening pairs after which there is no verdict; otherwise 10000"},
           {"--seed", "Openings and the games' own seeds follow from it; otherwise 1"},
           {"--slots", "Games at a time; otherwise one for each core"},
           {"--name", "Names the run's folder; otherwise the engines do"}})
    command.add_option(option)->description(meaning)->expected(1)->type_name(
        std::string_view{option} == "--variant" ? "VARIANT" : "TEXT");
  command.add_option("--limit", play.limit,
                     "Of an engine: KEY=VALUE,… such as nodes=20000 or base=10s,increment=100ms; otherwise "
                     "move=100ms");
  command
      .add_option("--openings", play.openings, "A file, random-plies=N or start; otherwise random-plies=8")
      ->type_name("FILE");
  play.run.results_option = "--folder";  // `--results` are results
  add_run_options(command, play.run);
}

std::string sprt_config(const SprtPlay& play) {
  const Names names = names_of(play);
  return fmt::format(
      "name: {}\n"
      "format: match\n"
      "sprt:\n"
      "  baseline: {}\n"
      "  candidate: {}\n"
      "pairs: 10000\n"
      "openings: {{random-plies: 8}}\n"
      "limit: {{move: 100ms}}\n"
      "engines:\n"
      "  - name: {}\n"
      "    command: {}\n"
      "  - name: {}\n"
      "    command: {}\n",
      yaml_text(names.candidate + "-vs-" + names.baseline), yaml_text(names.baseline),
      yaml_text(names.candidate), yaml_text(names.candidate), yaml_text(play.candidate),
      yaml_text(names.baseline), yaml_text(play.baseline));
}

int play_sprt(const CLI::App& command, SprtPlay play) {
  const bool two_commands = !play.baseline.empty() && !play.candidate.empty();
  if (!play.config.empty() && (!play.baseline.empty() || !play.candidate.empty()))
    return refuse("a test comes either from CONFIG or from --baseline and --candidate, not from both");
  if (play.config.empty() && !two_commands)
    return refuse("expected both --baseline COMMAND and --candidate COMMAND");
  if (two_commands) play.run.text = sprt_config(play);
  play.run.config = two_commands ? "command line" : play.config;
  play.run.overrides = overrides_of(command, play);
  play.run.needs_test = true;
  play.run.verdict_only = true;
  play.run.resume = resume_text(play);
  return play_run(play.run);
}

}  // namespace ebiri::cli
