// Lines of a journal: a game record is the same after it was written and read back.
#include "referee/record/game_json.hpp"

#include "tests/fuzz/fuzz.hpp"

using namespace ebiri;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto record = record::game_from_json(text);
  if (!record) {
    fuzz::demand(!record.error().message.empty(), "refused without a reason", text);
    fuzz::reached("refusals " + record.error().message.substr(0, 60));
    return 0;
  }
  fuzz::reached("records " + text);
  const auto again = record::game_from_json(record::game_text(*record));
  fuzz::demand(again && *again == *record, "a written record differs", text);
  return 0;
}
