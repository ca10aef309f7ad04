#include "referee/process/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/optional.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/stdio.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "referee/process/gate.hpp"
#include "referee/process/machine.hpp"
#include "referee/process/sandbox.hpp"
#include "referee/process/supervisor.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

namespace bp = boost::process::v2;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds sweep_limit{5};  // for a supervisor to kill an engine and its orphans
constexpr std::chrono::milliseconds gate_report_limit{500};  // for a gate to report how its engine ended
constexpr std::chrono::seconds announcement_limit{10};  // a safety net: a running engine has announced itself
constexpr std::chrono::milliseconds sandbox_error_limit{100};  // for bubblewrap to write why it failed

// The environment of a program in a sandbox. The gate adds PWD.
constexpr const char* sandbox_environment[] = {"PATH=/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8", nullptr};

// Runs in the child between fork and exec, so it makes async-signal-safe calls only. It executes the program
// itself, because the library would run the referee's exit handlers on failure. It marks every descriptor
// close-on-exec, because the library's `close_all` leaves other engines' pipes open.
struct ExecSetup {
  const char* directory;
  int report;      // receives a SpawnFailure
  int supervisor;  // the supervisor's end of the control sockets
  const Cgroup* group;
  bool count;                   // whether to count CPU time with a perf event
  const cpu_set_t* processors;  // null: those of the referee
  Rlimits rlimits;
  std::optional<GateDescriptors> gate;  // only in a sandbox; the gate then sets limits and directory

  [[noreturn]] void fail(SpawnFailure::Step step) const {
    const SpawnFailure failure{step, errno};
    [[maybe_unused]] const auto ignored = ::write(report, &failure, sizeof failure);
    ::_exit(127);
  }

  // Bubblewrap keeps running with its standard streams, so these must not be the engine's input and output.
  bool keep_for_gate() const {
    for (const int fd : {gate->program, gate->channel, gate->report, gate->input, gate->output})
      if (::fcntl(fd, F_SETFD, 0) != 0) return false;
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    return ::dup2(nothing, STDIN_FILENO) >= 0 && ::dup2(nothing, STDOUT_FILENO) >= 0;
  }

  template <class Launcher>
  boost::system::error_code on_exec_setup(Launcher& launcher, const bp::filesystem::path& executable,
                                          const char* const*(&argv)) const {
    using Step = SpawnFailure::Step;
    bool in_group = false;
    if (!split_off_supervisor(supervisor, group != nullptr ? group->clone_folder() : -1, in_group))
      fail(Step::exec);
    announce(supervisor, count ? open_own_cpu_event() : -1);
    for (int number = 1; number < SIGRTMIN; ++number) ::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (group != nullptr && !group->join(in_group)) fail(Step::confinement);
    if (processors != nullptr && ::sched_setaffinity(0, sizeof *processors, processors) != 0)
      fail(Step::confinement);
    if (!gate && directory != nullptr && ::chdir(directory) != 0) fail(Step::directory);
    if (!gate && !rlimits.apply()) fail(Step::confinement);
    if (::syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */) != 0) fail(Step::exec);
    if (gate && !keep_for_gate()) fail(Step::confinement);
    const char* const* environment = gate ? sandbox_environment : launcher.env;
    ::execve(executable.c_str(), const_cast<char* const*>(argv), const_cast<char* const*>(environment));
    fail(gate ? Step::confinement : Step::exec);
  }
};

struct Pipe {
  Descriptor read, write;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  return Pipe{Descriptor{ends[0]}, Descriptor{ends[1]}};
}

void make_non_blocking(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

Error spawn_error(const Command& command, const SpawnFailure& failure) {
  const std::string reason = std::system_category().message(failure.error);
  if (failure.step == SpawnFailure::Step::directory)
    return Error{fmt::format("cannot enter the directory `{}`: {}",
                             command.directory.value_or("/tmp").string(), reason)};
  if (failure.step == SpawnFailure::Step::confinement)
    return Error{fmt::format("cannot confine `{}`: {}", command.argv.front(), reason)};
  return Error{fmt::format("cannot run `{}`: {}", command.argv.front(), reason)};
}

// Makes the supervisor kill the engine and all its descendants. Returns the wait status of its child (the
// engine, or bubblewrap in a sandbox), if the supervisor reports it.
std::optional<int> end_supervisor(pid_t supervisor, Descriptor& socket) {
  const auto deadline = Clock::now() + sweep_limit;
  ::kill(supervisor, SIGCONT);  // an engine may have stopped the supervisor
  ::shutdown(socket.get(), SHUT_WR);
  const auto status = receive_status(socket, deadline);
  if (status) receive_status(socket, deadline);  // waits for its exit: no second status comes
  socket.reset();
  ::kill(supervisor, SIGKILL);
  while (::waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Reads and drops pending output, so that a child that is blocked on a full pipe can exit.
void discard(Descriptor& from) {
  char buffer[65536];
  const ssize_t count = ::read(from.get(), buffer, sizeof buffer);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) from.reset();
}

// The resources of a child, created before the fork.
struct Launch {
  Pipe input = make_pipe(), output = make_pipe(), errors = make_pipe(), report = make_pipe();
  ControlSockets supervisor = make_control_sockets();
  std::unique_ptr<Cgroup> group;
  Descriptor gate_program;      // only in a sandbox
  ControlSockets gate_sockets;  // only in a sandbox

  // Closes the referee's copies of four of the child's ends. While the referee holds a copy, `spawn` cannot
  // notice that the child has closed the end. `input.read` and `output.write` close with this object.
  void close_child_ends() {
    for (Descriptor* end : {&supervisor.theirs, &gate_sockets.theirs, &errors.write, &report.write})
      end->reset();
  }
};

Result<Launch> prepare(const Command& command) {
  const Confinement& confinement = command.confinement;
  Launch launch;
  for (const Pipe* pipe : {&launch.input, &launch.output, &launch.errors, &launch.report})
    if (!pipe->read.open()) return Error{fmt::format("cannot create a pipe: {}", std::strerror(errno))};
  if (!launch.supervisor.ours.open())
    return Error{fmt::format("cannot create a socket: {}", std::strerror(errno))};
  auto group = confinement.make_group(command.accounting);
  if (!group) return group.error();
  launch.group = std::move(*group);
  if (confinement.isolation != Isolation::sandbox) return launch;
  launch.gate_program = Descriptor{::open(confinement.capabilities->gate->c_str(), O_RDONLY | O_CLOEXEC)};
  launch.gate_sockets = make_control_sockets();
  if (launch.gate_program.open() && launch.gate_sockets.ours.open()) return launch;
  return Error{fmt::format("cannot prepare a sandbox: {}", std::strerror(errno))};
}

// For a sandbox that ended before the engine started. Bubblewrap writes the reason to the engine's stderr.
Error sandbox_error(const Command& command, const Descriptor& errors) {
  make_non_blocking(errors.get());
  pollfd watched{errors.get(), POLLIN, 0};
  ::poll(&watched, 1, static_cast<int>(sandbox_error_limit.count()));
  char text[1024];
  const ssize_t size = ::read(errors.get(), text, sizeof text);
  return Error{fmt::format("cannot run `{}` in a sandbox: {}", command.argv.front(),
                           size > 0 ? printable(trim({text, static_cast<std::size_t>(size)}), sizeof text)
                                    : "bubblewrap exited without a message")};
}

// Whether a perf event can count the engine. The kernel silently closes the event when the process executes a
// program that has a set-user-ID or set-group-ID bit or that the user may not read.
bool counts_by_event(const Command& command) {
  const auto keeps_event = [](const std::filesystem::path& program) {
    struct stat file {};
    return ::stat(program.c_str(), &file) == 0 && (file.st_mode & (S_ISUID | S_ISGID)) == 0 &&
           ::access(program.c_str(), R_OK) == 0;
  };
  const Confinement& confinement = command.confinement;
  return confinement.cpu_source() == CpuCounter::Source::perf && keeps_event(command.argv.front()) &&
         (confinement.isolation != Isolation::sandbox || keeps_event(*confinement.capabilities->bubblewrap));
}

struct Forked {
  pid_t supervisor = -1;
  std::string problem;  // empty on success
};

Forked fork_child(const Command& command, const Launch& launch, const std::vector<int>& processors) {
  const Confinement& confinement = command.confinement;
  const cpu_set_t processor_set = set_of(processors);
  std::string program = command.argv.front();
  std::vector<std::string> arguments(command.argv.begin() + 1, command.argv.end());
  const std::string directory = command.directory ? command.directory->string() : std::string{};
  ExecSetup setup{directory.empty() ? nullptr : directory.c_str(),
                  launch.report.write.get(),
                  launch.supervisor.theirs.get(),
                  launch.group.get(),
                  command.accounting && counts_by_event(command),
                  confinement.cores > 0 ? &processor_set : nullptr,
                  confinement.rlimits(),
                  {}};
  if (confinement.isolation == Isolation::sandbox) {
    setup.gate = {launch.gate_program.get(), launch.gate_sockets.theirs.get(), launch.report.write.get(),
                  launch.input.read.get(), launch.output.write.get()};
    program = confinement.capabilities->bubblewrap->string();
    arguments = sandbox_arguments(command, *setup.gate);
  }
  bp::posix::default_launcher launcher;
  // The library may throw (std::bad_alloc, Asio's set-up). It reports a failed fork as an error code.
  try {
    boost::asio::io_context context{1};
    boost::system::error_code problem;
    // Not const, because the library silently ignores a const initializer.
    bp::process_stdio streams{launch.input.read.get(), launch.output.write.get(), launch.errors.write.get()};
    launcher(context.get_executor(), problem, bp::filesystem::path{program}, arguments, streams, setup)
        .detach();
    return {launcher.pid, problem ? problem.message() : std::string{}};
  } catch (const std::exception& exception) {
    return {launcher.pid, exception.what()};
  }
}

}  // namespace

std::string Exit::describe() const {
  if (killed) return "killed by the referee";
  if (signal == 0) return fmt::format("exit status {}", code);
  const char* name = ::sigabbrev_np(signal);
  return fmt::format("signal {}{}{}", signal, name != nullptr ? fmt::format(" (SIG{})", name) : "",
                     out_of_memory ? ", out of memory" : "");
}

Result<Child> Child::spawn(const Command& command, Cause* cause) {
  Cause unused{};
  Cause& found = cause != nullptr ? *cause : unused;
  found = Cause::machine;  // unless a check below finds that the program is the cause
  auto launch = prepare(command);
  if (!launch) return launch.error();
  const auto processors = processors_for(command.confinement.cores);
  const auto [supervisor, problem] = fork_child(command, *launch, processors);
  launch->close_child_ends();
  const auto give_up = [&](Error error) {
    if (supervisor > 0) end_supervisor(supervisor, launch->supervisor.ours);
    return error;
  };
  if (!problem.empty())
    return give_up(Error{fmt::format("cannot run `{}`: {}", command.argv.front(), problem)});
  SpawnFailure failure{};
  if (::read(launch->report.read.get(), &failure, sizeof failure) == sizeof failure) {
    const bool exhausted = failure.error == ENOMEM || failure.error == EAGAIN || failure.error == EMFILE ||
                           failure.error == ENFILE;
    if (!exhausted && failure.step != SpawnFailure::Step::confinement) found = Cause::program;
    return give_up(spawn_error(command, failure));
  }
  const auto deadline = Clock::now() + announcement_limit;
  auto announced = receive_announcement(launch->supervisor.ours, deadline).value_or(Announcement{});
  pid_t pid = announced.sender;
  const bool sandboxed = launch->gate_sockets.ours.open();
  if (sandboxed) {
    const auto engine = receive_announcement(launch->gate_sockets.ours, deadline);
    if (!engine) return give_up(sandbox_error(command, launch->errors.read));
    pid = engine->sender;
  }
  Descriptor handle{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))};
  if (!handle.open()) {
    if (errno == ESRCH) found = Cause::program;  // the engine killed its supervisor and died with it
    return give_up(Error{
        fmt::format("cannot watch `{}`: {}", command.argv.front(), std::system_category().message(errno))});
  }
  Child child;
  child.pid_ = pid;
  child.supervisor_ = supervisor;
  child.handle_ = std::move(handle);
  if (command.accounting) {
    // A group counts only in a sandbox, because elsewhere the engine could leave it.
    Descriptor usage = launch->group && sandboxed ? launch->group->cpu_usage() : Descriptor{};
    child.meter_ = Meter{pid, supervisor, static_cast<int>(processors.size()),
                         CpuCounter{{std::move(usage), std::move(announced.descriptor)}}};
  }
  child.supervisor_socket_ = std::move(launch->supervisor.ours);
  child.gate_socket_ = std::move(launch->gate_sockets.ours);
  child.group_ = std::move(launch->group);
  child.input_ = std::move(launch->input.write);
  child.output_ = std::move(launch->output.read);
  child.errors_ = std::move(launch->errors.read);
  for (const Descriptor* pipe : {&child.input_, &child.output_, &child.errors_})
    make_non_blocking(pipe->get());
  return child;
}

Child::~Child() { stop(std::chrono::milliseconds{0}); }

Exit Child::stop(std::chrono::milliseconds grace) {
  if (exit_ || !handle_.open()) return exit_.value_or(Exit{});  // already stopped, or moved from
  input_.reset();
  const auto deadline = Clock::now() + grace;
  bool exited = false;
  while (!exited) {
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd watched[] = {{handle_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}};
    const int ready = ::poll(watched, 3, static_cast<int>(std::max<long long>(rest, 0)));
    exited = ready > 0 && (watched[0].revents & POLLIN) != 0;
    if (exited || Clock::now() >= deadline) break;
    if (watched[1].revents != 0) discard(output_);
    if (watched[2].revents != 0) discard(errors_);
  }
  ::syscall(SYS_pidfd_send_signal, handle_.get(), SIGKILL, nullptr, 0);
  const auto from_gate =
      gate_socket_.open() ? receive_status(gate_socket_, Clock::now() + gate_report_limit) : std::nullopt;
  const auto from_supervisor = end_supervisor(supervisor_, supervisor_socket_);
  // Without a status SIGKILL is assumed: the engine killed its supervisor, its gate ran out of memory, or the
  // status came too late.
  const int status = (gate_socket_.open() ? from_gate : from_supervisor).value_or(SIGKILL);
  exit_ = Exit{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
               .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
               .killed = !exited,
               .out_of_memory = exited && group_ && group_->ran_out_of_memory()};
  group_.reset();
  for (Descriptor* descriptor : {&gate_socket_, &handle_, &output_, &errors_}) descriptor->reset();
  meter_ = {};
  return *exit_;
}

}  // namespace ebiri::process
