#include "referee/match/game_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "referee/support/failure.hpp"

namespace ebiri::match {

// The file holds them as memory does: nobody else reads it.
static_assert(std::is_trivially_copyable_v<GameSummary>);

GameList::GameList(std::span<const GameSummary> games) {
  for (const GameSummary& game : games) push_back(game);
}

void GameList::push_back(const GameSummary& game) {
  if (size_ % part_size == 0) {
    if (file_ && !parts_.empty()) put_away(parts_.back());
    parts_.emplace_back();
    if (size_ > 0) parts_.back().here.reserve(part_size);  // a long list
  }
  parts_.back().here.push_back(game);
  ++size_;
}

void GameList::keep_in(const std::filesystem::path& folder) {
  file_ = std::make_shared<NamelessFile>(folder / "games.list.part");
  if (!file_->open()) return file_.reset();
  for (Part& part : parts_)
    if (&part != &parts_.back() && !part.here.empty()) put_away(part);
}

std::size_t GameList::in_memory() const {
  std::size_t count = 0;
  for (const Part& part : parts_) count += part.here.capacity();
  return count;
}

void GameList::put_away(Part& part) {
  const std::uint64_t at = file_->size();
  const auto bytes = std::as_bytes(std::span{part.here});
  if (!file_->append({reinterpret_cast<const char*>(bytes.data()), bytes.size()})) return;  // a full disk?
  part.at = at;
  part.here = std::vector<GameSummary>{};  // `{}` alone keeps its room
}

void GameList::read(const Part& part, std::vector<GameSummary>& games) const {
  games.resize(part_size);
  const auto bytes = std::as_writable_bytes(std::span{games});
  if (!file_->read(part.at, {reinterpret_cast<char*>(bytes.data()), bytes.size()}))
    throw MachineFailure{fmt::format("cannot read back what was kept of the games: {}",
                                     errno == 0 ? "its end is missing" : std::strerror(errno))};
}

void GameList::Reader::load(std::size_t number) {
  const Part& part = games_.parts_[number];
  if (part.here.empty()) games_.read(part, read_);
  view_ = part.here.empty() ? read_ : part.here;
  number_ = number;
}

GameSummary GameList::operator[](std::size_t index) const { return Reader{*this}[index]; }

bool are_consecutive(const GameList& games) {
  return std::ranges::all_of(games, [&](const GameSummary& game) {
    return game.attempt == 1 && game.game >= 1 && static_cast<std::size_t>(game.game) <= games.size();
  });
}

std::vector<std::uint32_t> in_order(const GameList& games) {
  std::vector<std::uint32_t> order(games.size());
  std::uint32_t index = 0;
  if (are_consecutive(games)) {
    for (const GameSummary& game : games) order[static_cast<std::size_t>(game.game) - 1] = index++;
    return order;
  }
  std::vector<std::tuple<int, int, std::uint32_t>> places;
  places.reserve(games.size());
  for (const GameSummary& game : games) places.emplace_back(game.game, game.attempt, index++);
  std::ranges::sort(places);
  std::ranges::transform(places, order.begin(), [](const auto& place) { return std::get<2>(place); });
  return order;
}

// As often as needed, those whose fingerprints leave the same remainder.
std::size_t count_openings(const GameList& games) {
  constexpr std::size_t at_once = 65536;
  const std::size_t rounds = games.size() / at_once + 1;
  std::size_t count = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    boost::unordered_flat_set<std::uint64_t> seen;
    games.each_part([&](std::span<const GameSummary> some) {
      for (const GameSummary& game : some)
        if (game.opening % rounds == round) seen.insert(game.opening);
    });
    count += seen.size();
  }
  return count;
}

}  // namespace ebiri::match
