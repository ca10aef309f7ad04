#include "referee/rules/oware/endgame_tables.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <fstream>

#include "referee/rules/oware/catalogue.hpp"
#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::oware {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::string_view magic{"ebiri endgames\0\0", 16};
constexpr std::uint64_t version = 1;
constexpr std::size_t file_header_size = 256;
constexpr std::size_t layer_header_size = 32;
constexpr std::size_t rules_at = 24;
constexpr std::size_t sum_at = file_header_size - 8;

Bytes as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void put(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>((number >> (8 * i)) & 0xFF);
}

std::uint64_t number_at(Bytes bytes, std::size_t at, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < count; ++i) number |= std::uint64_t{bytes[at + i]} << (8 * i);
  return number;
}

// A checksum that detects every change of a byte.
std::uint64_t sum_of(Bytes bytes, std::uint64_t sum = 0) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    const std::uint64_t word = number_at(bytes, at, std::min<std::size_t>(8, bytes.size() - at));
    sum = (sum ^ word) * odd;
    sum ^= sum >> 32U;
  }
  return sum;
}

Result<void> check_header(Bytes file, const std::string& rules) {
  const std::string_view text{reinterpret_cast<const char*>(file.data()), file.size()};
  if (!text.starts_with(magic)) return Error{"is not an endgame file"};
  if (file.size() < file_header_size) return Error{"is truncated in its header"};
  if (number_at(file, sum_at, 8) != sum_of(file.first(sum_at))) return Error{"is damaged in its header"};
  if (const auto found = number_at(file, magic.size(), 4); found != version)
    return Error{fmt::format("has version {}, expected {}", found, version)};
  const std::string_view words = text.substr(rules_at, sum_at - rules_at);
  const std::string_view built_for = words.substr(0, words.find('\0'));
  if (built_for != rules)
    return Error{fmt::format("was built for `{}`, not for `{}`", printable(built_for, 230), rules)};
  return {};
}

std::string file_header(const std::string& rules) {
  assert(rules.size() < sum_at - rules_at);
  std::string header{magic};
  put(header, version, 4);
  put(header, 0, 4);
  header += rules;
  header.resize(sum_at);
  put(header, sum_of(as_bytes(header)), 8);
  return header;
}

std::string layer_header(int seeds, const LayerView& layer) {
  std::string header;
  put(header, static_cast<std::uint64_t>(seeds), 4);
  put(header, 0, 4);
  put(header, layer.bounds.size(), 8);
  put(header, sum_of(layer.rounds, sum_of(layer.bounds)), 8);
  put(header, sum_of(as_bytes(header)), 8);
  return header;
}

/// Whether `header` belongs to this layer and no byte of either has changed.
bool is_sound(Bytes header, const LayerView& layer, int seeds) {
  if (!std::ranges::equal(header, as_bytes(layer_header(seeds, layer)))) return false;
  // Rejects bytes that no solver writes, although their checksum is right.
  return std::ranges::all_of(layer.bounds, [&](std::uint8_t byte) {
    const Bounds values = unpacked(byte);
    return values.hi <= seeds && packed(values) == byte;
  });
}

/// The complete layers of a file.
struct FileContents {
  std::vector<LayerView> layers;
  std::size_t sound_size = file_header_size;  ///< bytes up to the end of the last complete layer
  bool cut_off = false;                       ///< an incomplete layer follows
};

/// Checks a whole file. Fails if it is damaged or was built for other rules.
Result<FileContents> examine(Bytes file, const std::string& rules) {
  if (auto checked = check_header(file, rules); !checked) return checked.error();
  FileContents contents;
  while (contents.sound_size < file.size()) {
    const Bytes rest = file.subspan(contents.sound_size);
    const int seeds = static_cast<int>(contents.layers.size());
    if (seeds > max_table_seeds)
      return Error{fmt::format("has bytes after its last layer, the boards with {} seeds", max_table_seeds)};
    const std::size_t boards = layer_size(seeds), size = layer_header_size + 2 * boards;
    contents.cut_off = rest.size() < size;
    if (contents.cut_off) break;
    const LayerView layer{rest.subspan(layer_header_size, boards),
                          rest.subspan(layer_header_size + boards, boards)};
    if (!is_sound(rest.first(layer_header_size), layer, seeds))
      return Error{fmt::format("is damaged in the boards with {} seeds", seeds)};
    contents.layers.push_back(layer);
    contents.sound_size += size;
  }
  return contents;
}

/// A file being built, locked against other builders. It grows by whole layers.
class GrowingFile {
 public:
  explicit GrowingFile(std::string path) : path_(std::move(path)) {}

  /// Opens or creates the file; returns the number of its complete layers.
  Result<int> open(const std::string& rules) {
    file_ = Descriptor{::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
    if (!file_.open()) return system_failure("open", path_);
    if (flock(file_.get(), LOCK_EX | LOCK_NB) != 0)
      return Error{fmt::format("`{}` is being built by another process", printable(path_, 200))};
    const off_t size = lseek(file_.get(), 0, SEEK_END);
    std::string bytes(static_cast<std::size_t>(std::max<off_t>(size, 0)), '\0');
    if (size < 0 || !std::ifstream(path_, std::ios::binary).read(bytes.data(), size))
      return system_failure("read", path_);
    const std::string header = file_header(rules);
    if (bytes.size() < header.size() && header.starts_with(bytes)) {
      if (auto cut = cut_to(0); !cut) return cut.error();
      if (!write(as_bytes(header))) return system_failure("write", path_);
      return 0;
    }
    const auto contents = examine(as_bytes(bytes), rules);
    if (!contents)
      return Error{fmt::format("`{}` {}; the file is unchanged: remove it, or choose another file",
                               printable(path_, 200), contents.error().message)};
    if (auto cut = cut_to(contents->sound_size); !cut) return cut.error();
    for (const LayerView& layer : contents->layers)
      bounds_.emplace_back(layer.bounds.begin(), layer.bounds.end());
    return static_cast<int>(bounds_.size());
  }

  Result<void> add(int seeds, Layer layer) {
    const std::string header = layer_header(seeds, {layer.bounds, layer.rounds});
    for (const Bytes part : {as_bytes(header), Bytes(layer.bounds), Bytes(layer.rounds)})
      if (!write(part)) return system_failure("write", path_);
    bounds_.push_back(std::move(layer.bounds));
    return {};
  }

  /// The packed bounds of its layers.
  const std::vector<std::vector<std::uint8_t>>& bounds() const { return bounds_; }

 private:
  bool write(Bytes bytes) const {
    return write_all(file_.get(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  Result<void> cut_to(std::size_t size) const {
    const auto offset = static_cast<off_t>(size);
    if (ftruncate(file_.get(), offset) != 0) return system_failure("truncate", path_);
    if (lseek(file_.get(), offset, SEEK_SET) != offset) return system_failure("seek in", path_);
    return {};
  }

  std::string path_;
  Descriptor file_;
  std::vector<std::vector<std::uint8_t>> bounds_;
};

}  // namespace

Result<void> build_tables(const std::string& path, const TablesSettings& settings,
                          const std::function<bool(const LayerDone&)>& done) {
  assert(settings.seeds >= 0 && settings.seeds <= max_table_seeds);
  GrowingFile file(path);
  const auto there = file.open(endgame_rules(settings.options));
  if (!there) return there.error();
  for (int seeds = 0; seeds <= settings.seeds; ++seeds) {
    if (seeds >= *there) {
      const std::vector<Bytes> below(file.bounds().begin(), file.bounds().end());
      auto added = file.add(seeds, solve_layer(settings.options, seeds, below, settings.threads));
      if (!added) return added;
    }
    const auto& bounds = file.bounds()[static_cast<std::size_t>(seeds)];
    const auto known =
        std::ranges::count_if(bounds, [](std::uint8_t byte) { return unpacked(byte).known(); });
    if (!done({seeds, bounds.size(), static_cast<std::size_t>(known), seeds < *there})) break;
  }
  return {};
}

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
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!file.open()) return system_failure("open", path);
  struct stat status {};
  const bool is_file = fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
  const auto size = is_file ? static_cast<std::size_t>(status.st_size) : 0;
  void* bytes = size == 0 ? nullptr : mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
  if (bytes == MAP_FAILED) return system_failure("map", path);
  EndgameTables tables(options);
  if (bytes != nullptr) tables.file_ = {bytes, [size](void* mapped) { munmap(mapped, size); }};
  auto contents = examine({static_cast<const std::uint8_t*>(bytes), size}, endgame_rules(options));
  if (contents && (contents->cut_off || contents->layers.empty()))
    contents = Error{fmt::format("is truncated in the boards with {} seeds; `ebiri tables` continues it",
                                 contents->layers.size())};
  if (!contents) return Error{fmt::format("`{}` {}", printable(path, 200), contents.error().message)};
  tables.layers_ = std::move(contents->layers);
  return tables;
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

// The largest number of rounds that the side which moved to `next` still needs, over the best replies of its
// opponent.
int EndgameTables::rounds_after(const Position& next) const {
  const int guaranteed = on_board(next) - bounds(next).hi;
  int rounds_left = 0;
  if (rules_.is_over(next)) return rounds_left;
  for (const Oware::Move reply : rules_.legal_moves(next)) {
    const Position after = rules_.play(next, reply);
    if (on_board(after) != on_board(next) || bounds(after).lo > guaranteed) continue;
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
