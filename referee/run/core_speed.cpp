#include "referee/run/core_speed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>
#include <vector>

#include "referee/process/machine.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::run {

namespace {

std::chrono::nanoseconds own_cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
}

// The speed of the calling thread's core.
double own_speed(const rules::Rules& rules) {
  constexpr int depth = 6, measurements = 60;
  constexpr std::chrono::milliseconds shortest{1};
  const std::string start = rules.start()->position();
  double best = 0;
  for (int i = 0; i < measurements; ++i) {
    const auto begin = own_cpu_time();
    std::chrono::nanoseconds spent{};
    std::uint64_t positions = 0;
    do {
      positions += rules.perft(start, depth)->leaves;
      spent = own_cpu_time() - begin;
    } while (spent < shortest);
    best = std::max(best, 1e3 * static_cast<double>(positions) / static_cast<double>(spent.count()));
  }
  return std::round(10 * best) / 10;
}

}  // namespace

CoreSpeed measure_core_speed(const Placement& placement) {
  const auto rules = rules::make_rules({.variant = "oware", .ruleset = {}, .options = {}});
  assert(rules);
  const auto count =
      std::min<std::size_t>(static_cast<std::size_t>(placement.slots), process::allowed_processors().size());
  std::vector<double> speeds(count);
  std::vector<std::thread> threads;
  for (std::size_t slot = 0; slot < count; ++slot)
    threads.emplace_back([&, slot] {
      enter_slot(placement, static_cast<int>(slot));
      speeds[slot] = own_speed(**rules);
    });
  for (std::thread& thread : threads) thread.join();
  std::ranges::sort(speeds);
  return {.median = speeds[count / 2], .slowest = speeds.front(), .fastest = speeds.back()};
}

std::string core_speed_text(const CoreSpeed& speed) {
  constexpr double alike = 1.15;
  std::string text = fmt::format("{:.0f}", speed.median);
  if (speed.fastest > alike * speed.slowest)
    text += fmt::format(" ({:.0f} to {:.0f})", speed.slowest, speed.fastest);
  return text;
}

bool scales_time(const tournament::Settings& settings) {
  const auto timed = [&](const auto& engine) {
    return match::limits_time(engine.limit.value_or(settings.limit));
  };
  return settings.core_speed && std::ranges::any_of(settings.engines, timed);
}

Result<void> fit_time_limits(Arena& arena, const CoreSpeed& speed) {
  if (!scales_time(arena.settings)) return {};
  const auto scale = match::time_scale(*arena.settings.core_speed, speed.median);
  if (!scale)
    return Error{
        fmt::format("this machine's cores have speed {}; with `core-speed: {}`, times can be scaled only for "
                    "speeds of {:g} to {}",
                    core_speed_text(speed), *arena.settings.core_speed, *arena.settings.core_speed / 2.0,
                    2 * *arena.settings.core_speed)};
  arena.time_scale = *scale;
  return {};
}

}  // namespace ebiri::run
