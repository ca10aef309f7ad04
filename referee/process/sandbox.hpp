// Sandboxes made by Bubblewrap (`bwrap`): a separate, small root folder and no network.
//
// The engine sees only these files. Read-only: /usr, /bin, /sbin and /lib*; the few files of /etc that
// programs need; the libraries in an archive of `./ebiri package`; its program, its working directory, and
// the files and folders that its arguments name by absolute paths, each at its own path. In addition: /proc
// with its own processes, /dev with harmless devices, and empty /tmp and /dev/shm.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ebiri::process {

/// The path of `bwrap` in PATH; nothing if it is not found.
std::optional<std::filesystem::path> find_bubblewrap();

/// The path of one of Ebiri's programs: beside the running one, or in one of the two folders above.
std::optional<std::filesystem::path> find_beside(std::string_view name);

struct Command;

/// Descriptors for the gate. The child clears their close-on-exec flag before it executes bubblewrap.
struct GateDescriptors {
  int program, channel, report, input, output;
};

/// Bubblewrap's arguments, without its own name. If the referee runs as root, the engine runs as an ordinary
/// user that nothing else uses; if not, as the referee's user, without privileges in the sandbox.
std::vector<std::string> sandbox_arguments(const Command& program, const GateDescriptors& gate);

}  // namespace ebiri::process
