#include "referee/process/control_socket.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace ebiri::process {

namespace {

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

}  // namespace ebiri::process
