#include "referee/contest/entries/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include "referee/support/descriptor.hpp"
#include "referee/support/files.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = 64'000'000;

// Makes a folder, or changes the mode of an existing one.
Result<void> make_folder(const fs::path& path, mode_t mode) {
  std::error_code problem;
  fs::create_directories(path.parent_path(), problem);
  if (::mkdir(path.c_str(), mode) != 0 && errno != EEXIST) return system_failure("create", path);
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && (status.st_mode & 07777U) == mode) return {};
  if (::chmod(path.c_str(), mode) == 0) return {};  // chmod ignores the umask
  return system_failure("change the mode of", path);
}

}  // namespace

std::string contest_command(const Folder& folder, std::string_view verb, std::string_view more) {
  return as_typed(fmt::format("contest {} {}{}", verb, shell_word(folder.root.string()), more));
}

Result<void> prepare_folders(const Folder& folder) {
  for (const char* name : {"trees", "teams", "private", "incoming"})
    if (auto made = make_folder(folder.root / name, 0700); !made) return made;
  std::error_code problem;
  std::vector<fs::path> abandoned;
  {
    const auto lock = record::Lock::take(folder.incoming(), lock_wait);
    if (!lock) return lock.error();
    for (const auto& entry : fs::directory_iterator(folder.incoming(), problem))
      if (const auto used = record::is_locked(entry.path() / "tree"); used && !*used)
        abandoned.push_back(entry.path());
  }
  // Without the lock, for which the server may wait: large trees take seconds.
  for (const fs::path& path : abandoned) fs::remove_all(path, problem);
  return {};
}

Result<Incoming> Incoming::make(const Folder& folder) {
  if (auto made = make_folder(folder.incoming(), 0700); !made) return made.error();
  const auto all = record::Lock::take(folder.incoming(), lock_wait);  // until the new folder has its own lock
  if (!all) return all.error();
  std::string path = (folder.incoming() / fmt::format("{}-XXXXXX", ::getpid())).string();
  if (::mkdtemp(path.data()) == nullptr) return system_failure("create a folder in", folder.incoming());
  auto lock = record::Lock::take(fs::path{path} / "tree");
  if (!lock) return lock.error();
  Incoming incoming{path, std::move(*lock)};
  if (auto made = make_folder(incoming.tree(), 0755); !made) return made.error();
  return incoming;
}

Incoming::Incoming(fs::path path, record::Lock lock) : path_(std::move(path)), lock_(std::move(lock)) {}

Incoming::Incoming(Incoming&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      lock_(std::move(other.lock_)) {}

Incoming::~Incoming() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<void> strip_top_folder(Incoming& incoming, Tree& tree, std::string_view file) {
  if (tree.files.empty() || tree.find(file) != nullptr) return {};
  const std::string& first = tree.files.front().path;
  const std::string top = first.substr(0, first.find('/') + 1);
  const auto inside = [&](const TreeFile& other) { return other.path.starts_with(top); };
  if (top.empty() || !std::ranges::all_of(tree.files, inside) ||
      tree.find(top + std::string{file}) == nullptr)
    return {};
  const fs::path old = incoming.tree(), aside = old.string() + ".outer";
  std::error_code problem;
  fs::rename(old, aside, problem);
  if (!problem) fs::rename(aside / top.substr(0, top.size() - 1), old, problem);
  if (problem) return Error{fmt::format("cannot move `{}`: {}", old.string(), problem.message())};
  for (TreeFile& each : tree.files) each.path.erase(0, top.size());
  return {};
}

Result<std::string> store_tree(const Folder& folder, Incoming incoming, const Tree& tree) {
  std::string digest = tree.digest();
  const fs::path place = folder.tree(digest);
  std::error_code problem;
  if (fs::exists(place, problem)) return digest;
  fs::rename(incoming.tree(), place, problem);
  // Another process may have added the same tree meanwhile.
  if (problem && !fs::exists(place))
    return Error{fmt::format("cannot store `{}`: {}", place.string(), problem.message())};
  if (auto saved = sync_folder(place.parent_path()); !saved) return saved.error();
  return digest;
}

Result<void> save_file(const fs::path& file, std::string_view text, unsigned mode) {
  std::error_code problem;
  fs::create_directories(file.parent_path(), problem);
  const fs::path part = fmt::format("{}.{}.part", file.string(), ::getpid());
  const Descriptor output{
      ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, static_cast<mode_t>(mode))};
  if (!output.open()) return system_failure("create", part);
  if (!write_all(output.get(), text)) return system_failure("write to", part);
  if (::fsync(output.get()) != 0) return system_failure("save", part);
  if (::rename(part.c_str(), file.c_str()) != 0) return system_failure("write", file);
  return sync_folder(file.parent_path());
}

Result<std::string> read_file(const fs::path& file) {
  std::error_code problem;
  if (fs::file_size(file, problem) > largest_file && !problem)
    return Error{fmt::format("`{}` is larger than {}", file.string(), format_size(largest_file))};
  return ebiri::read_file(file);
}

}  // namespace ebiri::contest
