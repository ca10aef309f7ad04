#include "referee/rules/oware/endgame_tables.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>

#include "referee/rules/oware/catalogue.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::oware {

std::string endgame_rules(const Options& options) {
  std::vector<std::string> words;
  for (const auto& option : catalogue().options) {
    const std::string& name = option.info.name;
    // From here on the catalogue lists options that only end games early.
    if (name == "repetition") break;
    words.push_back(name + "=" + option.read(options));
  }
  return join(words, " ");
}

Result<EndgameTables> EndgameTables::open(const std::string& path, const Options& options) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_failure("open", path);
  struct stat status {};
  const bool is_file = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const auto size = is_file ? static_cast<std::size_t>(status.st_size) : 0;
  void* bytes = size == 0 ? nullptr : mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  const auto failure = system_failure("map", path);  // before `close` changes `errno`
  close(file);
  if (bytes == MAP_FAILED) return failure;
  EndgameTables tables(options);
  if (bytes != nullptr) tables.file_ = {bytes, [size](void* mapped) { munmap(mapped, size); }};
  if (auto read = tables.read({static_cast<const std::uint8_t*>(bytes), size}); !read)
    return Error{fmt::format("`{}` {}", printable(path, 200), read.error().message)};
  return tables;
}

EndgameTables::EndgameTables(const Options& options) : rules_(without_majority(options)) {}

Result<void> EndgameTables::read(Bytes bytes) {
  const auto contents = examine(bytes, endgame_rules(rules_.options()));
  if (!contents) return contents.error();
  if (contents->cut_off || contents->layers == 0)
    return Error{fmt::format("is truncated in the boards with {} seeds; `ebiri tables` continues it",
                             contents->layers)};
  std::size_t at = file_header_size;
  for (int seeds = 0; seeds < contents->layers; at += layer_bytes(seeds++)) {
    const std::uint8_t* bounds = bytes.data() + at + layer_header_size;
    layers_.push_back({bounds, bounds + layer_size(seeds)});
  }
  return {};
}

Bounds EndgameTables::bounds(const Position& position) const {
  assert(contains(position));
  return unpacked(layers_[static_cast<std::size_t>(on_board(position))].bounds[index_of(position)]);
}

std::uint8_t EndgameTables::rounds(const Position& position) const {
  return layers_[static_cast<std::size_t>(on_board(position))].rounds[index_of(position)];
}

int EndgameTables::secured(const Position& position, Oware::Move move) const {
  const Position next = rules_.play(position, move);
  return next.other_store() - position.own_store() + on_board(next) - bounds(next).hi;
}

// The largest number of rounds that the mover needs after a reply at `next` that costs the opponent nothing.
int EndgameTables::rounds_after(const Position& next) const {
  const int worst = on_board(next) - bounds(next).hi;
  int rounds_left = 0;
  if (rules_.is_over(next)) return rounds_left;
  for (const Oware::Move reply : rules_.legal_moves(next)) {
    const Position after = rules_.play(next, reply);
    if (on_board(after) != on_board(next) || bounds(after).lo > worst) continue;
    rounds_left = std::max(rounds_left, 1 + rounds(after));
  }
  return rounds_left;
}

std::optional<Oware::Move> EndgameTables::securing_move(const Position& position) const {
  if (rules_.is_over(position)) return std::nullopt;
  const int lo = bounds(position).lo;
  std::optional<Oware::Move> best;
  int fewest = 0;
  for (const Oware::Move move : rules_.legal_moves(position)) {
    if (secured(position, move) != lo) continue;
    const Position next = rules_.play(position, move);
    const int left = on_board(next) < on_board(position) ? 0 : rounds_after(next);
    if (best && left >= fewest) continue;
    best = move;
    fewest = left;
  }
  return best;
}

}  // namespace ebiri::rules::oware
