// An iterator for lists that create their items on access.
#pragma once

#include <cstddef>
#include <iterator>

namespace ebiri {

/// A forward iterator over `list[index]`, by value. The list must outlive it.
template <class List, class Item>
class IndexIterator {
 public:
  using value_type = Item;
  using difference_type = std::ptrdiff_t;
  using iterator_concept = std::forward_iterator_tag;

  IndexIterator() = default;
  IndexIterator(const List& list, std::size_t index) : list_(&list), index_(index) {}

  Item operator*() const { return (*list_)[index_]; }
  IndexIterator& operator++() {
    ++index_;
    return *this;
  }
  IndexIterator operator++(int) { return {*list_, index_++}; }
  bool operator==(const IndexIterator& other) const { return index_ == other.index_; }

 private:
  const List* list_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace ebiri
