#include "referee/run/slots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <thread>

#include "referee/process/machine.hpp"
#include "referee/process/notifier.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

using tournament::EngineSettings;
using tournament::Settings;

Placement placement(const Settings& settings) {
  Placement result{.processors = process::allowed_processors(),
                   .width = cores_of_slot(settings),
                   .pinned = settings.placement == tournament::Pinning::pinned};
  const int at_once = std::max(1, static_cast<int>(result.processors.size()) / result.width);
  result.slots = settings.slots > 0 ? settings.slots : at_once;
  return result;
}

void enter_slot(const Placement& placement, int slot) {
  process::request_short_slices();
  std::vector<int> order = placement.processors;
  if (order.empty()) return;
  const auto width = static_cast<std::size_t>(placement.width);
  std::ranges::rotate(order, order.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(slot) *
                                                                         width % order.size()));
  process::prefer_processors(order);
  if (!placement.pinned) return;
  order.resize(std::min(order.size(), width));
  process::pin_thread(order);
}

std::string core_shortage(const Settings& settings) {
  const bool limited = std::ranges::any_of(
      settings.engines, [&](const EngineSettings& engine) { return cores_of(settings, engine) > 0; });
  const Placement place = placement(settings);
  const std::int64_t needed = std::int64_t{place.slots} * place.width;
  const auto here = static_cast<std::int64_t>(place.processors.size());
  if (!limited || needed <= here) return {};
  return fmt::format(
      "{} of {} need {}, but only {} are available: engines wait for each other; reduce `slots` or `cores`",
      counted(place.slots, "slot"), counted(place.width, "core"), counted(needed, "core"), here);
}

std::string unsent_limit(const Settings& settings) {
  for (const EngineSettings& engine : settings.engines) {
    const match::Limit limit = engine.limit.value_or(settings.limit);
    if (engine.dialect == player::native_dialect || match::limits_time(limit)) continue;
    if (!limit.nodes && !limit.depth) continue;
    if (limit.depth && player::dialect(engine.dialect).has_depth) continue;
    return fmt::format("engine `{}`: its dialect cannot send the limit `{}`; set a time limit", engine.name,
                       match::describe(limit));
  }
  return {};
}

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
  constexpr double max_ratio = 1.15;
  std::string text = fmt::format("{:.0f}", speed.median);
  if (speed.fastest > max_ratio * speed.slowest)
    text += fmt::format(" ({:.0f} to {:.0f})", speed.slowest, speed.fastest);
  return text;
}

bool scales_time(const tournament::Settings& settings) {
  const auto timed = [&](const auto& engine) {
    return match::limits_time(engine.limit.value_or(settings.limit));
  };
  return settings.core_speed && std::ranges::any_of(settings.engines, timed);
}

Result<void> scale_time_limits(Arena& arena, const CoreSpeed& speed) {
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

tournament::SlotHooks slot_hooks(Arena& arena) {
  const auto interrupt = std::make_shared<const process::Notifier>();
  arena.interrupt = interrupt->descriptor();
  return {
      .max_replays = arena.settings.max_replays,
      .make_player = [&arena](const std::string& engine) { return make_player(arena, engine); },
      .seed = [&arena](int game, int attempt) { return game_seed(arena.settings, game, attempt); },
      .enter = [place = placement(arena.settings)](int slot) { enter_slot(place, slot); },
      .interrupt_players = [interrupt] { interrupt->notify(); },
  };
}

Result<std::shared_ptr<tournament::GameQueue>> open_slots(Arena& arena, const Observers& observers) {
  if (const auto shortage = core_shortage(arena.settings); !shortage.empty())
    observers.warn("warning: " + shortage);
  if (scales_time(arena.settings)) {
    const CoreSpeed speed = measure_core_speed(placement(arena.settings));
    if (auto fit = scale_time_limits(arena, speed); !fit) return fit.error();
    observers.warn(fmt::format("core speed {}, config `core-speed: {}`: time limits are multiplied by {:g}",
                               core_speed_text(speed), *arena.settings.core_speed,
                               static_cast<double>(arena.time_scale) / match::unscaled));
  }
  return std::shared_ptr<tournament::GameQueue>{
      std::make_shared<tournament::Runner>(*arena.rules, placement(arena.settings).slots, slot_hooks(arena))};
}

}  // namespace ebiri::run
