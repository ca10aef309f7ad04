#include "referee/contest/entries/tree.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_path = 1000, longest_part = 255;

std::string shown(std::string_view path) { return "`" + printable(path, 200) + "`"; }

// Calls `take_folder(path)` or `take_file(path, file)` for everything below `from`, except `left_out` paths.
template <class TakeFolder, class TakeFile>
Result<void> walk(const fs::path& from, const TakeFolder& take_folder, const TakeFile& take_file) {
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
    const auto taken = S_ISDIR(status.st_mode)   ? take_folder(path)
                       : S_ISREG(status.st_mode) ? take_file(path, at->path())
                                                 : refuse_kind(path, status.st_mode);
    if (!taken) return taken;
  }
  if (problem) return refusal(fmt::format("cannot read `{}`: {}", from.string(), problem.message()));
  return {};
}

}  // namespace

Error refuse_kind(std::string_view path, mode_t mode) {
  const char* kind = S_ISLNK(mode)                    ? "a link"
                     : S_ISFIFO(mode)                 ? "a pipe"
                     : S_ISSOCK(mode)                 ? "a socket"
                     : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                                      : "neither a file nor a folder";
  return refusal(fmt::format("{} is {}; only files and folders can be in an entry", shown(path), kind));
}

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

const TreeFile* Tree::find(std::string_view path) const {
  const auto found = std::ranges::find(files, path, &TreeFile::path);
  return found == files.end() ? nullptr : &*found;
}

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

bool left_out(std::string_view path) {
  constexpr std::array<std::string_view, 5> names{".git", ".hg", ".svn", ".DS_Store", "__MACOSX"};
  return std::ranges::any_of(
      split(path, '/'), [&](std::string_view part) { return std::ranges::find(names, part) != names.end(); });
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
  const auto copy = [&](const std::string& path, const fs::path& file) -> Result<void> {
    const Descriptor input{::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    struct stat status {};
    if (!input.open() || ::fstat(input.get(), &status) != 0)
      return refusal(system_failure("open", file).message);
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
  const auto count = [&](const std::string& path) { return writer.add_folder(path); };
  if (const auto walked = walk(from, count, copy); !walked) return walked.error();
  return writer.finish();
}

Result<Tree> read_tree(const fs::path& folder) {
  Tree tree;
  const auto take = [&](const std::string& path, const fs::path& file) -> Result<void> {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return system_failure("read the status of", file);
    auto digest = sha256_of_file(file);
    if (!digest) return digest.error();
    tree.files.push_back({.path = path,
                          .size = static_cast<std::uint64_t>(status.st_size),
                          .executable = (status.st_mode & S_IXUSR) != 0,
                          .sha256 = std::move(*digest)});
    return {};
  };
  const auto pass = [](const std::string&) -> Result<void> { return {}; };
  if (const auto walked = walk(folder, pass, take); !walked) return walked.error();
  std::ranges::sort(tree.files, {}, &TreeFile::path);
  return tree;
}

}  // namespace ebiri::contest
