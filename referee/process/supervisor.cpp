#include "referee/process/supervisor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "referee/process/cgroup.hpp"

namespace ebiri::process {

namespace {

// The supervisor is a fork of a program with threads and never executes another program. A lock that another
// thread held at the fork is never released. Therefore it makes only system calls: no allocation, no streams.

// The supervisor has only these two descriptors, so it holds no engine's pipe open.
constexpr int control_socket = 0;
constexpr int child_exits = 1;  // a signalfd for SIGCHLD

void keep_only(int socket_end, int exits_end) {
  ::dup2(socket_end, control_socket);
  ::dup2(exits_end, child_exits);
  ::syscall(SYS_close_range, 2U, ~0U, 0U);
}

// Reaps orphans of the engine that have ended. Otherwise they would keep their process numbers during the
// whole run.
void reap_orphans(pid_t engine) {
  signalfd_siginfo drained;
  while (::read(child_exits, &drained, sizeof drained) > 0) {
  }
  siginfo_t dead{};
  while (::waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT) == 0 && dead.si_pid != 0 &&
         dead.si_pid != engine) {
    ::waitpid(dead.si_pid, nullptr, 0);
    dead = {};
  }
}

void kill_children() {
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);  // "17 23 42 "
  char text[4096];
  pid_t child = 0;
  for (ssize_t size = 0; (size = ::read(list, text, sizeof text)) > 0;)
    for (const char* at = text; at != text + size; ++at) {
      if (*at != ' ') {
        child = child * 10 + (*at - '0');
        continue;
      }
      ::kill(child, SIGKILL);
      child = 0;
    }
  ::close(list);
}

// Kills all descendants. Children of a killed process become children of the supervisor and are killed in the
// next round.
void kill_all(pid_t engine) {
  ::kill(-engine, SIGKILL);
  while (true) {
    kill_children();
    int status = 0;
    pid_t dead = ::waitpid(-1, &status, 0);
    if (dead < 0) return;
    for (; dead > 0; dead = ::waitpid(-1, &status, WNOHANG))
      if (dead == engine) ::send(control_socket, &status, sizeof status, MSG_NOSIGNAL);
  }
}

[[noreturn]] void watch_over(pid_t engine) {
  pollfd watched[] = {{control_socket, POLLIN, 0}, {child_exits, POLLIN, 0}};
  while (watched[0].revents == 0) {
    ::poll(watched, 2, -1);
    if (watched[1].revents != 0) reap_orphans(engine);
  }
  kill_all(engine);
  ::_exit(0);
}

// Waits until the socket is readable or closed. Returns false if `deadline` passes first.
bool wait_readable(int fd, std::chrono::steady_clock::time_point deadline) {
  while (true) {
    const auto rest =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd watched{fd, POLLIN, 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(std::max<long long>(rest.count(), 0)));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

}  // namespace

ControlSockets make_control_sockets() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return {};
  ControlSockets sockets{Descriptor{ends[0]}, Descriptor{ends[1]}};
  const int yes = 1;
  if (::setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) != 0) return {};
  return sockets;
}

bool announce(int socket, int descriptor) {
  char byte = 0;
  iovec part{&byte, sizeof byte};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptor)]{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    *header = {.cmsg_len = CMSG_LEN(sizeof descriptor), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof byte;
}

std::optional<Announcement> receive_announcement(const Descriptor& socket,
                                                 std::chrono::steady_clock::time_point deadline) {
  if (!wait_readable(socket.get(), deadline)) return std::nullopt;
  char byte = 0;
  iovec part{&byte, sizeof byte};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred)) + CMSG_SPACE(sizeof(int))];
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (::recvmsg(socket.get(), &message, MSG_CMSG_CLOEXEC) != sizeof byte) return std::nullopt;
  Announcement received;
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
    ucred sender{};
    int descriptor = -1;
    if (header->cmsg_type == SCM_CREDENTIALS) {
      std::memcpy(&sender, CMSG_DATA(header), sizeof sender);
      received.sender = sender.pid;
    } else if (header->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
      received.descriptor = Descriptor{descriptor};
    }
  }
  if (received.sender <= 0) return std::nullopt;
  return received;
}

std::optional<int> receive_status(const Descriptor& socket, std::chrono::steady_clock::time_point deadline) {
  int status = 0;
  if (!wait_readable(socket.get(), deadline) ||
      ::recv(socket.get(), &status, sizeof status, 0) != sizeof status)
    return std::nullopt;
  return status;
}

bool split_off_supervisor(int socket_end, int group, bool& in_group) {
  sigset_t all, death;
  sigfillset(&all);
  sigemptyset(&death);
  sigaddset(&death, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::signal(SIGCHLD, SIG_DFL);  // an ignored SIGCHLD would discard the wait statuses
  ::prctl(PR_SET_NAME, "ebiri-supervise");
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const int exits_end = ::signalfd(-1, &death, SFD_NONBLOCK | SFD_CLOEXEC);
  int ready[2];  // the engine waits for its end of file: `keep_only` has closed the supervisor's descriptors
  if (exits_end < 0 || ::pipe2(ready, O_CLOEXEC) != 0) return false;
  const pid_t supervisor = ::getpid();
  const pid_t engine = fork_into(group, in_group);
  if (engine < 0) return false;
  if (engine > 0) {
    ::setsid();  // no terminal can signal it
    keep_only(socket_end, exits_end);
    watch_over(engine);
  }
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) ::_exit(127);  // the supervisor died before prctl
  ::close(ready[1]);
  char none = 0;
  if (::read(ready[0], &none, 1) != 0) return false;
  return true;
}

}  // namespace ebiri::process
