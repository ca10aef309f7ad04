#include "referee/cli/common/chosen_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "referee/terminal/telling.hpp"

namespace ebiri::cli {

std::string engine_name(const std::string& command) {
  constexpr std::size_t longest = 28;  // two of them and what joins them name a folder
  const auto words = config::split_command(command);
  std::string name;
  if (words && !words->empty()) name = std::filesystem::path{words->front()}.filename().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
  name.erase(0, std::min(name.size(), name.find_first_not_of("-._")));
  name.resize(std::min(name.size(), longest));
  return name.empty() ? "engine" : name;
}

player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search) {
  player::EngineSetup setup{.name = engine.name, .options = engine.options, .dialect = engine.dialect};
  auto words = config::resolve_command(engine.command, search);
  setup.command.argv = words ? std::move(*words) : std::vector<std::string>{engine.command};
  return setup;
}

std::string complaint(const std::variant<player::Ready, player::Fault, player::Interrupted>& begun) {
  if (const auto* fault = std::get_if<player::Fault>(&begun)) return terminal::evidence(*fault);
  const auto* interrupted = std::get_if<player::Interrupted>(&begun);
  if (interrupted == nullptr) return {};
  return interrupted->machine.empty() ? "interrupted" : interrupted->machine;
}

}  // namespace ebiri::cli
