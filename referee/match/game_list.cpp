#include "referee/match/game_list.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <cerrno>
#include <cstring>
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

}  // namespace ebiri::match
