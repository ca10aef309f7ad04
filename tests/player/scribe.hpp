// A scripted engine that records its input.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "referee/player/engine_player.hpp"
#include "tests/new_folder.hpp"

namespace ebiri::tests {

/// A shell script that logs each line that it receives and answers with the branches of a `case`.
class Scribe {
 public:
  explicit Scribe(const std::string& branches) {
    std::ofstream(folder_.path / "engine")
        << "while read -r line; do\n  echo \"$line\" >> '" << log().string() << "'\n  case \"$line\" in\n"
        << branches << "\n  isready) echo readyok;;\n  quit) exit;;\n  esac\ndone\n";
  }

  player::EngineSetup setup() const {
    return {.name = "scribe", .command = {.argv = {"/bin/sh", (folder_.path / "engine").string()}}};
  }

  std::string received() const {
    std::ostringstream text;
    text << std::ifstream(log()).rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path log() const { return folder_.path / "log"; }

  testing::NewFolder folder_;
};

}  // namespace ebiri::tests
