#include "referee/cli/perft_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

namespace ebiri::cli {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr int deepest = 30;
constexpr int repetitions = 3;
constexpr Seconds long_enough{0.1};  // the next depth takes several times as long

/// The best of some counts at one depth.
struct Speed {
  std::string rules;
  std::string position;
  int depth = 0;
  std::uint64_t leaves = 0;
  Seconds best{};

  double million_per_second() const { return static_cast<double>(leaves) / best.count() / 1e6; }
};

Result<Speed> measured(const rules::Rules& rules) {
  Speed speed{described(rules), rules.start()->position()};
  const auto count = [&]() -> Result<void> {
    const auto begin = std::chrono::steady_clock::now();
    const auto counted = rules.perft(speed.position, speed.depth);
    const Seconds spent = std::chrono::steady_clock::now() - begin;
    if (!counted) return counted.error();
    speed.best = speed.leaves == counted->leaves ? std::min(speed.best, spent) : spent;
    speed.leaves = counted->leaves;
    return {};
  };
  while (speed.best < long_enough && speed.depth < deepest) {
    ++speed.depth;
    if (auto counted = count(); !counted) return counted.error();
  }
  for (int again = 1; again < repetitions; ++again)
    if (auto counted = count(); !counted) return counted.error();
  return speed;
}

Result<std::vector<RulesArguments>> candidates(const RulesArguments& arguments) {
  if (!arguments.rules.empty()) return std::vector{arguments};
  std::vector<RulesArguments> all;
  const auto add = [&](const rules::VariantInfo& variant) {
    for (const auto& ruleset : variant.rulesets) all.push_back({variant.name, {ruleset.name}});
  };
  if (arguments.variant.empty()) {
    for (const auto& variant : rules::variants()) add(variant);
    return all;
  }
  const auto variant = variant_called(arguments.variant);
  if (!variant) return variant.error();
  add(**variant);
  return all;
}

Result<Speed> measured(const RulesArguments& arguments) {
  auto chosen = chosen_rules(arguments);
  if (!chosen) return chosen.error();
  if (!(*chosen)->start()->arrangement()) return measured(**chosen);
  const auto fixed = with_fixed_start(**chosen);
  if (!fixed) return Error{fmt::format("{} has no option for a fixed start", described(**chosen))};
  return measured(*fixed);
}

}  // namespace

int perft_bench(const RulesArguments& arguments, bool json) {
  const auto all = candidates(arguments);
  if (!all) return refused(all.error());
  auto document = nlohmann::json::array();
  if (!json)
    fmt::print("{:<40}  {:>5}  {:>12}  {:>9}  {:>10}\n", "rules", "depth", "leaves", "best of 3",
               "M leaves/s");
  for (const RulesArguments& each : *all) {
    const auto speed = measured(each);
    if (!speed) return refused(speed.error());
    if (json) {
      document.push_back({{"rules", speed->rules},
                          {"position", speed->position},
                          {"depth", speed->depth},
                          {"leaves", speed->leaves},
                          {"seconds", speed->best.count()}});
      continue;
    }
    fmt::print("{:<40}  {:>5}  {:>12}  {:>7.3f} s  {:>10.1f}\n", speed->rules, speed->depth, speed->leaves,
               speed->best.count(), speed->million_per_second());
    std::fflush(stdout);
  }
  if (json) fmt::print("{}\n", document.dump(2));
  return 0;
}

}  // namespace ebiri::cli
