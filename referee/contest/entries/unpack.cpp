// Unpacks untrusted archives into trees, and makes zips.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "referee/contest/entries/tree.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

struct Free {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchiveReader = std::unique_ptr<archive, Free>;

constexpr std::size_t block_size = 65536;
constexpr std::uint64_t always_allowed = 1'000'000;  // bytes that any archive may unpack to

Error reader_error(archive* reader) {
  const char* text = archive_error_string(reader);
  return refusal("the archive cannot be read: " +
                 (text != nullptr ? printable(trim(text), 300) : std::string{"unknown reason"}));
}

// The path without a final `/`, and without the `./` that some programs put before every path.
std::string plain_path(std::string path) {
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path == "." ? std::string{} : path;
}

std::string path_of(archive_entry* entry) {
  if (const char* text = archive_entry_pathname_utf8(entry); text != nullptr) return text;
  const char* raw = archive_entry_pathname(entry);
  return raw != nullptr ? raw : "";
}

// Unpacks one archive into a writer.
class Unpacking {
 public:
  Unpacking(archive* reader, TreeWriter writer, std::uint64_t most)
      : reader_(reader),
        writer_(std::move(writer)),
        most_(most) {}

  Result<Tree> operator()() {
    while (true) {
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(reader_, &entry);
      if (status == ARCHIVE_EOF) return writer_.finish();
      if (status < ARCHIVE_WARN) return reader_error(reader_);
      if (const auto taken = take(entry); !taken) return taken.error();
    }
  }

 private:
  Result<void> take(archive_entry* entry) {
    const std::string path = plain_path(path_of(entry));
    const auto type = archive_entry_filetype(entry);
    const bool link = archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr;
    if (path.empty() && type == AE_IFDIR) return {};
    if (const auto problem = path_problem(path))
      return refusal(fmt::format("`{}` {}", printable(path, 200), *problem));
    if (left_out(path)) return {};
    if (type == AE_IFDIR && !link) return writer_.add_folder(path);
    if (type != AE_IFREG || link) return refuse_kind(path, link ? S_IFLNK : type);
    if (archive_entry_is_encrypted(entry) != 0)
      return refusal(fmt::format("`{}` is encrypted; pack it without a password", printable(path, 200)));
    return writer_.add_file(path, (archive_entry_perm(entry) & 0100U) != 0, [this] { return next(); });
  }

  Result<std::string_view> next() {
    const la_ssize_t count = archive_read_data(reader_, block_.data(), block_.size());
    if (count < 0) return reader_error(reader_);
    if (writer_.bytes() + static_cast<std::uint64_t>(count) > most_)
      return refusal(
          fmt::format("it unpacks to more than {}, far too much for its size: it looks like an archive bomb",
                      format_size(most_)));
    return std::string_view{block_.data(), static_cast<std::size_t>(count)};
  }

  archive* reader_;
  TreeWriter writer_;
  std::uint64_t most_;
  std::array<char, block_size> block_{};
};

// The source of bytes for libarchive, and its last error.
struct Stream {
  const NextBytes& bytes;
  std::optional<Error> problem;
};

la_ssize_t read_stream(archive*, void* data, const void** block) {
  auto& stream = *static_cast<Stream*>(data);
  const auto bytes = stream.bytes();
  if (!bytes) {
    stream.problem = bytes.error();
    return ARCHIVE_FATAL;
  }
  *block = bytes->data();
  return static_cast<la_ssize_t>(bytes->size());
}

}  // namespace

Result<Tree> unpack(const fs::path& file, const fs::path& folder, const TreeLimits& limits) {
  std::error_code problem;
  const std::uint64_t size = fs::file_size(file, problem);
  if (problem) return refusal(fmt::format("cannot read `{}`: {}", file.string(), problem.message()));
  if (size > limits.bytes)
    return refusal(fmt::format("the archive has {} bytes; at most {} are allowed", size, limits.bytes));
  const ArchiveReader reader{archive_read_new()};
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip(reader.get());
  if (archive_read_open_filename(reader.get(), file.c_str(), block_size) != ARCHIVE_OK)
    return refusal(reader_error(reader.get()).message + "; expected .tar, .tar.gz or .zip");
  const std::uint64_t most = std::max(always_allowed, size * limits.ratio);
  return Unpacking{reader.get(), TreeWriter{folder, limits}, most}();
}

Result<Tree> unpack(const NextBytes& bytes, const fs::path& folder, const TreeLimits& limits) {
  const ArchiveReader reader{archive_read_new()};
  archive_read_support_format_tar(reader.get());
  Stream stream{bytes, {}};
  if (archive_read_open(reader.get(), &stream, nullptr, read_stream, nullptr) != ARCHIVE_OK)
    return stream.problem ? *stream.problem : reader_error(reader.get());
  auto tree =
      Unpacking{reader.get(), TreeWriter{folder, limits}, std::numeric_limits<std::uint64_t>::max()}();
  if (!tree && stream.problem) return *stream.problem;
  return tree;
}

std::string zip_of(const std::vector<std::pair<std::string, std::string>>& files) {
  constexpr std::size_t frame = 1024;  // more than the headers of a file, without its path
  std::size_t size = frame, used = 0;
  for (const auto& [path, text] : files) size += frame + 2 * path.size() + text.size();
  std::string bytes(size, '\0');
  const std::unique_ptr<archive, decltype(&archive_write_free)> writer{archive_write_new(),
                                                                       archive_write_free};
  archive_write_set_format_zip(writer.get());
  archive_write_zip_set_compression_store(writer.get());
  archive_write_set_bytes_in_last_block(writer.get(), 1);  // no padding
  archive_write_open_memory(writer.get(), bytes.data(), bytes.size(), &used);
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry{archive_entry_new(),
                                                                            archive_entry_free};
  for (const auto& [path, text] : files) {
    archive_entry_clear(entry.get());
    archive_entry_set_pathname(entry.get(), path.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_mtime(entry.get(), 0, 0);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
    archive_write_header(writer.get(), entry.get());
    archive_write_data(writer.get(), text.data(), text.size());
  }
  archive_write_close(writer.get());
  bytes.resize(used);
  return bytes;
}

}  // namespace ebiri::contest
