// A Brownian motion between two walls. Internal to this room.
#pragma once

namespace ebiri::rating {

/// Starts at 0 and stops at the first wall that it meets.
struct Brownian {
  double lower = 0;     ///< below 0
  double upper = 0;     ///< above 0
  double drift = 0;     ///< of a unit of time
  double variance = 0;  ///< of a unit of time, above 0

  /// Probability that it has met the lower wall by `time`, or then walks between the walls at `place` or
  /// below. With `place` at a wall: that it has met the lower one; that it has not met the upper one.
  /// By the method of images, to 1e-12. Preconditions: time > 0, lower <= place <= upper.
  double below(double time, double place) const;

 private:
  double ends_below() const;
  double stopped_below(double time) const;
  double walks_below(double time, double place) const;
};

}  // namespace ebiri::rating
