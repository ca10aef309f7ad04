#include "referee/contest/build/build.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "referee/process/child.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

namespace fs = std::filesystem;
using process::Child;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds grace{5};                       // for the exit after the end of the output
constexpr std::size_t log_head = 200'000, log_tail = 200'000;  // bytes
constexpr std::chrono::seconds trial_time{60};

// The build's log: its beginning and its end.
class Log {
 public:
  void add(std::string_view text) {
    const std::size_t room = log_head - std::min(log_head, head_.size());
    head_ += text.substr(0, room);
    tail_ += text.substr(std::min(room, text.size()));
    if (tail_.size() <= 2 * log_tail) return;
    left_out_ += tail_.size() - log_tail;
    tail_.erase(0, tail_.size() - log_tail);
  }

  std::string text() const {
    if (left_out_ == 0) return head_ + tail_;
    return fmt::format("{}\n… {} bytes omitted …\n{}", head_, left_out_, tail_);
  }

 private:
  std::string head_, tail_;
  std::size_t left_out_ = 0;
};

// A shell in the sandbox of a build. Its standard output is read under one deadline; its standard error goes
// to the log.
class Shell {
 public:
  static Result<Shell> start(process::Command command, const BuildLimits& limits,
                             std::shared_ptr<const process::Capabilities> capabilities) {
    command.confinement = {.isolation = process::Isolation::sandbox,
                           .limits = {.memory = limits.memory,
                                      .processes = limits.processes,
                                      .cpu = limits.time,
                                      .disk = limits.disk},
                           .capabilities = std::move(capabilities)};
    auto child = Child::spawn(command);
    if (!child) return child.error();
    return Shell{std::move(*child), limits};
  }

  Result<std::string_view> next() {
    while (true) {
      late_ = Clock::now() >= deadline_;
      if (late_) return Error{"the time limit is exceeded"};
      const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
      pollfd watched[] = {{child_.output(), POLLIN, 0}, {errors_open_ ? child_.errors() : -1, POLLIN, 0}};
      if (::poll(watched, 2, static_cast<int>(rest.count())) < 0 && errno != EINTR)
        return Error{"cannot wait for the build's output"};
      if (watched[1].revents != 0) take_errors();
      if (watched[0].revents == 0) continue;
      const ssize_t count = ::read(child_.output(), block_.data(), block_.size());
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count < 0) return Error{"cannot read the build's output"};
      return std::string_view{block_.data(), static_cast<std::size_t>(count)};
    }
  }

  // Reads the rest of standard error, without waiting for more, and ends the shell. Returns why it failed;
  // empty if it succeeded. `unpack_problem`: why its output could not be unpacked, or empty.
  std::string finish(const std::string& unpack_problem) {
    pollfd watched{child_.errors(), POLLIN, 0};
    while (errors_open_ && ::poll(&watched, 1, 0) > 0) take_errors();
    // A build whose output was refused may still write: `stop` discards the output, and kills the build.
    const auto exit = child_.stop(late_ ? std::chrono::seconds{0} : grace);
    if (late_) return fmt::format("it took longer than {}", format_duration(limits_.time));
    if (exit.out_of_memory) return fmt::format("it needed more memory than {}", format_size(limits_.memory));
    if (exit.killed && !unpack_problem.empty()) return unpack_problem;
    if (exit.killed)
      return fmt::format("it did not exit within {} after its output ended", format_duration(grace));
    if (exit.signal != 0 || exit.code != 0) return fmt::format("it ended with {}", exit.describe());
    return unpack_problem;
  }

  Log log;

 private:
  Shell(Child child, const BuildLimits& limits)
      : child_(std::move(child)),
        limits_(limits),
        deadline_(Clock::now() + limits.time) {}

  void take_errors() {
    std::array<char, 65536> text{};
    const ssize_t count = ::read(child_.errors(), text.data(), text.size());
    if (count > 0) log.add({text.data(), static_cast<std::size_t>(count)});
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) errors_open_ = false;
  }

  Child child_;
  BuildLimits limits_;
  Clock::time_point deadline_;
  std::array<char, 65536> block_{};
  bool errors_open_ = true, late_ = false;
};

// The build lines are in the script and are not arguments: the sandbox shows every file of the host that an
// argument names, so a team could name one.
process::Command command_of_lines(const fs::path& tree, const std::vector<std::string>& lines,
                                  std::string_view end) {
  std::string script =
      "set -e\ncp -R \"$1/.\" /tmp/entry\nchmod -R u+w /tmp/entry\ncd /tmp/entry\nexec 3>&1 >&2 </dev/null\n";
  for (const std::string& line : lines)
    script += fmt::format("printf '+ %s\\n' {0}\nsh -c {0} 3>&-\n", shell_word(line));
  script += end;
  return {.argv = {"/bin/sh", "-c", script, "build", fs::absolute(tree).string()}, .directory = {}};
}

// Runs shell lines in a copy of a tree, in the sandbox of a build, and returns their standard output.
Result<std::string> try_lines(const fs::path& tree, const std::string& lines,
                              std::shared_ptr<const process::Capabilities> capabilities) {
  auto shell = Shell::start(command_of_lines(tree, {}, "{ " + lines + "; } >&3\n"), {.time = trial_time},
                            std::move(capabilities));
  if (!shell) return shell.error();
  std::string said;
  while (true) {
    const auto piece = shell->next();
    if (!piece) return piece.error();
    if (piece->empty()) break;
    said += *piece;
  }
  if (const std::string why = shell->finish(""); !why.empty())
    return Error{why + ": " + printable(trim(shell->log.text()), 300)};
  return said;
}

// Writes the sample of a language to `tree`, builds it and runs it, and returns its output.
Result<std::string> run_sample(const Language& language, const fs::path& tree,
                               std::shared_ptr<const process::Capabilities> capabilities) {
  if (const auto saved = save_file(tree / language.file, language.sample); !saved) return saved.error();
  const std::string_view run = language.run.empty() ? "sh main.sh" : language.run;
  if (language.build.empty()) return try_lines(tree, std::string{run}, std::move(capabilities));
  return try_lines(tree, fmt::format("{{ {}; }} >&2 && {}", language.build, run), std::move(capabilities));
}

}  // namespace

std::string sandbox_problem(const process::Capabilities& capabilities) {
  if (!capabilities.sandbox_problem.empty()) return "no sandbox: " + capabilities.sandbox_problem;
  for (const auto& limited : {capabilities.cgroups.memory, capabilities.cgroups.processes})
    if (!limited)
      return "the total memory and processes of an entry cannot be limited: " + limited.error().message;
  return {};
}

Result<BuildResult> build(const Folder& folder, const BuildLimits& limits,
                          std::shared_ptr<const process::Capabilities> capabilities, const Entry& entry,
                          const std::string& tree) {
  if (entry.build.empty()) return BuildResult{.tree = tree, .problem = {}, .log = "no build lines\n"};
  auto incoming = Incoming::make(folder);
  if (!incoming) return incoming.error();
  auto shell = Shell::start(
      command_of_lines(folder.tree(tree), entry.build,
                       "exec tar --create --dereference --hard-dereference --sort=name --file=- . >&3\n"),
      limits, std::move(capabilities));
  if (!shell) return shell.error();
  const TreeLimits tree_limits{.bytes = limits.disk, .files = 100'000, .depth = 100};
  const auto built = unpack([&] { return shell->next(); }, incoming->tree(), tree_limits);
  BuildResult result{.problem = shell->finish(built ? "" : built.error().message)};
  shell->log.add(result.problem.empty() ? "built\n" : "the build failed: " + result.problem + "\n");
  result.log = shell->log.text();
  if (!result.problem.empty()) return result;
  auto kept = store_tree(folder, std::move(*incoming), *built);
  if (!kept) return kept.error();
  result.tree = std::move(*kept);
  return result;
}

Result<std::string> try_language(const Language& language,
                                 std::shared_ptr<const process::Capabilities> capabilities) {
  std::error_code ignored;
  const fs::path program = fs::path{"/usr/bin"} / language.program;
  if (!language.program.empty() && !fs::exists(program, ignored))
    return Error{fmt::format("`{}` not found; run `apt-get install {}`", program.string(), language.package)};
  const fs::path tree = fs::temp_directory_path() / fmt::format("ebiri-{}-{}", language.name, ::getpid());
  auto said = run_sample(language, tree, std::move(capabilities));
  fs::remove_all(tree, ignored);
  if (!said) return said;
  if (*said != "hello\n")
    return Error{fmt::format("a program that prints `hello` printed `{}`", printable(*said, 100))};
  return language.program.empty() ? "a script ran" : program.string();
}

}  // namespace ebiri::contest
