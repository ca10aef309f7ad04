#include "referee/contest/entries/tree.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <memory>

#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_path = 1000, longest_part = 255;

std::string shown(std::string_view path) { return "`" + printable(path, 200) + "`"; }

// The error for a `path` that is neither a file nor a folder. `mode` is that of stat(2).
Error refuse_kind(std::string_view path, mode_t mode) {
  const char* kind = S_ISLNK(mode)                    ? "a link"
                     : S_ISFIFO(mode)                 ? "a pipe"
                     : S_ISSOCK(mode)                 ? "a socket"
                     : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                                      : "neither a file nor a folder";
  return refusal(fmt::format("{} is {}; only files and folders can be in an entry", shown(path), kind));
}

// Whether trees omit a path, because one of its parts is metadata of version control or of macOS.
bool left_out(std::string_view path) {
  constexpr std::array<std::string_view, 5> names{".git", ".hg", ".svn", ".DS_Store", "__MACOSX"};
  return std::ranges::any_of(
      split(path, '/'), [&](std::string_view part) { return std::ranges::find(names, part) != names.end(); });
}

// Calls `take(path, status)` for every file and folder below `from`, except `left_out` paths.
Result<void> walk(const fs::path& from, const auto& take) {
  std::error_code problem;
  fs::recursive_directory_iterator at{from, problem}, end;
  for (; !problem && at != end; at.increment(problem)) {
    const std::string path = at->path().lexically_relative(from).string();
    if (left_out(path)) {
      at.disable_recursion_pending();
      continue;
    }
    struct stat status {};
    if (::lstat(at->path().c_str(), &status) != 0)
      return refusal(system_failure("read the status of", at->path()).message);
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) return refuse_kind(path, status.st_mode);
    if (auto taken = take(path, status); !taken) return taken;
  }
  if (problem) return refusal(fmt::format("cannot read `{}`: {}", from.string(), problem.message()));
  return {};
}

struct Free {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchiveReader = std::unique_ptr<archive, Free>;

constexpr std::size_t block_size = 65536;
constexpr std::uint64_t always_allowed = 1'000'000;  // bytes that any archive may unpack to
constexpr int members_per_file = 100;                // of an archive, also those that trees omit

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

Result<void> add_entry(TreeWriter& writer, archive_entry* entry, const NextBytes& next) {
  const std::string path = plain_path(path_of(entry));
  const auto type = archive_entry_filetype(entry);
  const bool link = archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr;
  if (path.empty() && type == AE_IFDIR) return {};
  if (const auto problem = path_problem(path)) return refusal(fmt::format("{} {}", shown(path), *problem));
  if (left_out(path)) return {};
  if (type == AE_IFDIR && !link) return writer.add_folder(path);
  if (type != AE_IFREG || link) return refuse_kind(path, link ? S_IFLNK : type);
  if (archive_entry_is_encrypted(entry) != 0)
    return refusal(fmt::format("{} is encrypted; pack it without a password", shown(path)));
  return writer.add_file(path, (archive_entry_perm(entry) & 0100U) != 0, next);
}

// Unpacks an archive to at most `most` bytes, including those that are left out.
Result<Tree> unpack_all(archive* reader, const fs::path& folder, const TreeLimits& limits,
                        std::uint64_t most) {
  TreeWriter writer{folder, limits};
  std::array<char, block_size> block{};
  std::uint64_t read = 0;
  const NextBytes next = [&]() -> Result<std::string_view> {
    const la_ssize_t count = archive_read_data(reader, block.data(), block.size());
    if (count < 0) return reader_error(reader);
    read += static_cast<std::uint64_t>(count);
    if (read > most)
      return refusal(fmt::format("it unpacks to more than {}{}", format_size(most),
                                 most > limits.bytes
                                     ? "; leave out folders such as .git"
                                     : ", far too much for its size: it looks like an archive bomb"));
    return std::string_view{block.data(), static_cast<std::size_t>(count)};
  };
  const std::int64_t most_members = std::int64_t{members_per_file} * limits.files;
  for (std::int64_t members = 0;; ++members) {
    if (members > most_members)
      return refusal(
          fmt::format("the archive has more than {} members; leave out folders such as .git", most_members));
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(reader, &entry);
    if (status == ARCHIVE_EOF) return writer.finish();
    if (status < ARCHIVE_WARN) return reader_error(reader);
    if (const auto added = add_entry(writer, entry, next); !added) return added.error();
    auto rest = next();  // libarchive would unpack it uncounted
    while (rest && !rest->empty()) rest = next();
    if (!rest) return rest.error();
  }
}

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

std::uint64_t Tree::bytes() const {
  std::uint64_t sum = 0;
  for (const TreeFile& file : files) sum += file.size;
  return sum;
}

std::string Tree::digest() const {
  Sha256 all;
  all.add("ebiri tree 1\n");
  for (const TreeFile& file : files)
    all.add(fmt::format("{} {} {} {}\n", file.executable ? 'x' : '-', file.size, file.sha256, file.path));
  return all.hex();
}

const TreeFile* Tree::find(std::string_view path) const { return find_by(files, path, &TreeFile::path); }

std::optional<std::string> path_problem(std::string_view path) {
  if (path.empty()) return "has no name";
  if (path.size() > longest_path)
    return fmt::format("has {} bytes; at most {} are allowed", path.size(), longest_path);
  if (path.front() == '/') return "is an absolute path; paths begin in the entry's folder";
  if (printable(path, std::numeric_limits<std::size_t>::max()) != path)
    return "is not valid UTF-8, or has control characters";
  if (path.find('\\') != std::string_view::npos) return "has a `\\`; folders are separated by `/`";
  for (const std::string_view part : split(path, '/')) {
    if (part == "..") return "has a part `..`";
    if (part.empty() || part == ".") return "is not in its shortest form: it has an empty part or a `.`";
    if (part.size() > longest_part)
      return fmt::format("has a part of {} bytes; at most {} are allowed", part.size(), longest_part);
  }
  return std::nullopt;
}

// Checks a path and the limits on depth and files, and counts the folders above the path.
Result<void> TreeWriter::count(std::string_view path) {
  if (const auto problem = path_problem(path)) return refusal(shown(path) + " " + *problem);
  const auto depth = std::ranges::count(path, '/') + 1;
  if (depth > limits_.depth)
    return refusal(
        fmt::format("the path {} has {} parts; at most {} are allowed", shown(path), depth, limits_.depth));
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
    folders_.emplace(path.substr(0, slash));
  // An archive may list a folder after its files, which have counted it.
  const std::size_t fresh = folders_.contains(path) ? 0 : 1;
  if (tree_.files.size() + folders_.size() + fresh > static_cast<std::size_t>(limits_.files))
    return refusal(fmt::format("there are more than {} files and folders", limits_.files));
  return {};
}

Result<void> TreeWriter::add_folder(std::string_view path) {
  if (auto counted = count(path); !counted) return counted;
  folders_.emplace(path);
  return {};
}

// Makes the folders above a path, readable for all whatever the umask: engines may run as another user.
Result<void> TreeWriter::make_folders(std::string_view path) {
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    const fs::path folder = folder_ / path.substr(0, slash);
    if (::mkdir(folder.c_str(), 0755) == 0) {
      if (::chmod(folder.c_str(), 0755) != 0) return system_failure("change the mode of", folder);
    } else if (errno == EEXIST) {
      if (!is_directory(status_of(folder)))
        return refusal(fmt::format("{} is below a path that is a file", shown(path)));
    } else {
      return system_failure("create", folder);
    }
  }
  return {};
}

Result<void> TreeWriter::add_file(std::string_view path, bool executable, const NextBytes& next) {
  if (auto counted = count(path); !counted) return counted;
  if (auto made = make_folders(path); !made) return made;
  const fs::path place = folder_ / path;
  const Descriptor output{::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!output.open() && errno == EEXIST) return refusal(fmt::format("duplicate path {}", shown(path)));
  if (!output.open()) return system_failure("create", place);
  TreeFile file{.path = std::string{path}, .executable = executable};
  Sha256 digest;
  while (true) {
    const auto bytes = next();
    if (!bytes) return bytes.error();
    if (bytes->empty()) break;
    bytes_ += bytes->size();
    if (bytes_ > limits_.bytes)
      return refusal(fmt::format("it is larger than {} without compression; the limit is exceeded in {}",
                                 format_size(limits_.bytes), shown(path)));
    file.size += bytes->size();
    digest.add(*bytes);
    if (!write_all(output.get(), *bytes)) return system_failure("write to", place);
  }
  if (::fchmod(output.get(), executable ? 0555 : 0444) != 0)
    return system_failure("change the mode of", place);
  file.sha256 = digest.hex();
  tree_.files.push_back(std::move(file));
  return {};
}

Result<Tree> TreeWriter::finish() {
  const Descriptor folder{::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!folder.open() || ::syncfs(folder.get()) != 0) return system_failure("save", folder_);
  std::ranges::sort(tree_.files, {}, &TreeFile::path);
  return std::move(tree_);
}

Result<Tree> copy_tree(const fs::path& from, const fs::path& to, const TreeLimits& limits) {
  TreeWriter writer{to, limits};
  const auto copy = [&](const std::string& path, const struct stat& status) -> Result<void> {
    if (S_ISDIR(status.st_mode)) return writer.add_folder(path);
    const fs::path file = from / path;
    const Descriptor input{::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    if (!input.open()) return refusal(system_failure("open", file).message);
    std::array<char, 65536> block{};
    const auto next = [&]() -> Result<std::string_view> {
      while (true) {
        const ssize_t count = ::read(input.get(), block.data(), block.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return refusal(system_failure("read", file).message);
        return std::string_view{block.data(), static_cast<std::size_t>(count)};
      }
    };
    return writer.add_file(path, (status.st_mode & S_IXUSR) != 0, next);
  };
  if (const auto walked = walk(from, copy); !walked) return walked.error();
  return writer.finish();
}

Result<Tree> read_tree(const fs::path& folder) {
  Tree tree;
  const auto take = [&](const std::string& path, const struct stat& status) -> Result<void> {
    if (S_ISDIR(status.st_mode)) return {};
    auto digest = sha256_of_file(folder / path);
    if (!digest) return digest.error();
    tree.files.push_back({.path = path,
                          .size = static_cast<std::uint64_t>(status.st_size),
                          .executable = (status.st_mode & S_IXUSR) != 0,
                          .sha256 = std::move(*digest)});
    return {};
  };
  if (const auto walked = walk(folder, take); !walked) return walked.error();
  std::ranges::sort(tree.files, {}, &TreeFile::path);
  return tree;
}

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
  const std::uint64_t most = std::max(always_allowed, std::min(size * limits.ratio, 4 * limits.bytes));
  return unpack_all(reader.get(), folder, limits, most);
}

Result<Tree> unpack(const NextBytes& bytes, const fs::path& folder, const TreeLimits& limits) {
  const ArchiveReader reader{archive_read_new()};
  archive_read_support_format_tar(reader.get());
  Stream stream{bytes, {}};
  if (archive_read_open(reader.get(), &stream, nullptr, read_stream, nullptr) != ARCHIVE_OK)
    return stream.problem ? *stream.problem : reader_error(reader.get());
  auto tree = unpack_all(reader.get(), folder, limits, std::numeric_limits<std::uint64_t>::max());
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
