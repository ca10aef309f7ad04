#include "referee/process/sandbox.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <set>

#include "referee/process/child.hpp"
#include "referee/process/gate.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

namespace fs = std::filesystem;

bool executable(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

fs::path own_folder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

// Returns a high user number that nothing else uses, for an engine of a referee that runs as root.
uid_t new_user() {
  constexpr uid_t first = 0x40000000, count = 0x10000000;
  static std::atomic<uid_t> next{0};
  return first + (static_cast<uid_t>(::getpid()) * 4096 + next++ % 4096) % count;
}

bool below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

// Whether a command must not bind this path: the sandbox provides it already, or hides it (/sys).
bool never_bound(const fs::path& path) {
  for (const char* folder : {"/", "/tmp", "/dev/shm", "/etc"})
    if (path == folder) return true;
  for (const char* folder : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/sys"})
    if (below(path, folder)) return true;
  return below(path, "/dev") && !below(path, "/dev/shm");
}

class Arguments {
 public:
  void add(std::initializer_list<std::string> more) { list_.insert(list_.end(), more); }

  // Makes an absolute path visible in the sandbox, read-only.
  void bind(const fs::path& given) {
    const fs::path path = given.lexically_normal();
    const std::string text = path.has_filename() ? path.string() : path.parent_path().string();
    if (!path.is_absolute() || never_bound(text)) return;
    make_folder(fs::path{text}.parent_path());
    add({"--ro-bind-try", text, text});
  }

  std::vector<std::string> take() { return std::move(list_); }

 private:
  // Creates the parent folders explicitly, because bubblewrap would make them accessible to their owner only,
  // which is root if the referee runs as root.
  void make_folder(const fs::path& path) {
    if (never_bound(path) || !made_.insert(path).second) return;
    make_folder(path.parent_path());
    add({"--perms", "0755", "--dir", path.string()});
  }

  std::vector<std::string> list_;
  std::set<fs::path> made_;
};

void add_namespaces(Arguments& arguments, bool root) {
  arguments.add({"--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
                 "--hostname", "sandbox", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop",
                 "ALL"});
  // If the referee runs as root, the gate changes the user, so the sandbox needs no user namespace.
  if (root)
    arguments.add({"--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
  else
    arguments.add({"--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"});
}

void add_system(Arguments& arguments, std::uint64_t disk) {
  arguments.add({"--ro-bind", "/usr", "/usr"});
  for (const std::string name : {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}) {
    std::error_code ignored;
    const fs::path path = "/" + name;
    const fs::path target = fs::read_symlink(path, ignored);
    if (!target.empty())
      arguments.add({"--symlink", target.string(), path.string()});
    else
      arguments.add({"--ro-bind-try", path.string(), path.string()});
  }
  arguments.add({"--perms", "0755", "--dir", "/etc"});
  for (const char* path : {"/etc/alternatives", "/etc/ld.so.cache"})
    arguments.add({"--ro-bind-try", path, path});
  // Java does not start without its settings, and Free Pascal needs its own to find units.
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/etc", ignored)) {
    const std::string name = entry.path().filename().string(), path = entry.path().string();
    if (name.starts_with("java-") || name.starts_with("fpc")) arguments.add({"--ro-bind-try", path, path});
  }
  arguments.add({"--proc", "/proc", "--dev", "/dev"});
  for (const char* path : {"/tmp", "/dev/shm"}) {
    arguments.add({"--perms", "1777"});
    if (disk > 0) arguments.add({"--size", std::to_string(disk)});
    arguments.add({"--tmpfs", path});
  }
  arguments.add({"--remount-ro", "/dev"});
}

}  // namespace

std::optional<fs::path> find_bubblewrap() {
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path == nullptr ? "/usr/bin:/bin" : path, ':'))
    if (const fs::path file = fs::path{folder} / "bwrap"; file.is_absolute() && executable(file)) return file;
  return std::nullopt;
}

std::optional<fs::path> find_beside(std::string_view name) {
  const fs::path own = own_folder();
  for (const fs::path& folder : {own, own.parent_path(), own.parent_path().parent_path()})
    if (const fs::path file = folder / name; executable(file)) return file;
  return std::nullopt;
}

std::vector<std::string> sandbox_arguments(const Command& program, const GateDescriptors& gate) {
  const bool root = ::geteuid() == 0;
  Arguments arguments;
  add_namespaces(arguments, root);
  add_system(arguments, program.confinement.limits.disk);
  // The archive of `./ebiri package` contains the libraries of the bots.
  std::error_code ignored;
  if (const fs::path libraries = own_folder() / "libraries"; fs::is_directory(libraries, ignored))
    arguments.bind(libraries.string());
  if (program.directory) arguments.bind(*program.directory);
  for (const std::string& word : program.argv) arguments.bind(word);
  arguments.add({"--chdir", "/", "--remount-ro", "/", fmt::format("/proc/self/fd/{}", gate.program)});
  const Rlimits limits = program.confinement.rlimits();
  for (const int descriptor : {gate.channel, gate.report, gate.input, gate.output})
    arguments.add({std::to_string(descriptor)});
  arguments.add({root ? std::to_string(new_user()) : "0"});
  for (const std::uint64_t limit : {limits.data, limits.processes, limits.cpu, limits.file})
    arguments.add({std::to_string(limit)});
  arguments.add({program.confinement.locks_affinity() ? "1" : "0",
                 program.directory ? program.directory->string() : "/tmp"});
  auto list = arguments.take();
  list.insert(list.end(), program.argv.begin(), program.argv.end());
  return list;
}

}  // namespace ebiri::process
