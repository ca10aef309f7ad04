#include "referee/rules/scene.hpp"

#include <utility>

namespace ebiri::rules {

Tracer::Tracer(const BoardShape& shape, const Scene& before) : shape_(shape), cells_(before.cells) {
  cells_.push_back(0);
  transfers_.reserve(static_cast<std::size_t>(shape.pits()));
}

Trace Tracer::trace(const Scene& after) && {
  const bool same = std::equal(after.cells.begin(), after.cells.end(), cells_.begin());
  return {std::move(transfers_), in_hand() != 0 || !same};
}

}  // namespace ebiri::rules
