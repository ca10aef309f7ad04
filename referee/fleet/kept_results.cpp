#include "referee/fleet/kept_results.hpp"

#include <algorithm>

namespace ebiri::fleet {

void KeptResults::lower(std::uint64_t through) {
  for (std::uint64_t* number : {&handed_over_, &taken_, &kept_, &ripening_, &removed_})
    *number = std::min(*number, through);
}

std::optional<std::uint64_t> KeptResults::due(Time now, std::chrono::milliseconds age) {
  if (ripening_ <= removed_ && kept_ > removed_) {
    ripening_ = kept_;
    since_ = now;
  }
  if (ripening_ <= removed_ || now - since_ < age) return std::nullopt;
  return ripening_;
}

}  // namespace ebiri::fleet
