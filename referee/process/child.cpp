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
#include "referee/process/warden.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

namespace bp = boost::process::v2;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds sweep_limit{5};       // for a warden to end an engine and its strays
constexpr std::chrono::milliseconds last_word{500};  // for a gate to tell how its engine ended
constexpr std::chrono::seconds birth_limit{10};      // for the number of a new engine

constexpr std::chrono::milliseconds last_words{100};  // for a sandbox that failed to say why

// All that a program in a sandbox is told of us.
constexpr const char* sandbox_environment[] = {"PATH=/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8", nullptr};

// Runs in the child between fork and exec: async-signal-safe calls only. It executes the program
// itself, as the library would run our exit handlers on failure, and it marks every descriptor
// close-on-exec, as the library's `close_all` leaves other engines' pipes open.
struct Birth {
  const char* directory;
  int report;  // where SpawnFailure goes
  int leash;   // the warden's end
  const Cgroup* group;
  bool count;                   // by an event of perf
  const cpu_set_t* processors;  // null where it may use those of the referee
  Rlimits rlimits;
  std::optional<GateDescriptors> gate;  // in a sandbox, where the gate sees to limits and directory

  [[noreturn]] void fail(SpawnFailure::Step step) const {
    const SpawnFailure failure{step, errno};
    [[maybe_unused]] const auto ignored = ::write(report, &failure, sizeof failure);
    ::_exit(127);
  }

  // Bubblewrap stays, and keeps its standard streams: the engine's input and output must not be among them.
  bool keep_for_gate() const {
    for (const int fd : {gate->gate, gate->channel, gate->report, gate->input, gate->output})
      if (::fcntl(fd, F_SETFD, 0) != 0) return false;
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    return ::dup2(nothing, STDIN_FILENO) >= 0 && ::dup2(nothing, STDOUT_FILENO) >= 0;
  }

  template <class Launcher>
  boost::system::error_code on_exec_setup(Launcher& launcher, const bp::filesystem::path& executable,
                                          const char* const*(&argv)) const {
    using Step = SpawnFailure::Step;
    bool inside = false;
    if (!split_off_warden(leash, group != nullptr ? group->birthplace() : -1, inside)) fail(Step::exec);
    announce(leash, count ? open_own_cpu_event() : -1);
    for (int number = 1; number < SIGRTMIN; ++number) ::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (group != nullptr && !group->join(inside)) fail(Step::confinement);
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

struct Leash {
  Descriptor ours, wardens;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return Error{fmt::format("cannot create a pipe: {}", std::strerror(errno))};
  return Pipe{Descriptor{ends[0]}, Descriptor{ends[1]}};
}

Result<Leash> make_leash() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return Error{fmt::format("cannot create a socket: {}", std::strerror(errno))};
  return Leash{Descriptor{ends[0]}, Descriptor{ends[1]}};
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

void reap(pid_t pid) {
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// What the warden sends next, or nothing when it is gone or the time is up.
std::optional<int> hear(const Descriptor& leash, Clock::time_point deadline) {
  int number = 0;
  if (!wait_readable(leash.get(), deadline) || ::read(leash.get(), &number, sizeof number) != sizeof number)
    return std::nullopt;
  return number;
}

// Lets the warden end the engine and whatever it started; the engine's wait status, if it can be had.
std::optional<int> dismiss(pid_t warden, Descriptor& leash) {
  const auto deadline = Clock::now() + sweep_limit;
  ::kill(warden, SIGCONT);  // an engine may have stopped it
  ::shutdown(leash.get(), SHUT_WR);
  const auto status = hear(leash, deadline);
  if (status) hear(leash, deadline);  // until it leaves
  leash.reset();
  ::kill(warden, SIGKILL);
  reap(warden);
  return status;
}

std::string signal_name(int number) {
  const char* name = ::sigabbrev_np(number);
  return name != nullptr ? fmt::format("signal {} (SIG{})", number, name) : fmt::format("signal {}", number);
}

// Reads and drops whatever is there, so that a child that writes can go on to its end.
void discard(Descriptor& from) {
  char buffer[65536];
  const ssize_t count = ::read(from.get(), buffer, sizeof buffer);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) from.reset();
}

// What it takes to start a program in a sandbox, besides its pipes.
struct Inside {
  Descriptor gate;
  GateSockets channel;
};

Result<Inside> prepare_sandbox(const Means& means) {
  Inside inside{Descriptor{::open(means.gate->c_str(), O_RDONLY | O_CLOEXEC)}, make_gate_sockets()};
  if (inside.gate.open() && inside.channel.ours.open()) return inside;
  return Error{fmt::format("cannot prepare a sandbox: {}", std::strerror(errno))};
}

// The sandbox ended before there was an engine: bubblewrap has said why on what was to be the engine's
// stderr.
Error sandbox_error(const Command& command, const Descriptor& errors) {
  make_non_blocking(errors.get());
  pollfd watched{errors.get(), POLLIN, 0};
  ::poll(&watched, 1, static_cast<int>(last_words.count()));
  char text[1024];
  const ssize_t size = ::read(errors.get(), text, sizeof text);
  return Error{fmt::format("cannot run `{}` in a sandbox: {}", command.argv.front(),
                           size > 0 ? printable(trim({text, static_cast<std::size_t>(size)}), sizeof text)
                                    : "bubblewrap ended without a word")};
}

// Whether an event of perf is to count. The kernel closes one without a word at the start of a program that
// changes its rights, or that its user may not read.
bool counts_by_event(const Command& command) {
  const auto keeps_event = [](const std::filesystem::path& program) {
    struct stat file {};
    return ::stat(program.c_str(), &file) == 0 && (file.st_mode & (S_ISUID | S_ISGID)) == 0 &&
           ::access(program.c_str(), R_OK) == 0;
  };
  const Confinement& confinement = command.confinement;
  return confinement.cpu_source() == CpuCounter::Source::perf && keeps_event(command.argv.front()) &&
         (confinement.isolation != Isolation::sandbox || keeps_event(*confinement.means->bubblewrap));
}

// A group counts where the engine cannot leave it.
CpuCounter counter_of(const Cgroup* group, bool sandboxed, Descriptor event) {
  return CpuCounter{{group != nullptr && sandboxed ? group->cpu_usage() : Descriptor{}, std::move(event)}};
}

}  // namespace

std::string Exit::describe() const {
  if (killed) return "killed by the referee";
  if (signal == 0) return fmt::format("exit status {}", code);
  return signal_name(signal) + (out_of_memory ? ", out of memory" : "");
}

Child::Child(pid_t pid, Warden warden, Cell cell, Descriptor handle, Descriptor input, Descriptor output,
             Descriptor errors, Meter meter)
    : pid_(pid),
      warden_(std::move(warden)),
      cell_(std::move(cell)),
      handle_(std::move(handle)),
      input_(std::move(input)),
      output_(std::move(output)),
      errors_(std::move(errors)),
      meter_(std::move(meter)) {
  for (const int fd : {input_.get(), output_.get(), errors_.get()}) make_non_blocking(fd);
}

Result<Child> Child::spawn(const Command& command, Blame* blame) {
  if (blame != nullptr) *blame = Blame::machine;  // until the child itself says why it cannot be the program
  auto input = make_pipe(), output = make_pipe(), errors = make_pipe(), report = make_pipe();
  for (const auto* pipe : {&input, &output, &errors, &report})
    if (!*pipe) return pipe->error();
  auto leash = make_leash();
  if (!leash) return leash.error();
  const Confinement& confinement = command.confinement;
  auto group = confinement.make_group(command.accounting);
  if (!group) return group.error();
  const bool sandboxed = confinement.isolation == Isolation::sandbox;
  auto inside = sandboxed ? prepare_sandbox(*confinement.means) : Inside{};
  if (!inside) return inside.error();

  const auto processors = processors_for(confinement.cores);
  const cpu_set_t processor_set = set_of(processors);

  // The launcher may throw (std::bad_alloc, Asio's set-up), and reports fork's failure as a code.
  boost::system::error_code problem;
  bp::posix::default_launcher launcher;
  std::string refusal;
  try {
    boost::asio::io_context context{1};
    std::string program = command.argv.front();
    std::vector<std::string> arguments(command.argv.begin() + 1, command.argv.end());
    const std::string directory = command.directory ? command.directory->string() : std::string{};
    Birth birth{directory.empty() ? nullptr : directory.c_str(),
                report->write.get(),
                leash->wardens.get(),
                group->get(),
                command.accounting && counts_by_event(command),
                confinement.cores > 0 ? &processor_set : nullptr,
                confinement.rlimits(),
                {}};
    if (sandboxed) {
      birth.gate = {inside->gate.get(), inside->channel.gates.get(), report->write.get(), input->read.get(),
                    output->write.get()};
      program = confinement.means->bubblewrap->string();
      arguments = sandbox_arguments({command.argv, command.directory, birth.rlimits, confinement.limits.disk,
                                     confinement.keeps_affinity()},
                                    *birth.gate);
    }
    auto process =
        launcher(context.get_executor(), problem, bp::filesystem::path{program}, arguments,
                 bp::process_stdio{input->read.get(), output->write.get(), errors->write.get()}, birth);
    process.detach();
    if (problem) refusal = problem.message();
  } catch (const std::exception& exception) {
    refusal = exception.what();
  }
  Warden warden{launcher.pid, std::move(leash->ours)};
  leash->wardens.reset();
  inside->channel.gates.reset();
  errors->write.reset();
  if (!refusal.empty()) {
    if (launcher.pid > 0) dismiss(warden.pid, warden.leash);
    return Error{fmt::format("cannot run `{}`: {}", command.argv.front(), refusal)};
  }

  report->write.reset();
  SpawnFailure failure{};
  if (::read(report->read.get(), &failure, sizeof failure) == sizeof failure) {
    dismiss(warden.pid, warden.leash);
    const bool exhausted = failure.error == ENOMEM || failure.error == EAGAIN || failure.error == EMFILE ||
                           failure.error == ENFILE;
    const bool unconfined = failure.step == SpawnFailure::Step::confinement;
    if (blame != nullptr && !exhausted && !unconfined) *blame = Blame::program;
    return spawn_error(command, failure);
  }
  auto announced = hear_announcement(warden.leash.get(), Clock::now() + birth_limit).value_or(Announcement{});
  pid_t pid = announced.engine;
  GateChannel gate{std::move(inside->channel.ours)};
  if (sandboxed) {
    const auto engine = gate.birth(birth_limit);
    if (!engine) {
      dismiss(warden.pid, warden.leash);
      return sandbox_error(command, errors->read);
    }
    pid = *engine;
  }
  Descriptor handle{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))};
  if (!handle.open()) {
    if (blame != nullptr && errno == ESRCH) *blame = Blame::program;  // it killed its warden and died of it
    const std::string reason = std::system_category().message(errno);
    dismiss(warden.pid, warden.leash);
    return Error{fmt::format("cannot watch `{}`: {}", command.argv.front(), reason)};
  }
  Meter meter;
  if (command.accounting)
    meter = Meter{pid, warden.pid, static_cast<int>(processors.size()),
                  counter_of(group->get(), sandboxed, std::move(announced.descriptor))};
  return Child{pid,
               std::move(warden),
               {std::move(*group), std::move(gate)},
               std::move(handle),
               std::move(input->write),
               std::move(output->read),
               std::move(errors->read),
               std::move(meter)};
}

Child::~Child() { stop(std::chrono::milliseconds{0}); }

Exit Child::stop(std::chrono::milliseconds grace) {
  if (exit_) return *exit_;
  if (pid_ < 0) return Exit{};
  input_.reset();
  const auto deadline = Clock::now() + grace;
  bool left = false;
  while (!left) {
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd watched[] = {{handle_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}};
    const int ready = ::poll(watched, 3, static_cast<int>(std::max<long long>(rest, 0)));
    left = ready > 0 && (watched[0].revents & POLLIN) != 0;
    if (left || Clock::now() >= deadline) break;
    if (watched[1].revents != 0) discard(output_);
    if (watched[2].revents != 0) discard(errors_);
  }
  ::syscall(SYS_pidfd_send_signal, handle_.get(), SIGKILL, nullptr, 0);
  const auto told_by_gate = cell_.gate.open() ? cell_.gate.death(last_word) : std::nullopt;
  const auto told_by_warden = dismiss(warden_.pid, warden_.leash);
  // Without a status the engine killed its warden, or its gate had no memory left, and the kernel killed it.
  const int status = (cell_.gate.open() ? told_by_gate : told_by_warden).value_or(SIGKILL);
  exit_ = Exit{.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
               .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
               .killed = !left,
               .out_of_memory = left && cell_.group && cell_.group->ran_out_of_memory()};
  cell_ = {};
  for (Descriptor* descriptor : {&handle_, &output_, &errors_}) descriptor->reset();
  meter_ = {};
  return *exit_;
}

}  // namespace ebiri::process
