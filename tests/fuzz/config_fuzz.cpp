// Configs: a text gives settings that can be written and read back, or problems with a place.
#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/support/text.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace ebiri;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto loaded = config::load_text({"a.yaml", text}, {}, nullptr);
  if (loaded) {
    fuzz::reached("configs " + config::effective_yaml(*loaded));
    const auto again = config::load_text({"a.yaml", config::effective_yaml(*loaded)}, {}, nullptr);
    fuzz::demand(again && *again == *loaded, "the effective config differs", text);
    return 0;
  }
  const std::string& problems = loaded.error().message;
  const bool placed = problems.starts_with("a.yaml:") && problems.ends_with("\n");
  fuzz::demand(placed, "refused without a message", text);
  for (const std::string_view line : split(problems, '\n')) {
    if (!line.starts_with("a.yaml:")) continue;
    const std::size_t mark = line.find(" error: ");
    fuzz::demand(mark + 8 < line.size(), "a problem without a message", text);
    fuzz::reached("problems " + std::string(line.substr(mark, line.find('`') - mark)));
  }
  return 0;
}
