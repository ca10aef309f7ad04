#include "referee/match/game_list.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <type_traits>

#include "referee/process/nameless_file.hpp"
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
  }
  parts_.back().here.push_back(game);
  ++size_;
}

void GameList::keep_in(const std::filesystem::path& folder) {
  auto opened = process::nameless_file(folder / "games.list.part");
  if (!opened.open()) return;
  file_ = std::make_shared<File>(std::move(opened));
  for (Part& part : parts_)
    if (&part != &parts_.back() && !part.here.empty()) put_away(part);
}

std::size_t GameList::in_memory() const {
  std::size_t count = 0;
  for (const Part& part : parts_) count += part.here.capacity();
  return count;
}

void GameList::put_away(Part& part) {
  const char* bytes = reinterpret_cast<const char*>(part.here.data());
  const std::size_t size = part.here.size() * sizeof(GameSummary);
  for (std::size_t done = 0; done < size;) {
    const ssize_t count =
        ::pwrite(file_->descriptor.get(), bytes + done, size - done, static_cast<off_t>(file_->size + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the disk may be full
    done += static_cast<std::size_t>(count);
  }
  part.at = file_->size;
  file_->size += size;
  part.here = std::vector<GameSummary>{};  // `{}` alone keeps its room
}

void GameList::read(const Part& part, std::vector<GameSummary>& games) const {
  games.resize(part_size);
  char* bytes = reinterpret_cast<char*>(games.data());
  const std::size_t size = games.size() * sizeof(GameSummary);
  for (std::size_t done = 0; done < size;) {
    const ssize_t count =
        ::pread(file_->descriptor.get(), bytes + done, size - done, static_cast<off_t>(part.at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      throw MachineFailure{fmt::format("cannot read back what was kept of the games: {}",
                                       count == 0 ? "its end is missing" : std::strerror(errno))};
    done += static_cast<std::size_t>(count);
  }
}

void GameList::Reader::load(std::size_t number) {
  const Part& part = games_.parts_[number];
  if (part.here.empty()) games_.read(part, read_);
  view_ = part.here.empty() ? read_ : part.here;
  number_ = number;
}

GameSummary GameList::operator[](std::size_t index) const { return Reader{*this}[index]; }

}  // namespace ebiri::match
