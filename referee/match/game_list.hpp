// The games of a run as summaries, of which there may be more than memory should hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/support/nameless_file.hpp"

namespace ebiri::match {

/// Grows at its end. In memory, or but for the last thousand in a file without a name. Looked at by any
/// number of threads, as long as nobody adds; what is in a file is looked at fastest in order. Looking throws
/// MachineFailure when the file cannot be read.
class GameList {
 public:
  class Reader;
  class Iterator;

  GameList() = default;
  GameList(std::initializer_list<GameSummary> games) : GameList(std::span{games}) {}
  GameList(const std::vector<GameSummary>& games)  // NOLINT(google-explicit-constructor): is a list
      : GameList(std::span{games}) {}
  explicit GameList(std::span<const GameSummary> games);

  void push_back(const GameSummary& game);

  /// From now on games go to a file in that folder, which exists; those that cannot be written there stay in
  /// memory. Copies have the file in common.
  void keep_in(const std::filesystem::path& folder);

  /// How many of them there is room for in memory.
  std::size_t in_memory() const;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Precondition: `index` is less than `size()`. `Reader` is faster.
  GameSummary operator[](std::size_t index) const;

  /// Precondition: it is not empty. Until one is added.
  GameSummary& back() { return parts_.back().here.back(); }
  const GameSummary& back() const { return parts_.back().here.back(); }

  /// What these give is there until they go on.
  Iterator begin() const;
  Iterator end() const;

  /// Hands all of them over in order, many at a time, as a span.
  template <class Take>
  void each_part(Take take) const;

 private:
  static constexpr std::size_t part_size = 1024;  // games: 56 KiB

  struct Part {  // `part_size` games, but for the last one
    std::vector<GameSummary> here;
    std::uint64_t at = 0;  // in the file, if none are here
  };

  void put_away(Part& part);
  void read(const Part& part, std::vector<GameSummary>& games) const;

  std::vector<Part> parts_;
  std::size_t size_ = 0;
  std::shared_ptr<NamelessFile> file_;
};

/// Looks at single games, of which it holds those that are beside each other. One thread.
class GameList::Reader {
 public:
  /// The list must outlive it and stay as it is.
  explicit Reader(const GameList& games) : games_(games) {}

  /// Until the next call. Precondition: `index` is less than the list's size.
  const GameSummary& operator[](std::size_t index) { return part(index / part_size)[index % part_size]; }

 private:
  friend class GameList;

  std::span<const GameSummary> part(std::size_t number) {
    if (number != number_) load(number);
    return view_;
  }
  void load(std::size_t number);

  const GameList& games_;
  std::size_t number_ = static_cast<std::size_t>(-1);
  std::span<const GameSummary> view_;
  std::vector<GameSummary> read_;
};

/// An input iterator.
class GameList::Iterator {
 public:
  using value_type = GameSummary;
  using difference_type = std::ptrdiff_t;
  using reference = const GameSummary&;
  using pointer = const GameSummary*;
  using iterator_category = std::input_iterator_tag;

  Iterator() = default;
  Iterator(const GameList& games, std::size_t index)
      : reader_(std::make_shared<Reader>(games)),
        index_(index) {}

  reference operator*() const { return (*reader_)[index_]; }
  pointer operator->() const { return &**this; }
  Iterator& operator++() {
    ++index_;
    return *this;
  }
  void operator++(int) { ++index_; }
  bool operator==(const Iterator& other) const { return index_ == other.index_; }

 private:
  std::shared_ptr<Reader> reader_;
  std::size_t index_ = 0;
};

/// Whether the games are those from 1 on, the first attempt at each, in any order. A number is in a list
/// once.
bool are_consecutive(const GameList& games);

/// Their indexes in the order of their numbers and attempts.
std::vector<std::uint32_t> in_order(const GameList& games);

/// How many different openings they began with, in memory that does not grow with them.
std::size_t count_openings(const GameList& games);

inline GameList::Iterator GameList::begin() const { return {*this, 0}; }
inline GameList::Iterator GameList::end() const { return {*this, size_}; }

template <class Take>
void GameList::each_part(Take take) const {
  Reader reader{*this};
  for (std::size_t number = 0; number < parts_.size(); ++number) take(reader.part(number));
}

}  // namespace ebiri::match
