// A sparse array.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>

namespace ebiri {

/// A map from numbers to values, compact for consecutive numbers. An isolated number takes a block of 64.
template <class Value>
class SparseArray {
 public:
  /// The value of `number`; `Value{}` before it is set.
  Value& operator[](std::uint64_t number) { return blocks_[number / block][number % block]; }

  Value at(std::uint64_t number) const {
    const auto found = blocks_.find(number / block);
    return found == blocks_.end() ? Value{} : found->second[number % block];
  }

  bool operator==(const SparseArray&) const = default;

 private:
  static constexpr std::uint64_t block = 64;
  boost::unordered_flat_map<std::uint64_t, std::array<Value, block>> blocks_;
};

}  // namespace ebiri
