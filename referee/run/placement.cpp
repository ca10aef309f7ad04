#include "referee/run/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "referee/process/machine.hpp"
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
      "{} with {} each need {}, but only {} are available: engines wait for each other; reduce `slots` or "
      "`cores`",
      counted(place.slots, "slot"), counted(place.width, "core"), counted(needed, "core"), here);
}

}  // namespace ebiri::run
