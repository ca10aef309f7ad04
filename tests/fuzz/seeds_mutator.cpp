// A mutator that moves one seed of a pit, or all, to another pit. Random mutations rarely keep the sum, and
// every position with another sum is invalid.
#include <algorithm>

#include "tests/fuzz/fuzz.hpp"
#include "tests/rules/properties.hpp"

using namespace ebiri;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

/// Changes the position in line 2 that way for every other call.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  Random random{seed};
  fuzz::Bytes input(data, size);
  const std::string selection(input.line());
  std::string position(input.line());
  if (position.empty() || random.below(2) == 0) return LLVMFuzzerMutate(data, size, max_size);
  for (std::uint64_t shifts = 1 + random.below(8); shifts > 0; --shifts)
    position = rules::tests::shifted(position, random);
  std::string text = selection + "\n" + position;
  if (!input.empty()) text += "\n" + std::string(input.rest());
  const std::size_t length = std::min(text.size(), max_size);
  std::copy_n(text.begin(), length, data);
  return length;
}
