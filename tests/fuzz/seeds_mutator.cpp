// A mutation that libFuzzer does not know: one seed of a pit, or all, go to another.
// Chance alone hardly ever keeps the sum, and every position with another sum is refused.
#include <algorithm>

#include "tests/fuzz/fuzz.hpp"
#include "tests/rules/promises.hpp"

using namespace ebiri;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

/// Every other time the position in line 2 is changed that way.
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
