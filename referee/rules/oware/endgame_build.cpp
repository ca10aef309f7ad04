#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "referee/rules/oware/endgame_file.hpp"
#include "referee/rules/oware/endgame_tables.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules::oware {

namespace {

/// The file that is built, locked against other builders; it grows by whole layers.
class GrowingFile {
 public:
  explicit GrowingFile(std::string path) : path_(std::move(path)) {}
  GrowingFile(const GrowingFile&) = delete;
  ~GrowingFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  /// Opens it, or makes it; what it holds already, as whole layers.
  Result<int> open(const std::string& rules) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) return cannot("open");
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      return Error{fmt::format("`{}` is being built by another process", printable(path_, 200))};
    auto bytes = read_all();
    if (!bytes) return bytes.error();
    if (bytes->size() < file_header_size && file_header(rules).starts_with(*bytes)) return begin(rules);
    const auto contents =
        examine({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()}, rules);
    if (!contents)
      return Error{fmt::format("`{}` {}; nothing was changed: remove it, or name another file",
                               printable(path_, 200), contents.error().message)};
    if (auto cut = cut_to(contents->sound_size); !cut) return cut.error();
    for (int seeds = 0; seeds < contents->layers; ++seeds) keep(*bytes, seeds);
    return contents->layers;
  }

  Result<void> add(int seeds, Layer layer) {
    const std::string header = layer_header(seeds, layer);
    for (const Bytes part : {bytes_of(header), Bytes(layer.bounds), Bytes(layer.rounds)}) {
      if (auto written = write(part); !written) return written;
    }
    bounds_.push_back(std::move(layer.bounds));
    return {};
  }

  /// The packed bounds of the layers that it holds.
  const std::vector<std::vector<std::uint8_t>>& bounds() const { return bounds_; }

 private:
  static Bytes bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  }

  Error cannot(std::string_view what) const {
    return Error{fmt::format("cannot {} `{}`: {}", what, printable(path_, 200), std::strerror(errno))};
  }

  Result<int> begin(const std::string& rules) {
    if (auto cut = cut_to(0); !cut) return cut.error();
    const std::string header = file_header(rules);
    if (auto written = write(bytes_of(header)); !written) return written.error();
    return 0;
  }

  Result<std::string> read_all() const {
    std::string bytes;
    std::vector<char> block(std::size_t{1} << 20U);
    while (true) {
      const ssize_t count = read(descriptor_, block.data(), block.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return cannot("read");
      if (count == 0) return bytes;
      bytes.append(block.data(), static_cast<std::size_t>(count));
    }
  }

  Result<void> cut_to(std::size_t size) const {
    const auto offset = static_cast<off_t>(size);
    if (ftruncate(descriptor_, offset) != 0) return cannot("shorten");
    if (lseek(descriptor_, offset, SEEK_SET) != offset) return cannot("seek in");
    return {};
  }

  Result<void> write(Bytes bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return cannot("write");
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
  }

  void keep(const std::string& bytes, int seeds) {
    std::size_t at = file_header_size;
    for (int before = 0; before < seeds; ++before) at += layer_bytes(before);
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at + layer_header_size);
    bounds_.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(layer_size(seeds)));
  }

  std::string path_;
  int descriptor_ = -1;
  std::vector<std::vector<std::uint8_t>> bounds_;
};

LayerDone judged(int seeds, const std::vector<std::uint8_t>& bounds, bool was_there) {
  const auto known = std::ranges::count_if(bounds, [](std::uint8_t byte) { return unpacked(byte).known(); });
  return {seeds, bounds.size(), static_cast<std::size_t>(known), was_there};
}

}  // namespace

Result<void> build_tables(const std::string& path, const TablesOrder& order,
                          const std::function<bool(const LayerDone&)>& done) {
  assert(order.seeds >= 0 && order.seeds <= most_table_seeds);
  GrowingFile file(path);
  const auto there = file.open(endgame_rules(order.options));
  if (!there) return there.error();
  for (int seeds = 0; seeds <= order.seeds; ++seeds) {
    const auto& bounds = file.bounds();
    if (seeds >= *there) {
      const std::vector<Bytes> below(bounds.begin(), bounds.end());
      auto added = file.add(seeds, solve_layer(order.options, seeds, below, order.threads));
      if (!added) return added;
    }
    if (!done(judged(seeds, bounds[static_cast<std::size_t>(seeds)], seeds < *there))) break;
  }
  return {};
}

}  // namespace ebiri::rules::oware
