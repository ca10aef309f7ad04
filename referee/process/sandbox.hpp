// Bubblewrap (`bwrap`): a root folder of an engine's own, with little in it, and no network.
//
// What the engine finds there: /usr and what belongs to it, read-only; its program and the files and folders
// that its arguments name, and its working directory, each at its own path, read-only; /proc of its own
// processes; /dev with the harmless devices; /tmp and /dev/shm, empty, of limited size; nothing else.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/process/confinement.hpp"
#include "referee/process/descriptor.hpp"
#include "referee/process/rlimits.hpp"

namespace ebiri::process {

/// The file `bwrap` of PATH, and the gate's; nothing when it is not there.
std::optional<std::filesystem::path> find_bubblewrap();
std::optional<std::filesystem::path> find_gate();

/// A program of ours: beside the running one, or in one of the two folders above.
std::optional<std::filesystem::path> find_beside(std::string_view name);

/// What is to be run in a sandbox.
struct SandboxedProgram {
  const std::vector<std::string>& argv;
  const std::optional<std::filesystem::path>& directory;
  Rlimits rlimits;
  std::uint64_t disk = 0;       ///< bytes of /tmp and of /dev/shm; 0: no limit
  bool keeps_affinity = false;  ///< it may not change which cores it runs on
};

/// Descriptors that the gate gets: open, and still close-on-exec.
struct GateDescriptors {
  int gate, channel, report, input, output;
};

/// Bubblewrap's arguments, without its own name. When root asks, the engine becomes an ordinary user that is
/// nobody else's; otherwise it is the user's own, who is nobody inside.
std::vector<std::string> sandbox_arguments(const SandboxedProgram& program, const GateDescriptors& gate);

/// The referee's end of the channel to a gate.
class GateChannel {
 public:
  GateChannel() = default;
  explicit GateChannel(Descriptor ours) : ours_(std::move(ours)) {}

  /// The engine's number; nothing if the sandbox ended before there was an engine.
  std::optional<pid_t> birth(std::chrono::milliseconds patience) const;

  /// The engine's wait status; nothing if the gate was ended too.
  std::optional<int> death(std::chrono::milliseconds patience) const;

  bool open() const { return ours_.open(); }
  void close() { ours_.reset(); }

 private:
  Descriptor ours_;
};

struct GateSockets {
  Descriptor ours, gates;
};

/// A pair of which `ours` is told who sends; not open, with `errno`, when there is none to be had.
GateSockets make_gate_sockets();

}  // namespace ebiri::process
