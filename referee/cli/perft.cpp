// `ebiri perft`: counts sequences of legal moves, to check the rules and to measure their speed.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/rules/describe.hpp"

namespace ebiri::cli {

namespace {

struct PerftArguments : RulesArguments {
  std::string position;
  int depth = 6;
  bool divide = false;
  bool json = false;

  int first_depth() const { return depth == 0 ? 0 : 1; }
  bool divides() const { return divide && depth > 0; }
};

constexpr const char* perft_footer = R"(Examples:
  ebiri perft oware --depth 9
  ebiri perft oware --depth 6 --divide
  ebiri perft oware --rules awari --position 0-1-0-0-1-17-0-0-1-0-0-0-6-22-S
  ebiri perft oware --rules abapa grand-slam=illegal --json

`leaves` counts the sequences of exactly `depth` moves. `ended at leaf` counts those whose last move ends the
game. `with earlier ends` is `leaves` plus the sequences whose game ends earlier. Repetition and the ply
limits of Oware and Bao do not apply. The last move of every sequence is played, not counted in bulk.
Exit code 0: counted; 2: unknown variant or ruleset, or an invalid position.)";

constexpr int deepest_perft = 30;

// First moves, and the leaves after each.
using Branches = std::vector<std::pair<std::string, rules::Perft>>;

// The leaves at `depth`, by the first move. Precondition: depth > 0.
Result<Branches> divided_perft(const rules::Rules& rules, const std::string& position, int depth) {
  Branches branches;
  const auto game = rules.from_position(position);
  if (!game) return game.error();
  for (const std::string& move : (*game)->legal_moves()) {
    auto next = (*game)->clone();
    next->play(move);
    const auto count = rules.perft(next->position(), depth - 1);
    if (!count) return count.error();
    branches.emplace_back(move, *count);
  }
  return branches;
}

std::uint64_t with_ended_earlier(const rules::Perft& count) { return count.leaves + count.ended_earlier; }

nlohmann::json json_of(const rules::Perft& count) {
  return {{"leaves", count.leaves},
          {"ended_at_leaf", count.ended_at_leaf},
          {"ended_earlier", count.ended_earlier}};
}

void print_branches(const Branches& branches, int depth) {
  std::size_t width = 4;
  for (const auto& [move, count] : branches) width = std::max(width, move.size());
  fmt::print("\n{:<{}}  {:>16}  {:>17}   below each first move, depth {}\n", "move", width, "leaves",
             "with earlier ends", depth);
  for (const auto& [move, count] : branches)
    fmt::print("{:<{}}  {:>16}  {:>17}\n", move, width, count.leaves, with_ended_earlier(count));
}

// Prints a line for each depth when it is counted, or JSON at the end.
Result<void> print_perft(const rules::Rules& rules, const std::string& position,
                         const PerftArguments& arguments) {
  nlohmann::json document{{"variant", rules.variant()},
                          {"ruleset", rules.ruleset()},
                          {"overrides", rules.overrides()},
                          {"position", position},
                          {"depths", nlohmann::json::array()}};
  for (int depth = arguments.first_depth(); depth <= arguments.depth; ++depth) {
    const auto begin = std::chrono::steady_clock::now();
    const auto count = rules.perft(position, depth);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!count) return count.error();
    nlohmann::json& entry = document["depths"].emplace_back(json_of(*count));
    entry["depth"] = depth;
    entry["seconds"] = seconds;
    if (arguments.json) continue;
    if (depth == arguments.first_depth())
      fmt::print("{}, from {}\n{:>5}  {:>16}  {:>16}  {:>17}  {:>10}  {:>10}\n", rules::full_name(rules),
                 position, "depth", "leaves", "ended at leaf", "with earlier ends", "time", "M leaves/s");
    fmt::print("{:>5}  {:>16}  {:>16}  {:>17}  {:>8.3f} s  {:>10.1f}\n", depth, count->leaves,
               count->ended_at_leaf, with_ended_earlier(*count), seconds,
               seconds > 0 ? static_cast<double>(count->leaves) / seconds / 1e6 : 0.0);
    std::fflush(stdout);
  }
  if (arguments.divides()) {
    const auto branches = divided_perft(rules, position, arguments.depth);
    if (!branches) return branches.error();
    for (const auto& [move, count] : *branches) document["divide"][move] = json_of(count);
    if (!arguments.json) print_branches(*branches, arguments.depth);
  }
  if (arguments.json) fmt::print("{}\n", document.dump(2));
  return {};
}

int count_leaves(const PerftArguments& arguments) {
  const auto rules = chosen_rules(arguments);
  if (!rules) return fail_usage(rules.error());
  const auto start = (*rules)->start();
  const std::string position = arguments.position.empty() ? start->position() : arguments.position;
  const auto printed = print_perft(**rules, position, arguments);
  if (printed) return 0;
  const bool must_arrange = arguments.position.empty() && start->arrangement();
  const auto fixed = must_arrange ? with_fixed_start(**rules) : nullptr;
  if (!fixed) return fail_usage(printed.error());
  // The message ends in "use a position after them". Append the two ways to give one.
  return fail_usage(
      {fmt::format("{} (--position), or --rules \"{}\"", printed.error().message, ruleset_text(*fixed))});
}

}  // namespace

void add_perft(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "perft", "Count move sequences: self-check and speed of the rules",
                  perft_footer, count_leaves);
  add_rules_arguments(command, arguments);
  command.add_option("--depth", arguments.depth, "Depth in moves").range(0, deepest_perft).show_default();
  command.add_option("--position", arguments.position,
                     "The position to count from; default: the start position");
  command.add_flag("--divide", arguments.divide, "Also print the count below each first move");
  command.add_flag("--json", arguments.json, "Print JSON");
}

}  // namespace ebiri::cli
