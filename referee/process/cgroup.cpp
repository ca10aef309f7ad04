#include "referee/process/cgroup.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include "referee/support/failure.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "ebiri-";
constexpr int removal_tries = 200;  // a millisecond apart: the dead leave a group a little late

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

// Sets one file of a group; an error names it.
Result<void> set(const fs::path& file, std::string_view value) {
  const Descriptor output{::open(file.c_str(), O_WRONLY | O_CLOEXEC)};
  if (output.open() && ::write(output.get(), value.data(), value.size()) >= 0) return {};
  return system_failure("set", file);
}

// The folder of our own group in the tree with that controller (version 2: the empty word).
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
    const bool right =
        controller.empty()
            ? parts[2] == "cgroup2"
            : parts[2] == "cgroup" &&
                  fmt::format(",{},", parts[3]).find(fmt::format(",{},", controller)) != std::string::npos;
    // In a container our own group may lie outside of what is mounted: then its top is ours.
    const fs::path top{parts[1]}, whole{fmt::format("{}{}", parts[1], path)};
    if (right) return fs::exists(whole / "cgroup.procs") ? whole : top;
  }
  return std::nullopt;
}

// A name that no other referee's group has.
std::string new_name() {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}{}-{}", prefix, ::getpid(), ++count);
}

// Groups whose referee is no more. Only an empty group can be removed.
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

// Whether a process of ours can be moved into a new group of that tree.
Result<void> try_out(const CgroupTree& tree, bool memory) {
  const Cgroups where = memory ? Cgroups{.memory = tree} : Cgroups{.processes = tree};
  const auto group = Cgroup::make(where, memory ? 100'000'000 : 0, memory ? 0 : 100);
  if (!group) return group.error();
  const pid_t child = ::_Fork();
  if (child == 0) ::_exit((*group)->join() ? 0 : errno);
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) < 0) return Error{std::strerror(errno)};
  if (status == 0) return {};
  return Error{fmt::format("no process may be moved into `{}`: {}", tree.folder.string(),
                           std::strerror(WEXITSTATUS(status)))};
}

// The nearest folder from our own group upwards where groups with `controller` can be made and joined.
Result<CgroupTree> find_v2(std::string_view controller, bool memory) {
  auto group = own_group("");
  if (!group) return Error{"cgroup v2 is not mounted"};
  if (!has_word(contents(*group / "cgroup.controllers"), controller) &&
      !has_word(contents(group->parent_path() / "cgroup.controllers"), controller))
    return Error{fmt::format("cgroup v2 has no `{}` controller at `{}`", controller, group->string())};
  std::string problem = fmt::format("`{}` is not ours to change", group->string());
  for (fs::path folder = *group; ::access((folder / "cgroup.procs").c_str(), F_OK) == 0;
       folder = folder.parent_path()) {
    if (::access(folder.c_str(), W_OK) != 0) continue;
    (void)set(folder / "cgroup.subtree_control", fmt::format("+{}", controller));
    if (!has_word(contents(folder / "cgroup.subtree_control"), controller)) continue;
    const CgroupTree tree{folder, 2};
    sweep(folder);
    const auto good = try_out(tree, memory);
    if (good) return tree;
    problem = good.error().message;
  }
  return Error{problem};
}

Result<CgroupTree> find_v1(std::string_view controller, bool memory) {
  const auto group = own_group(controller);
  if (!group) return Error{fmt::format("cgroup v1 has no `{}` controller", controller)};
  const CgroupTree tree{*group, 1};
  sweep(tree.folder);
  if (const auto good = try_out(tree, memory); !good) return good.error();
  return tree;
}

std::optional<CgroupTree> find_tree(std::string_view controller, bool memory, std::string& problem) {
  auto two = find_v2(controller, memory);
  if (two) return *two;
  auto one = find_v1(controller, memory);
  if (one) return *one;
  problem = fmt::format("{}; {}", two.error().message, one.error().message);
  return std::nullopt;
}

}  // namespace

Cgroups Cgroups::find() {
  Cgroups found;
  std::string memory, processes;
  found.memory = find_tree("memory", true, memory);
  found.processes = find_tree("pids", false, processes);
  found.problem = memory.empty() ? processes : memory;
  return found;
}

// A tree that has both controllers gives both in one group.
Result<void> Cgroup::add(const CgroupTree& tree, const std::string& name) {
  const fs::path folder = tree.folder / name;
  if (!folders_.empty() && folders_.back() == folder) return {};
  if (::mkdir(folder.c_str(), 0755) != 0)
    return Error{
        fmt::format("cannot make the control group `{}`: {}", folder.string(), std::strerror(errno))};
  folders_.push_back(folder);
  doors_.emplace_back(::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  if (doors_.back().open()) return {};
  return system_failure("open", folder / "cgroup.procs");
}

Result<std::unique_ptr<Cgroup>> Cgroup::make(const Cgroups& where, std::uint64_t memory,
                                             std::uint64_t processes) {
  std::unique_ptr<Cgroup> group{new Cgroup};
  const std::string name = new_name();
  if (memory > 0 && where.memory) {
    if (const auto added = group->add(*where.memory, name); !added) return added.error();
    const fs::path& folder = group->folders_.back();
    const bool v2 = where.memory->version == 2;
    group->oom_count_ = folder / (v2 ? "memory.events" : "memory.oom_control");
    const auto limit = std::to_string(memory);
    if (const auto done = set(folder / (v2 ? "memory.max" : "memory.limit_in_bytes"), limit); !done)
      return done.error();
    // Swapping would only hide it; machines without swap have no such file.
    (void)set(folder / (v2 ? "memory.swap.max" : "memory.memsw.limit_in_bytes"), v2 ? "0" : limit);
  }
  if (processes > 0 && where.processes) {
    if (const auto added = group->add(*where.processes, name); !added) return added.error();
    if (const auto done = set(group->folders_.back() / "pids.max", std::to_string(processes)); !done)
      return done.error();
  }
  return group;
}

Cgroup::~Cgroup() {
  doors_.clear();
  for (const fs::path& folder : folders_)
    for (int round = 0; ::rmdir(folder.c_str()) != 0 && errno == EBUSY && round < removal_tries; ++round) {
      std::ifstream members(folder / "cgroup.procs");  // what got away from its warden
      for (pid_t member = 0; members >> member;) ::kill(member, SIGKILL);
      ::poll(nullptr, 0, 1);
    }
}

bool Cgroup::join() const {
  for (const Descriptor& door : doors_)
    if (::write(door.get(), "0", 1) != 1) return false;
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

}  // namespace ebiri::process
