#include "referee/rules/oware/endgame_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <fstream>
#include <string_view>

#include "referee/rules/oware/endgame_tables.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::oware {

namespace {

constexpr std::string_view magic{"ebiri endgames\0\0", 16};
constexpr std::uint64_t version = 1;
constexpr std::size_t rules_at = 24;
constexpr std::size_t sum_at = file_header_size - 8;

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

bool layer_is_sound(Bytes layer, int seeds) {
  if (number_at(layer, 24, 8) != sum_of(layer.first(24))) return false;
  if (number_at(layer, 0, 4) != static_cast<std::uint64_t>(seeds)) return false;
  if (number_at(layer, 8, 8) != layer_size(seeds)) return false;
  const std::size_t boards = layer_size(seeds);
  const Bytes bounds = layer.subspan(layer_header_size, boards);
  const Bytes rounds = layer.subspan(layer_header_size + boards, boards);
  if (number_at(layer, 16, 8) != sum_of(rounds, sum_of(bounds))) return false;
  // Rejects bytes that no solver writes, although their checksum is right.
  return std::ranges::all_of(bounds, [&](std::uint8_t byte) {
    const Bounds values = unpacked(byte);
    return values.hi <= seeds && packed(values) == byte;
  });
}

}  // namespace

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

std::string layer_header(int seeds, const Layer& layer) {
  std::string header;
  put(header, static_cast<std::uint64_t>(seeds), 4);
  put(header, 0, 4);
  put(header, layer.bounds.size(), 8);
  put(header, sum_of(layer.rounds, sum_of(layer.bounds)), 8);
  put(header, sum_of(as_bytes(header)), 8);
  return header;
}

Result<FileContents> examine(Bytes file, const std::string& rules) {
  if (auto checked = check_header(file, rules); !checked) return checked.error();
  FileContents contents{.layers = 0, .sound_size = file_header_size};
  while (contents.sound_size < file.size()) {
    const Bytes rest = file.subspan(contents.sound_size);
    if (contents.layers > max_table_seeds)
      return Error{fmt::format("has bytes after its last layer, the boards with {} seeds", max_table_seeds)};
    const std::size_t size = layer_bytes(contents.layers);
    contents.cut_off = rest.size() < size;
    if (contents.cut_off) break;
    if (!layer_is_sound(rest.first(size), contents.layers))
      return Error{fmt::format("is damaged in the boards with {} seeds", contents.layers)};
    contents.sound_size += size;
    ++contents.layers;
  }
  return contents;
}

namespace {

/// A file being built, locked against other builders. It grows by whole layers.
class GrowingFile {
 public:
  explicit GrowingFile(std::string path) : path_(std::move(path)) {}
  GrowingFile(const GrowingFile&) = delete;
  ~GrowingFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  /// Opens or creates the file; returns its complete layers.
  Result<int> open(const std::string& rules) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) return system_failure("open", path_);
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      return Error{fmt::format("`{}` is being built by another process", printable(path_, 200))};
    const off_t size = lseek(descriptor_, 0, SEEK_END);
    std::string bytes(static_cast<std::size_t>(std::max<off_t>(size, 0)), '\0');
    if (size < 0 || !std::ifstream(path_, std::ios::binary).read(bytes.data(), size))
      return system_failure("read", path_);
    if (bytes.size() < file_header_size && file_header(rules).starts_with(bytes)) return begin(rules);
    const auto contents = examine(as_bytes(bytes), rules);
    if (!contents)
      return Error{fmt::format("`{}` {}; the file is unchanged: remove it, or choose another file",
                               printable(path_, 200), contents.error().message)};
    if (auto cut = cut_to(contents->sound_size); !cut) return cut.error();
    std::size_t at = file_header_size;
    for (int seeds = 0; seeds < contents->layers; at += layer_bytes(seeds++)) {
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at + layer_header_size);
      bounds_.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(layer_size(seeds)));
    }
    return contents->layers;
  }

  Result<void> add(int seeds, Layer layer) {
    const std::string header = layer_header(seeds, layer);
    for (const Bytes part : {as_bytes(header), Bytes(layer.bounds), Bytes(layer.rounds)})
      if (!write(part)) return system_failure("write", path_);
    bounds_.push_back(std::move(layer.bounds));
    return {};
  }

  /// The packed bounds of its layers.
  const std::vector<std::vector<std::uint8_t>>& bounds() const { return bounds_; }

 private:
  Result<int> begin(const std::string& rules) {
    if (auto cut = cut_to(0); !cut) return cut.error();
    const std::string header = file_header(rules);
    if (!write(as_bytes(header))) return system_failure("write", path_);
    return 0;
  }

  bool write(Bytes bytes) const {
    return write_all(descriptor_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  Result<void> cut_to(std::size_t size) const {
    const auto offset = static_cast<off_t>(size);
    if (ftruncate(descriptor_, offset) != 0) return system_failure("truncate", path_);
    if (lseek(descriptor_, offset, SEEK_SET) != offset) return system_failure("seek in", path_);
    return {};
  }

  std::string path_;
  int descriptor_ = -1;
  std::vector<std::vector<std::uint8_t>> bounds_;
};

LayerDone layer_done(int seeds, const std::vector<std::uint8_t>& bounds, bool was_there) {
  const auto known = std::ranges::count_if(bounds, [](std::uint8_t byte) { return unpacked(byte).known(); });
  return {seeds, bounds.size(), static_cast<std::size_t>(known), was_there};
}

}  // namespace

Result<void> build_tables(const std::string& path, const TablesSettings& settings,
                          const std::function<bool(const LayerDone&)>& done) {
  assert(settings.seeds >= 0 && settings.seeds <= max_table_seeds);
  GrowingFile file(path);
  const auto there = file.open(endgame_rules(settings.options));
  if (!there) return there.error();
  for (int seeds = 0; seeds <= settings.seeds; ++seeds) {
    const auto& bounds = file.bounds();
    if (seeds >= *there) {
      const std::vector<Bytes> below(bounds.begin(), bounds.end());
      auto added = file.add(seeds, solve_layer(settings.options, seeds, below, settings.threads));
      if (!added) return added;
    }
    if (!done(layer_done(seeds, bounds[static_cast<std::size_t>(seeds)], seeds < *there))) break;
  }
  return {};
}

}  // namespace ebiri::rules::oware
