// `ebiri perft`: counts sequences of legal moves, to check a variant's rules and to see how fast they are.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/perft_bench.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::cli {

namespace {

struct PerftArguments : RulesArguments {
  std::string position;
  int depth = 6;
  bool divide = false;
  bool json = false;
  bool bench = false;
};

constexpr const char* perft_footer = R"(Examples:
  ebiri perft oware --depth 9
  ebiri perft oware --depth 6 --divide
  ebiri perft oware --rules awari --position 0-1-0-0-1-17-0-0-1-0-0-0-6-22-S
  ebiri perft oware --rules abapa grand-slam=illegal --json
  ebiri perft --bench                  the speed of every variant under every ruleset

`leaves` are the sequences of exactly so many moves, `ended at leaf` those of them whose last move ends the
game, `and ended earlier` adds the games that were over before. Repetition and ply limits play no part.
Every leaf is played.
Exit code 0: counted; 2: no such variant, rules or position.)";

/// The count at one depth and what it cost.
struct Line {
  int depth;
  rules::Perft count;
  double seconds;

  double million_per_second() const {
    return seconds > 0 ? static_cast<double>(count.leaves) / seconds / 1e6 : 0.0;
  }
};

/// The leaves below one first move.
struct Branch {
  std::string move;
  rules::Perft count;
};

std::uint64_t finished_or_cut(const rules::Perft& count) { return count.leaves + count.ended_earlier; }

Result<Line> measured(const rules::Rules& rules, const std::string& position, int depth) {
  const auto begin = std::chrono::steady_clock::now();
  const auto count = rules.perft(position, depth);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  if (!count) return count.error();
  return Line{depth, *count, spent.count()};
}

Result<std::vector<Branch>> divided(const rules::Rules& rules, const std::string& position, int depth) {
  std::vector<Branch> branches;
  const auto game = rules.from_position(position);
  if (!game) return game.error();
  for (const std::string& move : (*game)->legal_moves()) {
    auto next = (*game)->clone();
    next->play(move);
    const auto count = rules.perft(next->position(), depth - 1);
    if (!count) return count.error();
    branches.push_back({move, *count});
  }
  return branches;
}

nlohmann::json json_of(const rules::Perft& count) {
  return {{"leaves", count.leaves},
          {"ended_at_leaf", count.ended_at_leaf},
          {"ended_earlier", count.ended_earlier}};
}

void print_line(const Line& line) {
  fmt::print("{:>5}  {:>16}  {:>16}  {:>17}  {:>8.3f} s  {:>10.1f}\n", line.depth, line.count.leaves,
             line.count.ended_at_leaf, finished_or_cut(line.count), line.seconds, line.million_per_second());
}

/// One run of the command: the rules, the position that they are tried on, and what to print of it.
class Count {
 public:
  Count(std::unique_ptr<rules::Rules> rules, const PerftArguments& arguments)
      : rules_(std::move(rules)),
        arguments_(arguments),
        position_(arguments.position.empty() ? rules_->start()->position() : arguments.position) {}

  Result<void> print() const {
    auto printed = arguments_.json ? print_json() : print_table();
    const bool starts_with_arrangement = arguments_.position.empty() && rules_->start()->arrangement();
    const auto fixed = starts_with_arrangement ? with_fixed_start(*rules_) : nullptr;
    if (printed || !fixed) return printed;
    return Error{
        fmt::format("{} (--position), or --rules \"{}\"", printed.error().message, wire_form(*fixed))};
  }

 private:
  int first_depth() const { return arguments_.depth == 0 ? 0 : 1; }
  bool divides() const { return arguments_.divide && arguments_.depth > 0; }

  Result<void> print_table() const {
    for (int depth = first_depth(); depth <= arguments_.depth; ++depth) {
      const auto line = measured(*rules_, position_, depth);
      if (!line) return line.error();
      if (depth == first_depth()) {
        fmt::print("{}, from {}\n{:>5}  {:>16}  {:>16}  {:>17}  {:>10}  {:>10}\n", described(*rules_),
                   position_, "depth", "leaves", "ended at leaf", "and ended earlier", "time", "M leaves/s");
      }
      print_line(*line);
      std::fflush(stdout);
    }
    if (!divides()) return {};
    const auto branches = divided(*rules_, position_, arguments_.depth);
    if (!branches) return branches.error();
    std::size_t width = 4;
    for (const Branch& branch : *branches) width = std::max(width, branch.move.size());
    fmt::print("\n{:<{}}  {:>16}  {:>17}   below each first move, depth {}\n", "move", width, "leaves",
               "and ended earlier", arguments_.depth);
    for (const auto& [move, count] : *branches) {
      fmt::print("{:<{}}  {:>16}  {:>17}\n", move, width, count.leaves, finished_or_cut(count));
    }
    return {};
  }

  Result<void> print_json() const {
    nlohmann::json document{{"variant", rules_->variant()},
                            {"ruleset", rules_->ruleset()},
                            {"overrides", rules_->overrides()},
                            {"position", position_},
                            {"depths", nlohmann::json::array()}};
    for (int depth = first_depth(); depth <= arguments_.depth; ++depth) {
      const auto line = measured(*rules_, position_, depth);
      if (!line) return line.error();
      nlohmann::json entry = json_of(line->count);
      entry["depth"] = depth;
      entry["seconds"] = line->seconds;
      document["depths"].push_back(std::move(entry));
    }
    if (divides()) {
      const auto branches = divided(*rules_, position_, arguments_.depth);
      if (!branches) return branches.error();
      for (const auto& [move, count] : *branches) document["divide"][move] = json_of(count);
    }
    fmt::print("{}\n", document.dump(2));
    return {};
  }

  std::unique_ptr<rules::Rules> rules_;
  const PerftArguments& arguments_;
  std::string position_;
};

int count(const PerftArguments& arguments) {
  if (arguments.bench) return perft_bench(arguments, arguments.json);
  if (arguments.variant.empty()) return refused({"VARIANT is required, except with --bench"});
  auto rules = chosen_rules(arguments);
  if (!rules) return refused(rules.error());
  const auto printed = Count(std::move(*rules), arguments).print();
  return printed ? 0 : refused(printed.error());
}

}  // namespace

void add_perft(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("perft", "Count move sequences: self-check and speed of the rules");
  const auto arguments = std::make_shared<PerftArguments>();
  constexpr int deepest = 30;
  add_rules_arguments(*command, *arguments);
  auto* depth = command->add_option("--depth", arguments->depth, "How many moves deep")
                    ->check(CLI::Range(0, deepest))
                    ->capture_default_str();
  auto* position =
      command->add_option("--position", arguments->position, "Where to begin, instead of the start position");
  auto* divide =
      command->add_flag("--divide", arguments->divide, "Also print the count below each first move");
  command->add_flag("--json", arguments->json, "Print JSON");
  command
      ->add_flag("--bench", arguments->bench,
                 "Measure the speed of one variant, or of all under every ruleset")
      ->excludes(depth, position, divide);
  command->footer(perft_footer);
  command->callback([arguments, &exit_code] { exit_code = count(*arguments); });
}

}  // namespace ebiri::cli
