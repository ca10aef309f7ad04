#include "referee/config/template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "referee/config/command.hpp"
#include "referee/config/yaml.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

struct TemplateKind {
  std::string_view name;
  const char* meaning;  // one or two sentences, without full stop
  std::size_t most;     // largest number of engines
  int default_engines;  // number of engines, if none are given
  const char* role;     // further keys of the first engine
  const char* body;     // between `variant` and `engines`; `{openings}` and the like are replaced
};

constexpr std::size_t any_number = 1000;

constexpr const char* limit_line =
    "limit: {move: 100ms}              # or {base: 10s, increment: 100ms}, or {nodes: 20000}, which gives "
    "the same games on every machine\n";

constexpr TemplateKind template_kinds[] = {
    {"match", "Two engines against each other", 2, 2, "",
     "format: match\n"
     "pairs: 50                         # openings, each played from both sides: 100 games\n"
     "{openings}{time}"},
    {"round-robin", "Every engine against every other", any_number, 4, "",
     "format: round-robin\n"
     "pairs: 20                         # openings for each pairing, each played from both sides\n"
     "{openings}{time}"},
    {"gauntlet", "One engine against all others, which do not meet each other", any_number, 4,
     ", role: challenger",
     "format: gauntlet                  # each challenger meets all engines that are not challengers\n"
     "pairs: 50                         # openings for each opponent, each played from both sides\n"
     "{openings}{time}"},
    {"sprt", "Is a new version stronger? A test that stops as soon as it can decide", 2, 2, "",
     "format: match\n"
     "sprt:                             # accepts only a stronger candidate; an equal one fails\n"
     "  candidate: {first}\n"
     "  baseline: {second}\n"
     "  elo0: 0                         # H0: the candidate is at most this much stronger (normalized "
     "Elo)\n"
     "  elo1: 10                        # H1: the candidate is at least this much stronger\n"
     "  alpha: 0.05                     # probability of accepting H1 when H0 is true\n"
     "  beta: 0.05                      # probability of accepting H0 when H1 is true\n"
     "pairs: 10000                      # maximum number; without a verdict, exit code 4\n"
     "{openings}{time}"},
    {"contest", "Engines of many authors, each in a sandbox; an engine that does not start forfeits",
     any_number, 4, "",
     "{format}"
     "pairs: 4                          # openings for each pairing, each played from both sides\n"
     "{openings}"
     "limit: {base: 10s, increment: 100ms}\n"
     "margin: 50ms                      # allowed delay of an answer\n"
     "ponder: forbid                    # no thinking in the opponent's time\n"
     "isolation: sandbox                # no access to other files, processes or the network; `ebiri doctor` "
     "tests whether it works\n"
     "isolation-required: true          # do not play without it\n"
     "limits: {memory: 1GB, processes: 64, disk: 64MB}\n"
     "on-failed-start: forfeit          # the other engines continue\n"
     "rank-by: points                   # as in contests; `rating` orders by Elo\n"
     "tie-breaks: [direct-encounter, wins, sonneborn-berger]\n"},
};

constexpr std::size_t max_for_round_robin = 16;

const std::array<EngineArgument, 4> our_engines{{{"alphabeta", "bots/alphabeta"},
                                                 {"greedy", "bots/greedy"},
                                                 {"random", "bots/random"},
                                                 {"first-legal", "python3 bots/first_legal.py"}}};

void add_engine(std::vector<EngineArgument>& engines, EngineArgument engine) {
  const std::string name = engine.name;
  const auto taken = [&] {
    return std::ranges::find(engines, engine.name, &EngineArgument::name) != engines.end();
  };
  for (int number = 2; taken(); ++number) engine.name = fmt::format("{}-{}", name, number);
  engines.push_back(std::move(engine));
}

// The wanted engines, all with names, and some of `our_engines` if they are too few.
Result<std::vector<EngineArgument>> line_up(const TemplateRequest& wanted, const TemplateKind& kind) {
  std::vector<EngineArgument> engines;
  for (EngineArgument engine : wanted.engines) {
    const auto words = split_command(engine.command);
    if (!words)
      return Error{fmt::format("engine `{}`: {}", printable(engine.command, 80), words.error().message)};
    if (engine.name.empty()) engine.name = engine_name(engine.command);
    add_engine(engines, std::move(engine));
  }
  if (engines.size() > kind.most)
    return Error{fmt::format("{} engines are too many: a {} is played by {}{}", engines.size(), kind.name,
                             kind.most == 2 ? "two" : fmt::format("at most {}", kind.most),
                             kind.most == 2 ? "; `round-robin` takes more" : "")};
  const std::size_t needed = engines.empty() ? static_cast<std::size_t>(kind.default_engines) : 2;
  for (std::size_t k = 0; engines.size() < needed; ++k) add_engine(engines, our_engines[k]);
  return engines;
}

// `key: value` with a comment behind it.
std::string commented_line(const std::string& text, std::string_view comment) {
  return fmt::format("{:<33} # {}\n", text, comment);
}

std::string template_head(const TemplateRequest& wanted, const TemplateKind& kind) {
  return fmt::format(
             "# yaml-language-server: $schema={}\n"
             "# {}: {}.\n"
             "# `ebiri check FILE` finds every mistake, `ebiri run FILE --dry-run` prints the schedule, "
             "`ebiri run FILE` plays.\n"
             "# `ebiri options` explains every key; for completion in editors: ebiri schema > {}\n",
             wanted.schema, kind.name, kind.meaning, wanted.schema) +
         commented_line("name: " + yaml_text(wanted.name), fmt::format("results/{}/", wanted.name)) +
         commented_line("seed: 42", "every opening and every game's own seed follow from it") +
         commented_line(fmt::format("variant: {{name: {}, ruleset: {}}}", wanted.variant, wanted.ruleset),
                        fmt::format("`ebiri variants {}` lists rulesets and options", wanted.variant));
}

}  // namespace

std::vector<std::string> purposes() { return mapped(template_kinds, &TemplateKind::name); }

Result<std::string> template_text(const TemplateRequest& wanted, std::optional<int> random_plies) {
  const TemplateKind* const kind = find_by(template_kinds, wanted.purpose, &TemplateKind::name);
  if (kind == nullptr) return Error{fmt::format("unknown purpose `{}`", printable(wanted.purpose, 40))};
  const auto engines = line_up(wanted, *kind);
  if (!engines) return engines.error();
  const bool swiss = engines->size() > max_for_round_robin;
  std::string body = replaced(
      kind->body, "{openings}",
      random_plies ? commented_line(fmt::format("openings: {{random-plies: {}}}", *random_plies),
                                    "or {file: my-openings.txt}; `ebiri openings make` writes lists")
                   : commented_line("openings: start", "the players lay out their seeds themselves"));
  body = replaced(
      body, "{format}",
      swiss ? commented_line("format: {name: swiss}", "or round-robin: every engine against every other")
            : commented_line("format: round-robin", "or {name: swiss, rounds: 9}, for dozens of engines"));
  body = replaced(body, "{time}", limit_line);
  body = replaced(body, "{first}", yaml_text(engines->front().name));
  body = replaced(body, "{second}", yaml_text((*engines)[1].name));
  std::string text = template_head(wanted, *kind) + body + "engines:\n";
  for (const EngineArgument& engine : *engines)
    text += engine_yaml(engine, "", &engine == &engines->front() ? kind->role : "");
  return text;
}

}  // namespace ebiri::config
