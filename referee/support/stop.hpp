// StopToken: tells a computation that its result is no longer wanted.
#pragma once

#ifdef __wasi__

namespace ebiri {

/// Without threads nothing can ask for a stop.
struct StopToken {
  static constexpr bool stop_requested() { return false; }
};

}  // namespace ebiri

#else

#include <stop_token>

namespace ebiri {

using StopToken = std::stop_token;

}  // namespace ebiri

#endif
