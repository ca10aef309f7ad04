#include "referee/process/cgroup.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include "referee/support/files.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "ebiri-";
constexpr int removal_tries = 200;  // one per millisecond: processes leave a group shortly after their end

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool has_word(std::string_view text, std::string_view word) {
  for (const std::string_view line : split(text, '\n'))
    for (const std::string_view other : words(line))
      if (other == word) return true;
  return false;
}

// Writes one file of a group. An error names the file.
Result<void> set(const fs::path& file, std::string_view value) {
  const Descriptor output{::open(file.c_str(), O_WRONLY | O_CLOEXEC)};
  if (output.open() && ::write(output.get(), value.data(), value.size()) >= 0) return {};
  return system_failure("set", file);
}

// The folder of this process's group in the tree with `controller` (empty for version 2).
std::optional<fs::path> own_group(std::string_view controller) {
  const std::string groups = contents("/proc/self/cgroup"), mounts = contents("/proc/self/mounts");
  std::string path;
  for (const std::string_view line : split(groups, '\n')) {
    const auto parts = split(line, ':');  // number, controllers, path
    if (parts.size() < 3) continue;
    for (const std::string_view one : split(parts[1], ','))
      if (one == controller) path = line.substr(parts[0].size() + parts[1].size() + 2);
  }
  if (path.empty()) return std::nullopt;
  for (const std::string_view line : split(mounts, '\n')) {
    const auto parts = words(line);  // device, place, type, options
    if (parts.size() < 4) continue;
    const bool matches =
        controller.empty()
            ? parts[2] == "cgroup2"
            : parts[2] == "cgroup" &&
                  fmt::format(",{},", parts[3]).find(fmt::format(",{},", controller)) != std::string::npos;
    // In a container the path may lie outside the mounted tree. Then the group is the top of the mount.
    const fs::path top{parts[1]}, whole{fmt::format("{}{}", parts[1], path)};
    if (matches) return fs::exists(whole / "cgroup.procs") ? whole : top;
  }
  return std::nullopt;
}

// Removes groups whose referee has ended. The kernel removes only empty groups.
void sweep(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const auto referee =
        parse_integer<pid_t>(split(std::string_view{name}.substr(prefix.size()), '-').front());
    if (referee && *referee > 0 && ::kill(*referee, 0) != 0 && errno == ESRCH) ::rmdir(entry.path().c_str());
  }
}

using Use = Result<CgroupTree> Cgroups::*;  // selects the tree for a use

// Tests the tree by moving a child process into a new group.
Result<void> try_out(const CgroupTree& tree, Use use) {
  Cgroups where;
  where.*use = tree;
  const auto group = Cgroup::make(where, 100'000'000, 100);
  if (!group) return group.error();
  if (use == &Cgroups::counting && !(*group)->cpu_usage().open())
    return Error{fmt::format("groups below `{}` do not count CPU time", tree.folder.string())};
  bool in_group = false;
  const pid_t child = fork_into((*group)->clone_folder(), in_group);
  if (child == 0) ::_exit((*group)->join(in_group) ? 0 : errno);
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) < 0) return Error{std::strerror(errno)};
  if (status == 0) return {};
  return Error{fmt::format("cannot move a process into `{}`: {}", tree.folder.string(),
                           std::strerror(WEXITSTATUS(status)))};
}

// The nearest folder, from this process's group upwards, where groups with `controller` can be created and
// joined. If `controller` is empty, none is needed.
Result<CgroupTree> find_v2(std::string_view controller, Use use) {
  auto group = own_group("");
  if (!group) return Error{"cgroup v2 is not mounted"};
  if (!controller.empty() && !has_word(contents(*group / "cgroup.controllers"), controller) &&
      !has_word(contents(group->parent_path() / "cgroup.controllers"), controller))
    return Error{fmt::format("cgroup v2 has no `{}` controller at `{}`", controller, group->string())};
  std::string problem = fmt::format("no permission to change `{}`", group->string());
  for (fs::path folder = *group; ::access((folder / "cgroup.procs").c_str(), F_OK) == 0;
       folder = folder.parent_path()) {
    if (::access(folder.c_str(), W_OK) != 0) continue;
    if (!controller.empty()) {
      const auto enabled = set(folder / "cgroup.subtree_control", fmt::format("+{}", controller));
      if (!enabled) problem = enabled.error().message;  // for example, the group has processes of its own
      if (!has_word(contents(folder / "cgroup.subtree_control"), controller)) continue;
    }
    sweep(folder);
    const auto good = try_out({folder, 2}, use);
    if (good) return CgroupTree{folder, 2};
    problem = good.error().message;
  }
  return Error{problem};
}

// `controller_2` and `controller_1` are the required controllers in a tree of version 2 and of version 1.
Result<CgroupTree> find_tree(std::string_view controller_2, std::string_view controller_1, Use use) {
  const auto two = find_v2(controller_2, use);
  if (two) return two;
  const auto neither = [&](const std::string& why) { return Error{two.error().message + "; " + why}; };
  const auto group = own_group(controller_1);
  if (!group) return neither(fmt::format("cgroup v1 has no `{}` controller", controller_1));
  sweep(*group);
  const auto good = try_out({*group, 1}, use);
  if (!good) return neither(good.error().message);
  return CgroupTree{*group, 1};
}

}  // namespace

Cgroups Cgroups::find() {
  Cgroups found;
  found.memory = find_tree("memory", "memory", &Cgroups::memory);
  found.processes = find_tree("pids", "pids", &Cgroups::processes);
  found.share_folder();
  if (!found.counting) found.counting = find_tree("", "cpuacct", &Cgroups::counting);
  return found;
}

void Cgroups::share_folder() {
  const auto in_version_2 = [](const Result<CgroupTree>& tree) { return tree && tree->version == 2; };
  // The upper of two folders has the controllers of the lower one too.
  if (in_version_2(memory) && in_version_2(processes)) {
    const bool memory_above = memory->folder.native().size() < processes->folder.native().size();
    if (memory_above)
      processes = memory;
    else
      memory = processes;
  }
  for (const auto& limiting : {memory, processes})
    if (in_version_2(limiting)) counting = limiting;
}

// Returns the folder of the group in `tree`, and creates it on the first call for that tree.
Result<fs::path> Cgroup::add(const CgroupTree& tree, const std::string& name) {
  const fs::path folder = tree.folder / name;
  for (const Part& part : parts_)
    if (part.folder == folder) return folder;
  if (::mkdir(folder.c_str(), 0755) != 0)
    return Error{fmt::format("cannot create control group `{}`: {}", folder.string(), std::strerror(errno))};
  Descriptor members{::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC)};
  if (!members.open()) {
    auto failure = system_failure("open", folder / "cgroup.procs");
    ::rmdir(folder.c_str());
    return failure;
  }
  parts_.push_back({folder, tree.version, std::move(members)});
  if (tree.version == 2) folder_ = Descriptor{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  return folder;
}

Result<std::unique_ptr<Cgroup>> Cgroup::make(const Cgroups& where, std::uint64_t memory,
                                             std::uint64_t processes) {
  std::unique_ptr<Cgroup> group{new Cgroup};
  static std::atomic<unsigned> count{0};
  const std::string name = fmt::format("{}{}-{}", prefix, ::getpid(), ++count);  // no other referee uses it
  if (where.memory) {
    const auto folder = group->add(*where.memory, name);
    if (!folder) return folder.error();
    const bool v2 = where.memory->version == 2;
    group->oom_count_ = *folder / (v2 ? "memory.events" : "memory.oom_control");
    const auto limit = std::to_string(memory);
    if (const auto done = set(*folder / (v2 ? "memory.max" : "memory.limit_in_bytes"), limit); !done)
      return done.error();
    // Forbids swap, which would evade the memory limit. Kernels without swap accounting lack the file.
    (void)set(*folder / (v2 ? "memory.swap.max" : "memory.memsw.limit_in_bytes"), v2 ? "0" : limit);
  }
  if (where.processes) {
    const auto folder = group->add(*where.processes, name);
    if (!folder) return folder.error();
    if (const auto done = set(*folder / "pids.max", std::to_string(processes)); !done) return done.error();
  }
  if (where.counting)
    if (const auto folder = group->add(*where.counting, name))
      group->cpu_usage_ = *folder / (where.counting->version == 2 ? "cpu.stat" : "cpuacct.usage");
  return group;
}

Cgroup::~Cgroup() {
  for (const auto& [folder, version, unused] : parts_)
    for (int round = 0; ::rmdir(folder.c_str()) != 0 && errno == EBUSY && round < removal_tries; ++round) {
      std::ifstream members(folder / "cgroup.procs");  // processes that escaped their supervisor
      for (pid_t member = 0; members >> member;) ::kill(member, SIGKILL);
      ::poll(nullptr, 0, 1);
    }
}

bool Cgroup::join(bool in_group) const {
  for (const Part& part : parts_)
    if (!(in_group && part.version == 2) && ::write(part.members.get(), "0", 1) != 1) return false;
  return true;
}

bool Cgroup::ran_out_of_memory() const {
  if (oom_count_.empty()) return false;
  const std::string counts = contents(oom_count_);
  for (const std::string_view line : split(counts, '\n'))
    if (const auto parts = words(line); parts.size() == 2 && parts[0] == "oom_kill" && parts[1] != "0")
      return true;
  return false;
}

Descriptor Cgroup::cpu_usage() const { return Descriptor{::open(cpu_usage_.c_str(), O_RDONLY | O_CLOEXEC)}; }

pid_t fork_into(int folder, bool& in_group) {
  in_group = folder >= 0;
  if (in_group) {
    clone_args arguments{};
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.exit_signal = SIGCHLD;
    arguments.cgroup = static_cast<__u64>(folder);
    const long process = ::syscall(SYS_clone3, &arguments, sizeof arguments);
    if (process >= 0) return static_cast<pid_t>(process);
  }
  in_group = false;
  return ::_Fork();
}

}  // namespace ebiri::process
