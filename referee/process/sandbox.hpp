// Bubblewrap (`bwrap`): a root folder of an engine's own, with little in it, and no network.
//
// What the engine finds there: /usr and what belongs to it, read-only; its program and the files and folders
// that its arguments name, and its working directory, each at its own path, read-only; /proc of its own
// processes; /dev with the harmless devices; /tmp and /dev/shm, empty, of limited size; nothing else.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ebiri::process {

/// The file `bwrap` of PATH; nothing when it is not there.
std::optional<std::filesystem::path> find_bubblewrap();

/// A program of ours: beside the running one, or in one of the two folders above.
std::optional<std::filesystem::path> find_beside(std::string_view name);

struct Command;

/// Descriptors that the gate gets: open, and still close-on-exec.
struct GateDescriptors {
  int gate, channel, report, input, output;
};

/// Bubblewrap's arguments, without its own name. When root asks, the engine becomes an ordinary user that is
/// nobody else's; otherwise it is the user's own, who is nobody inside.
std::vector<std::string> sandbox_arguments(const Command& program, const GateDescriptors& gate);

}  // namespace ebiri::process
