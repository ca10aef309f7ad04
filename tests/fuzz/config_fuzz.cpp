// Configs: a text gives settings that can be written and read back, or problems with a place.
#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace ebiri;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto loaded = config::load_text({"a.yaml", text}, {}, nullptr);
  if (const auto* good = std::get_if<config::Loaded>(&loaded)) {
    fuzz::reached("configs " + config::effective_yaml(good->settings));
    const auto again = config::load_text({"a.yaml", config::effective_yaml(good->settings)}, {}, nullptr);
    const auto* same = std::get_if<config::Loaded>(&again);
    fuzz::demand(same != nullptr && same->settings == good->settings, "the effective config differs", text);
    return 0;
  }
  const auto& problems = std::get<config::Diagnostics>(loaded).list;
  fuzz::demand(!problems.empty(), "refused without a message", text);
  for (const auto& problem : problems) {
    fuzz::reached("problems " + problem.message.substr(0, problem.message.find('`')));
    fuzz::demand(!problem.message.empty() && config::format(problem).ends_with("\n"),
                 "a problem without a message", text);
  }
  return 0;
}
