#include "referee/run/engine_setup.hpp"

#include <utility>

namespace ebiri::run {

player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search) {
  player::EngineSetup setup{.name = engine.name, .options = engine.options, .dialect = engine.dialect};
  auto words = config::resolve_command(engine.command, search);
  // A program that was deleted after the check of the config fails to start, and the error names it.
  setup.command.argv = words ? std::move(*words) : std::vector<std::string>{engine.command};
  return setup;
}

}  // namespace ebiri::run
