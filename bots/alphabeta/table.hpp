// A transposition table: results of earlier parts of a search, by position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace ebiri::bots {

enum class Bound : std::uint8_t { none, upper, lower, exact };

/// One position's result, 16 bytes. Values are between -2^29 and 2^29, because two of the 32 bits are the
/// bound.
struct TableEntry {
  static constexpr std::uint8_t no_move = UINT8_MAX;  ///< also stands for every index that does not fit

  std::uint64_t key = 0;
  std::int32_t value_and_bound = 0;
  std::uint16_t generation = 0;  ///< 0: never written
  std::uint8_t depth = 0;
  std::uint8_t move = no_move;  ///< an index into the legal moves

  int value() const { return value_and_bound >> 2; }
  Bound bound() const { return static_cast<Bound>(value_and_bound & 3); }
};
static_assert(sizeof(TableEntry) == 16);

/// Pairs of entries. A result replaces the first entry of its pair, unless that entry is deeper and belongs
/// to another position. In that case it replaces the second entry. Entries of earlier generations count as
/// empty, so that clearing costs nothing.
class Table {
 public:
  /// The largest power of two of entries that fits `megabytes`, at least one pair.
  explicit Table(std::size_t megabytes) {
    while (size_ * 2 * sizeof(TableEntry) <= megabytes << 20U) size_ *= 2;
    entries_.reset(static_cast<TableEntry*>(std::calloc(size_, sizeof(TableEntry))));
    if (!entries_) std::abort();  // no memory
  }

  void forget() {
    if (++generation_ != 0) return;
    std::fill_n(entries_.get(), size_, TableEntry{});
    generation_ = 1;
  }

  /// The entry of a position, or null.
  const TableEntry* find(std::uint64_t key) const {
    const std::size_t at = slot(key);
    for (std::size_t i = at; i < at + 2; ++i) {
      if (entries_[i].key == key && entries_[i].generation == generation_) return &entries_[i];
    }
    return nullptr;
  }

  void store(TableEntry entry) {
    entry.generation = generation_;
    TableEntry& first = entries_[slot(entry.key)];
    const bool keeps = first.generation == generation_ && first.key != entry.key && first.depth > entry.depth;
    (keeps ? entries_[slot(entry.key) + 1] : first) = entry;
  }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t slot(std::uint64_t key) const { return key & (size_ - 2); }

  std::size_t size_ = 2;
  std::unique_ptr<TableEntry[], Free> entries_;  // zeros; the kernel provides a page at its first use
  std::uint16_t generation_ = 1;
};

}  // namespace ebiri::bots
