// ebiri-bridge connects an engine that speaks over TCP to the referee's pipes (player/dialects/kgp.cpp).
//
//   ebiri-bridge PROGRAM [ARGUMENT…]
//
// It opens a port on the loopback interface and starts the program with KGP_HOST and KGP_PORT in its
// environment. When the program has connected, the bridge copies its standard input to the connection, and
// the connection to its standard output. The program's own output goes to standard error. At the end of its
// input the bridge closes its half of the connection. It exits when the program exits, with the same status.
// The port is closed after the first connection, so no second process can connect.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

constexpr int failure_status = 127;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "ebiri-bridge: %s: %s\n", what, std::strerror(errno));
  std::_Exit(failure_status);
}

struct Port {
  int listener;
  std::string number;
};

Port open_port() {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (listener < 0 || ::bind(listener, generic, size) != 0 || ::listen(listener, 1) != 0 ||
      ::getsockname(listener, generic, &size) != 0)
    fail("cannot open a port on this machine");
  return {listener, std::to_string(::ntohs(address.sin_port))};
}

pid_t start(char** arguments, const std::string& port) {
  const pid_t parent = ::getpid();
  const pid_t program = ::fork();
  if (program < 0) fail("cannot start a process");
  if (program > 0) return program;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) std::_Exit(failure_status);
  ::setenv("KGP_HOST", "127.0.0.1", 1);
  ::setenv("KGP_PORT", port.c_str(), 1);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  if (nothing > STDERR_FILENO) ::close(nothing);
  ::execv(arguments[0], arguments);
  fail(arguments[0]);
}

// Exits with the program's status, or raises the same signal.
[[noreturn]] void end_like(pid_t program) {
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) std::_Exit(WEXITSTATUS(status));
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  std::_Exit(failure_status);
}

// Copies the bytes that are ready. Returns false at the end of the input and on failure.
bool copy(int from, int to) {
  std::array<char, 65536> block;
  const ssize_t count = ::read(from, block.data(), block.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) return false;
  for (ssize_t sent = 0; sent < count;) {
    const ssize_t written = ::write(to, block.data() + sent, static_cast<std::size_t>(count - sent));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    sent += written;
  }
  return true;
}

// Returns the program's connection. Exits with the program's status if the program ends without connecting.
int await_connection(int listener, int handle, pid_t program) {
  while (true) {
    std::array<pollfd, 2> watched{{{listener, POLLIN, 0}, {handle, POLLIN, 0}}};
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    if ((watched[0].revents & POLLIN) != 0) {
      const int connection = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) continue;
      const int at_once = 1;
      ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
      ::close(listener);
      return connection;
    }
    if (watched[1].revents != 0) end_like(program);
  }
}

// Copies bytes until the program closes the connection, so that its last lines arrive before the bridge
// exits.
void copy_all(int connection) {
  int input = STDIN_FILENO;
  const int at_once = 1;
  while (true) {
    std::array<pollfd, 2> watched{{{connection, POLLIN, 0}, {input, POLLIN, 0}}};
    if (::poll(watched.data(), watched.size(), -1) < 0) continue;
    // A delayed acknowledgement would slow down a program that writes its lines one by one.
    ::setsockopt(connection, IPPROTO_TCP, TCP_QUICKACK, &at_once, sizeof at_once);
    if (watched[0].revents != 0 && !copy(connection, STDOUT_FILENO)) return;
    if (watched[1].revents != 0 && !copy(input, connection)) {
      ::shutdown(connection, SHUT_WR);
      input = -1;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: ebiri-bridge PROGRAM [ARGUMENT…]\n", stderr);
    return 2;
  }
  const Port port = open_port();
  const pid_t program = start(argv + 1, port.number);
  ::signal(SIGPIPE, SIG_IGN);  // not before `start`, because the program would inherit it
  const int handle = static_cast<int>(::syscall(SYS_pidfd_open, program, 0));
  if (handle < 0) fail("cannot watch the program");
  copy_all(await_connection(port.listener, handle, program));
  ::close(STDOUT_FILENO);
  end_like(program);
}
