// A scripted engine that records its input.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "referee/player/engine_player.hpp"

namespace ebiri::tests {

/// A shell script that logs each line that it receives and answers with the branches of a `case`.
class Scribe {
 public:
  explicit Scribe(const std::string& branches) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "engine")
        << "while read -r line; do\n  echo \"$line\" >> '" << log().string() << "'\n  case \"$line\" in\n"
        << branches << "\n  isready) echo readyok;;\n  quit) exit;;\n  esac\ndone\n";
  }
  ~Scribe() { std::filesystem::remove_all(folder_); }

  player::EngineSetup setup() const {
    return {.name = "scribe", .command = {.argv = {"/bin/sh", (folder_ / "engine").string()}}};
  }

  std::string received() const {
    std::ostringstream text;
    text << std::ifstream(log()).rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path log() const { return folder_ / "log"; }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("ebiri-player-" + std::to_string(::getpid()));
};

}  // namespace ebiri::tests
